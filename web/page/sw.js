// The service worker: it shows notices and opens their table. It keeps no
// pages; the server is asked for everything, as without it.

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));

addEventListener("push", (e) => {
  const said = e.data?.json() ?? {};
  e.waitUntil(self.registration.showNotification(said.title ?? "Parlour", { body: said.body, tag: said.tag, data: { url: said.url } }));
});

addEventListener("notificationclick", (e) => {
  e.notification.close();
  const url = new URL(e.notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  e.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((w) => new URL(w.url).pathname === url.pathname);
    return there ? there.focus() : self.clients.openWindow(url.href);
  })());
});
