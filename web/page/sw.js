// The service worker: it shows notices and opens their table. It keeps no
// pages; the server is asked for everything, as without it.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (e) => e.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (e) => {
  const said = e.data?.json() ?? {};
  e.waitUntil(worker.registration.showNotification(said.title ?? "Parlour", { body: said.body, tag: said.tag, data: { url: said.url } }));
});

worker.addEventListener("notificationclick", (e) => {
  e.notification.close();
  const url = new URL(e.notification.data?.url ?? "/", worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  e.waitUntil((async () => {
    const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((w) => new URL(w.url).pathname === url.pathname);
    return there ? there.focus() : worker.clients.openWindow(url.href);
  })());
});
