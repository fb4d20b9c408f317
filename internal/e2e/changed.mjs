// A changed server. It stands before the real one and passes everything on but
// one table, of which it tells a page whatever a test wants. Person 1 is the
// victim, whose page is real; person 2 is an accomplice, whose links the server
// knows.

import { createServer, request } from "node:http";
import { once } from "node:events";
import * as robot from "./robot.mjs";
import { Log } from "../../web/page/test/log.mjs";
import { Promised } from "../../web/page/js/dice/chain.js";

/** A log that the server makes up, in one position of a real table. */
class Story extends Log {
  constructor(view) {
    super({ table: view.table, game: view.game, due: view.dice.due });
    this.letters = view.chairs.map((c) => c.seats[0]);
    this.at = view.position;
    this.events[0].line = this.at;
  }

  put(kind, by, body, more) {
    return super.put(kind, by, body, { ...more, ...(this.at ? { line: this.at } : {}) });
  }

  ask(person, { body, ...options } = {}) {
    return super.ask(person, { ...options, body: { seat: this.letters[person - 1], ...body } });
  }

  fork() {
    return Object.assign(Object.create(Story.prototype), super.fork());
  }
}

export class Changed {
  /** Makes a table at the real server as a template, and opens it in a window. @param {any} page @param {any} terms @param {string} [real] its address */
  static async open(page, terms, real = robot.base) {
    const s = new Changed(real);
    s.table = await robot.make(page, terms, 1, real);
    s.template = await (await page.context().request.get(`${real}/api/tables/${s.table}`)).json();
    s.log = new Story(s.template);
    s.log.sit(1);
    s.log.sit(2);
    s.log.part(2);
    s.log.server();
    s.server = createServer((req, res) => s.answer(req, res)).listen(0, "127.0.0.1");
    await once(s.server, "listening");
    s.url = `http://127.0.0.1:${s.server.address().port}/t/${s.table}`;
    await page.goto(s.url);
    await robot.until("the device to take part", () => s.log.people.has(1));
    return s;
  }

  /** @param {string} real */
  constructor(real) {
    this.real = real;
    /** @type {any[]} what the page has sent, in order */
    this.sent = [];
    this.from = 0; // from where on a link may be one for the open ask
    /** @type {Map<import("node:http").ServerResponse, { log: () => any, seq: number }>} */
    this.streams = new Map();
    /** @type {any} the log that pages with the header x-log are shown, if it is another */
    this.other = null;
    /** Whether nothing is told just now. */
    this.quiet = false;
    /** What every view says that is not so. @type {any} */
    this.lies = {};
  }

  /** The table as the victim is told. */
  view(log) {
    const { open } = log;
    const ready = open?.person === 1 && open.who.length > 1;
    return {
      ...structuredClone(this.template),
      seq: log.events.length,
      position: log.at,
      status: "playing",
      needs: "throw",
      throws: log.throws,
      turn: open?.seat ?? log.letters[1],
      dice: {
        due: log.due,
        method: "parlour-dice-3",
        part: [...log.people.keys()],
        ...(open
          ? {
              ask: {
                number: open.number,
                attempt: open.attempt,
                seat: open.seat,
                person: open.person,
                who: (open.who ?? []).map((w) => w.person),
                ready,
              },
            }
          : {}),
      },
      you: { ...this.template.you, person: 1, chairs: [1], ...(ready ? { links: log.parts([2]) } : {}) },
      ...this.lies,
    };
  }

  async answer(req, res) {
    const { pathname, searchParams } = new URL(req.url, "http://x");
    const log = () => (req.headers["x-log"] && this.other) || this.log;
    const json = (data) => res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(data));
    const at = "/api/tables/" + this.table;
    if (pathname === at) return json(this.view(log()));
    if (pathname === at + "/events") return json({ events: log().events.slice(Number(searchParams.get("since"))) });
    if (pathname === at + "/actions") {
      let text = "";
      for await (const part of req) text += part;
      const action = JSON.parse(text);
      this.sent.push({ ...action, tab: req.headers["x-log"] ?? "" });
      if (action.kind === "take-part") log().part(1, { dice: action.dice });
      json({ seq: log().events.length });
      return this.tell();
    }
    if (pathname === "/api/stream") {
      res.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      this.streams.set(res, { log, seq: Number(searchParams.get("t").split(":")[1]) });
      res.on("close", () => this.streams.delete(res));
      return this.tell();
    }
    const onward = request(new URL(req.url, this.real), { method: req.method, headers: req.headers }, (from) => {
      res.writeHead(from.statusCode, from.headers);
      from.pipe(res);
    });
    onward.on("error", () => res.destroy());
    req.pipe(onward);
  }

  /** Tells the page what has happened. */
  tell() {
    if (this.quiet) return;
    for (const [res, to] of this.streams) {
      const log = to.log();
      const events = log.events.slice(to.seq);
      if (!events.length) continue;
      to.seq = log.events.length;
      res.write(`event: table\ndata: ${JSON.stringify({ table: this.table, events, view: this.view(log) })}\n\n`);
    }
  }

  /** Tells the page something that is no part of the log. @param {string} said JSON */
  says(said) {
    for (const res of this.streams.keys()) res.write(`event: table\ndata: ${said}\n\n`);
  }

  /** Asks for a throw, and returns the victim's link for it. */
  async asks(person = 2, options = {}) {
    this.log.ask(person, options);
    this.tell();
    return this.link();
  }

  /** Waits for the victim's link for the open ask. A link for an earlier ask of the same number may still arrive: it does not fit. */
  async link() {
    const { number, who } = this.log.open;
    const { chain, link: k } = who.find((w) => w.person === 1);
    const { commitment, links } = this.log.events[chain - 1].body.dice;
    const promised = new Promised(commitment, links, chain);
    let found;
    await robot.until(
      `the link for throw ${number}`,
      () => (found = this.sent.slice(this.from).findLast((a) => a.kind === "link" && promised.fits(k, a.link))),
    );
    return found.link;
  }

  /** A throw of the accomplice as an honest server makes it. */
  async throws() {
    const link = await this.asks();
    this.falls(link);
  }

  /** The throw falls with the victim's link. Returns what was thrown. */
  falls(link) {
    const e = this.log.throw({ given: { 1: link } });
    this.tell();
    return e.body.throw;
  }

  /** What the throw would be if the attempt became one: the server knows by now. */
  knows(link) {
    return this.log.fork().throw({ given: { 1: link } }).body.throw;
  }

  /** Ends all streams, as a server does that is started again; with a log, that one is told from then on. */
  restarts(log = this.log) {
    this.log = log;
    this.from = this.sent.length;
    for (const res of this.streams.keys()) res.end();
    this.streams.clear();
  }

  /** How many links the victim's device has sent for different asks. */
  get links() {
    return new Set(this.sent.filter((a) => a.kind === "link").map((a) => a.link)).size;
  }

  async close() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}
