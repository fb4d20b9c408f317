// The service worker: it keeps the page on the device, so that it opens without
// the server, and it shows notices.
//
// Every version of the page has its own caches, named by its hash:
//
//   parlour-HASH        its files, and the first pages and answers: complete
//                       before the version is used
//   parlour-HASH-seen   other pages and answers: when somebody visits them, and
//                       quietly after the first visit
//
// The program for this device has a hash of its own, and the cache
// parlour-program-HASH. It is kept when somebody plays on the device or installs
// the page. A page always gets the files of its own version, so an update never
// changes code under a running game.

/**
 * What the server writes before this script.
 * @typedef {object} Build
 * @property {string} hash of the version
 * @property {Record<string, string>} files hash of each file by its name
 * @property {{ hash: string, files: Record<string, string> }} [program] for this device, if there is one
 * @property {string[]} first pages and answers to keep at once
 * @property {string[]} later pages and answers to keep after the first visit
 */

const worker = /** @type {ServiceWorkerGlobalScope & { parlour: Build }} */ (/** @type {unknown} */ (self));
const build = worker.parlour;

/** How many milliseconds a kept page waits for a newer one. */
const patience = 3000;

/** What may be kept without being asked for, in bytes: one answer, and all. */
const small = 200_000;
const together = 8_000_000;

/** How many pages and answers are kept from one visit to the next. */
const most = 1500;

/** The folder of the site, "" at the root of a host. */
const base = new URL(worker.registration.scope).pathname.replace(/\/$/, "");

const own = "parlour-" + build.hash;
const seen = own + "-seen";

/** The version that a cache belongs to, "" if it is not one of ours. @param {string} cache */
const versionOf = (cache) => /^parlour-([0-9a-f]+)(-seen)?$/.exec(cache)?.[1] ?? "";

/** The cache of a program for this device. @param {string} hash */
const programCache = (hash) => "parlour-program-" + hash;

/** The answers that are kept. Nothing else of the server is: the state of a table never comes from a cache. */
const answers = [
  /^\/api\/games(\.json)?$/,
  /^\/api\/games\/[^/]+(\.json)?$/,
  /^\/api\/games\/[^/]+\/(board|cover)\.svg$/,
  /^\/api\/games\/[^/]+\/(figures|examples)\/[^/]+\/board\.svg$/,
  /^\/api\/games\/[^/]+\/(lesson|findings)[^/]*$/,
  /^\/book\/[^/]+\/[^/]+\/board\.svg$/,
  /^\/api\/puzzles(\/[^/]+){0,2}$/,
  /^\/api\/games\/[^/]+\/position(\/(board|piece|steps|why|play))?$/,
];

/** The pages that are kept when somebody visits them: those that are the same for everybody. */
const pages = /^\/(g|learn|print|book|puzzles|study|lab)(\/|$)/;

/**
 * What to do with a request.
 * @param {{ method: string, mode: string, url: string }} request
 * @returns {{ kind: "page" | "file" | "words" | "answer" | "none", path: string }} with the path from the root of the site
 */
function sort(request) {
  const url = new URL(request.url);
  const none = { kind: /** @type {const} */ ("none"), path: "" };
  if (request.method !== "GET" || url.origin !== worker.location.origin || !url.pathname.startsWith(base + "/")) return none;
  const path = url.pathname.slice(base.length);
  if (/^\/assets\/[0-9a-f]+\/./.test(path)) return { kind: "file", path };
  if (/^\/lang\/[^/]+\/[0-9a-f]+\/./.test(path)) return { kind: "words", path };
  if (answers.some((a) => a.test(path))) return { kind: "answer", path };
  if (path.startsWith("/api/")) return none;
  return request.mode === "navigate" && !/^\/(healthz|metrics|feed)\b|\.[a-z]+$/.test(path) ? { kind: "page", path } : none;
}

/** How a page is named in a cache: the same with a slash at the end. @param {string} address */
const keyOf = (address) => address.replace(/\/+(index\.html)?$/, "") || "/";

/** Whether a window shows a table. @param {string} url */
function showsTable(url) {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.slice(base.length);
  return /^\/t\//.test(path) || (/^\/device\/?$/.test(path) && /^\/t\//.test(searchParams.get("at") ?? ""));
}

/** Looks in our caches, those of this version first. @param {string} key @param {CacheQueryOptions} [how] */
async function kept(key, how) {
  const names = (await caches.keys()).filter(versionOf);
  for (const name of [own, seen, ...names.filter((n) => versionOf(n) !== build.hash).reverse()]) {
    const hit = names.includes(name) && (await (await caches.open(name)).match(key, how));
    if (hit) return hit;
  }
}

/** A copy that does not tell where it came from, for another address or after a redirect. @param {Response} res */
async function copy(res) {
  const headers = new Headers(res.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name); // the body is unpacked
  return new Response(await res.blob(), { headers });
}

/** Does something for each of a list, a few at a time. @template T @param {T[]} list @param {(x: T) => Promise<unknown>} f */
async function each(list, f, lanes = 4) {
  const left = [...list];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let x = left.shift(); x !== undefined; x = left.shift()) await f(x);
    }),
  );
}

/** Asks the server, and fails unless the answer is good. @param {string} address @param {RequestInit} [how] */
async function good(address, how) {
  const res = await fetch(address, how);
  if (!res.ok) throw new Error(`${address}: ${res.status}`);
  return res.redirected ? copy(res) : res;
}

/**
 * Keeps all files of a version. Those that another cache has need not be sent
 * again.
 * @param {string} into the cache
 * @param {{ hash: string, files: Record<string, string> }} version
 * @param {string} [folder] of the files
 */
async function keepFiles(into, { hash, files }, folder = "") {
  const cache = await caches.open(into);
  /** @type {{ cache: Cache, hash: string, files: Record<string, string> }[]} */
  const others = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("parlour-") || name === into) continue;
    const other = await caches.open(name);
    const said = await other.match(base + "/build.json");
    if (said) others.push({ cache: other, ...(await said.json()) });
  }
  await each(Object.keys(files), async (name) => {
    const path = `${base}/assets/${hash}/${folder}${name}`;
    if (await cache.match(path)) return;
    for (const o of others) {
      const same = o.files[name] === files[name] && (await o.cache.match(`${base}/assets/${o.hash}/${folder}${name}`));
      if (same) return cache.put(path, await copy(same));
    }
    await cache.put(path, await good(path));
  });
  await cache.put(base + "/build.json", new Response(JSON.stringify({ hash, files })));
}

/** Whether a program for this device is kept, of whatever version. */
const hasProgram = async () => (await caches.keys()).some((name) => name.startsWith(programCache("")));

/** Keeps the program for this device, and what it says in the reader's language. */
async function keepProgram() {
  if (!build.program) return;
  await keepFiles(programCache(build.program.hash), build.program, "local/");
  await keepWords("words");
}

/** Makes this version complete: with the program, if an earlier version has it. */
async function install() {
  const program = await hasProgram();
  await keepFiles(own, build);
  await keepFirst("no-cache");
  if (program) await keepProgram();
}

/**
 * Keeps the first pages and answers, and the words of the page. Nothing is replaced
 * before everything is there: they are all in one language.
 * @param {RequestCache} how
 */
async function keepFirst(how) {
  const cache = await caches.open(own);
  /** @type {[string, Response][]} */
  const came = [];
  await each(build.first, async (path) => void came.push([keyOf(path), await good(path, { cache: how })]));
  for (const [key, res] of came) await cache.put(key, res);
  await keepWords("page");
}

/** The first page as it is kept. */
const firstPage = async () => (await (await (await caches.open(own)).match(keyOf(base + "/")))?.text()) ?? "";

/** Keeps a file of words in the language of the first page, which names it. English has none. @param {"page" | "words"} name */
async function keepWords(name) {
  const [path] = new RegExp(`/lang/[^/"&]+/[0-9a-f]+/${name}\\.json`).exec(await firstPage()) ?? [];
  const cache = await caches.open(own);
  if (path && !(await cache.match(base + path))) await cache.put(base + path, await good(base + path));
}

/** The pictures of a page. @param {string} text */
function picturesIn(text) {
  const found = [...text.matchAll(/ src="([^"]+)"/g)].map((m) => m[1].replaceAll("&amp;", "&"));
  return [
    ...new Set(
      found.filter(
        (src) =>
          src.startsWith(base + "/") && sort({ method: "GET", mode: "no-cors", url: worker.location.origin + src }).kind === "answer",
      ),
    ),
  ];
}

/**
 * Keeps what has not been visited, one small thing after the other. It ends
 * quietly where the server cannot be reached, and goes on at the next visit.
 * @param {{ save?: boolean, whole?: boolean, page?: string }} how save: the person pays for data;
 *   whole: keep the pictures of all pages, not only of the one that is shown
 */
async function keepLater({ save, whole, page }) {
  const cache = await caches.open(seen);
  const had = new Set((await cache.keys()).map((r) => r.url.slice(worker.location.origin.length)));
  const list = [];
  for (const path of build.later) {
    if (had.has(keyOf(path)) || (save && !(await kept(keyOf(path))))) continue;
    list.push(path);
  }
  let room = together;
  const keep = async (/** @type {string} */ path) => {
    const res = await good(path, /** @type {RequestInit} */ ({ priority: "low", cache: "no-cache" }));
    const size = (await res.clone().blob()).size;
    if (size > small || (room -= size) < 0) return;
    await cache.put(keyOf(path), res);
  };
  try {
    await each(list, keep, 1);
    if (save) return;
    for (const path of whole ? build.later : page ? [page] : []) {
      const text = path.startsWith(base + "/api/") ? "" : ((await (await cache.match(keyOf(path)))?.text()) ?? "");
      await each(
        picturesIn(text).filter((p) => !had.has(p)),
        keep,
        1,
      );
    }
  } catch {
    return; // the server is gone
  }
}

/** Deletes the caches of versions that no window shows any more. A window that does not say its version may show any. */
async function prune() {
  const names = await caches.keys();
  const old = names.filter((name) => versionOf(name) && versionOf(name) !== build.hash);
  const programs = names.filter((name) => name.startsWith(programCache("")) && name !== programCache(build.program?.hash ?? ""));
  const newer = () => worker.registration.installing || worker.registration.waiting; // its caches are in use, too
  if ((!old.length && !programs.length) || newer()) return;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const used = await Promise.all(windows.map(which));
  if (used.includes("") || newer()) return;
  const unused = old.filter((name) => !used.includes(versionOf(name)));
  if (used.every((hash) => hash === build.hash)) unused.push(...programs);
  await Promise.all(unused.map((name) => caches.delete(name)));
}

/** The version that a window shows, "" if it does not say. @param {Client} w @returns {Promise<string>} */
function which(w) {
  return new Promise((ok) => {
    const { port1, port2 } = new MessageChannel();
    const end = (/** @type {string} */ hash) => {
      clearTimeout(timer);
      port1.close();
      ok(hash);
    };
    const timer = setTimeout(() => end(""), 2000);
    port1.onmessage = (e) => end(String(e.data));
    w.postMessage({ kind: "which" }, [port2]);
  });
}

/** Lets a newer version take over if no window shows a table. Otherwise a person decides. */
async function handOver() {
  const next = worker.registration.waiting;
  if (!next) return;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!windows.some((w) => showsTable(w.url))) next.postMessage({ kind: "go" });
}

/**
 * The answer of the server, or what is kept if the server is gone or slow.
 * @param {Promise<Response>} asked
 * @param {() => Promise<Response | undefined>} otherwise
 */
async function fresh(asked, otherwise) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Response | null} */
  const first = await new Promise((ok) => {
    asked.then(ok, () => ok(null));
    timer = setTimeout(ok, patience, null);
  });
  clearTimeout(timer);
  if (first && first.status < 500) return first;
  return (await otherwise()) ?? asked;
}

/** Keeps a good answer. @param {string} key @param {Response} res */
async function keepSeen(key, res) {
  if (!res.ok || res.redirected) return;
  await (await caches.open(seen)).put(key, res);
}

/** Forgets what was kept longest ago where there is too much. */
async function trim() {
  const cache = await caches.open(seen);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((k) => cache.delete(k)));
}

/** @param {FetchEvent} e @param {string} path */
async function answerPage(e, path) {
  e.waitUntil(handOver());
  const asked = Promise.resolve(e.preloadResponse).then((res) => res ?? fetch(e.request));
  const res = await fresh(asked, async () => (await kept(keyOf(base + path))) ?? kept(keyOf(base + "/")));
  if (pages.test(path) && !new URL(e.request.url).search) e.waitUntil(keepSeen(keyOf(base + path), res.clone()));
  return res;
}

/** @param {FetchEvent} e */
async function answerAnswer(e) {
  const { pathname, search } = new URL(e.request.url);
  const key = pathname + search;
  const res = await fresh(fetch(e.request), () => kept(key));
  if (!build.first.some((p) => keyOf(p) === key)) e.waitUntil(keepSeen(key, res.clone()));
  return res;
}

/** The words of a language. Their address names their content. @param {FetchEvent} e */
async function answerWords(e) {
  return (await kept(new URL(e.request.url).pathname)) ?? fetch(e.request);
}

/** Keeps the first pages again, in the language that the reader has chosen, and drops the others. */
async function changeLanguage() {
  await keepFirst("reload");
  if (await hasProgram()) await keepWords("words");
  for (const name of await caches.keys()) if (versionOf(name) && name.endsWith("-seen")) await caches.delete(name);
}

/** Changes the language if a page was shown in another one than what is kept. @param {string} [lang] of that page */
async function follow(lang) {
  if (lang && !(await firstPage()).includes(`<html lang="${lang}"`)) await changeLanguage().catch(() => {}); // the server is gone
}

/** A file of the version that asks for it. If nobody has it any more, the present one. @param {FetchEvent} e @param {string} path */
async function answerFile(e, path) {
  const [, hash, name] = /** @type {RegExpExecArray} */ (/^\/assets\/([0-9a-f]+)\/(.+)$/.exec(path));
  const program = name.startsWith("local/");
  const hit = program
    ? (await caches.has(programCache(hash))) && (await (await caches.open(programCache(hash))).match(base + path))
    : await kept(base + path);
  if (hit) return hit;
  if (program) return fetch(e.request); // it is kept as a whole, or not at all
  const present = () => kept(`${base}/assets/${build.hash}/${name}`);
  try {
    const res = await fetch(e.request);
    if (!res.ok) return (await present()) ?? res;
    if (hash === build.hash) {
      const again = res.clone();
      e.waitUntil(caches.open(own).then((cache) => cache.put(base + path, again)));
    }
    return res;
  } catch (gone) {
    const res = await present();
    if (!res) throw gone;
    return res;
  }
}

worker.addEventListener("install", (e) => e.waitUntil(install()));

worker.addEventListener("activate", (e) =>
  e.waitUntil(
    (async () => {
      await worker.registration.navigationPreload?.enable();
      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener("fetch", (e) => {
  const { kind, path } = sort(e.request);
  if (kind === "page") e.respondWith(answerPage(e, path));
  else if (kind === "file") e.respondWith(answerFile(e, path));
  else if (kind === "words") e.respondWith(answerWords(e));
  else if (kind === "answer") e.respondWith(answerAnswer(e));
});

worker.addEventListener("message", (e) => {
  const { kind, ...how } = e.data ?? {};
  if (kind === "which") e.ports[0]?.postMessage(build.hash);
  else if (kind === "go") e.waitUntil(worker.skipWaiting());
  else if (kind === "rest")
    e.waitUntil(
      follow(how.lang)
        .then(() => keepLater(how))
        .then(trim)
        .then(prune),
    );
  else if (kind === "program" || kind === "language")
    e.waitUntil(
      (kind === "program" ? keepProgram() : changeLanguage())
        .then(
          () => true,
          () => false,
        )
        .then((is) => e.ports[0]?.postMessage(is)),
    ); // the next visit tries again
});

worker.addEventListener("push", (e) => {
  const said = e.data?.json() ?? {};
  e.waitUntil(worker.registration.showNotification(said.title ?? "Parlour", { body: said.body, tag: said.tag, data: { url: said.url } }));
});

worker.addEventListener("notificationclick", (e) => {
  e.notification.close();
  const url = new URL(e.notification.data?.url ?? "/", worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  e.waitUntil(
    (async () => {
      const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
      const there = windows.find((w) => new URL(w.url).pathname === url.pathname);
      return there ? there.focus() : worker.clients.openWindow(url.href);
    })(),
  );
});
