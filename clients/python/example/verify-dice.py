#!/usr/bin/env python3
"""Checks the dice of a game that was played on a Parlour server.

    verify-dice.py LOG --table ID      the events, as GET /api/tables/ID/events gives them
    verify-dice.py ... --seen FILE     compare with what a device remembers ("Save what this
                                       device remembers" in the page), or with another copy
                                       of the events
    verify-dice.py ... --person N      without a memory: for whom the report is
    verify-dice.py ... --json          print the report as JSON
    verify-dice.py --numbers           read a line for each throw and print its number:
                                       "LINK TABLE EPOCH NUMBER ATTEMPT DICE WEIGHT", then
                                       " PERSON LINK" for each part

A dash reads from standard input. Exit code 0: every throw is guaranteed for the owner of
the memory; 1: something is false; 3: nothing contradicts, but not everything is
guaranteed; 2: wrong arguments.

This program shares no code with the server. It was written from docs/FAIR-DICE.md and
needs only Python's standard library. It reads from the position lines which throw is
due, whose it is and what is thrown; "parlour verify" also checks that every move is legal.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys

METHOD, MEMORY = "parlour-dice-3", "parlour-memory-3"

# The latest form of events that this program knows.
SCHEMA = 3

# How long the chains of the server and of a device may be.
SERVER_LEAST, DEVICE_LEAST, MOST = 1024, 64, 65536

# The ballots of three-move checkers that are never drawn.
BARRED = {3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171}
THREE_MOVE = [n for n in range(1, 175) if n not in BARRED]

# Kinds of events that never touch the dice, that change chairs, and for which a throw may be voided.
TALK = {"chat", "emote", "name", "carry", "lock", "host", "set-chat", "mute", "set-help", "held"}
CHAIRS = {"sit", "stand", "chair", "stand-in", "return"}
BREAKING = CHAIRS | {"resign", "time-up", "rule", "claim", "take-part", "too-long"}
# What may come before a server says that it went back.
QUIET = TALK | CHAIRS | {"ready", "throw", "void", "take-part", "claim"}
# What only a person's own device can cause.
OWNED = {
    "ask", "move", "resign", "accept", "decline", "offer", "ask-back", "give-back", "keep-back", "rule",
    "stand-in", "return", "sit", "stand", "take-part", "claim",
}
# The first words of what is played without a throw in games with throws.
DICELESS = {"roll", "double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline", "retire"}
OTHER_KINDS = {"created", "earlier", "server", "pause", "resume", "rematch", "commit", "round", "pledge", "reveal"}


class Fault(Exception):
    """Something in a log that is wrong."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


# Throws.


def number(link, message, weight):
    """The number from 0 to weight-1 that a link gives for a message."""
    limit = 2**32 // weight * weight
    again = 0
    while True:
        text = message if again == 0 else f"{message}\n{again}"
        mac = hmac.new(bytes.fromhex(link), text.encode(), hashlib.sha256).digest()
        for i in range(0, 32, 4):
            word = int.from_bytes(mac[i : i + 4], "big")
            if word < limit:
                return word % weight
        again += 1


def throw_of(dice, n_of):
    """The text of a throw; n_of gives the number for a weight."""
    if dice == "one":
        return str(n_of(6) + 1)
    if dice in ("two", "each"):
        a, b = (d + 1 for d in divmod(n_of(36), 6))
        return f"{max(a, b)}{min(a, b)}" if dice == "two" else f"{a}{b}"
    if dice == "draw three-move":
        return str(THREE_MOVE[n_of(len(THREE_MOVE))])
    return str(n_of(int(dice.removeprefix("draw "))) + 1)


def due(line):
    """Whose throw a position waits for, and what is thrown: (seat, dice), or None."""
    game, *fields = line.split(" ")
    name = game.partition("[")[0]
    if name == "backgammon":
        state = fields[1].split(";")[0]
        if state == "open":
            return "X", "each"
        return ("X" if fields[0].split(":")[3] == "1" else "O", "two") if state == "throw" else None
    if name == "checkers":
        if "ballot" not in fields[1].split(";"):
            return None
        return fields[0][0], "draw 2400" if "opening=eleven-man" in game else "draw three-move"
    if name == "contact":
        return None
    turn, throw = fields[1], fields[2]
    return (turn, "two" if name == "parker" else "one") if turn != "-" and throw == "-" else None


def chairs_of(line):
    """Which chair, counted from 0, decides for which seat of a new game."""
    game, *fields = line.split(" ")
    name = game.partition("[")[0]
    if name in ("backgammon", "checkers", "contact"):
        return {"backgammon": {"X": 0, "O": 1}, "checkers": {"B": 0, "W": 1}}.get(name, {})
    colours = [block[0] for block in fields[0].split("/")]
    owners = re.search(r"seats=(\w+)", fields[4])
    owners = owners[1] if owners else "".join(colours)
    order = [o for o in dict.fromkeys(owners) if o != "n"]
    return {c: order.index(o) for c, o in zip(colours, owners) if o != "n"}


# Links and heads.


def is_link(text):
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None


class Chain:
    def __init__(self, event, commitment, links):
        self.event, self.commitment, self.links = event, commitment, links
        self.named = 0
        self.at, self.link = 0, commitment

    def fits(self, link, n):
        if not is_link(link) or not self.at < n <= self.links:
            return False
        data = bytes.fromhex(link)
        for _ in range(n - self.at):
            data = hashlib.sha256(data).digest()
        return data.hex() == self.link

    def learn(self, link, n):
        self.link, self.at = link, n


def utf8(text):
    return re.sub("[\ud800-\udfff]", "\ufffd", text).encode()  # as other languages write halves of characters


def bencode(value):
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, str):
        data = utf8(value)
        return b"%d:%s" % (len(data), data)
    if isinstance(value, list):
        return b"l" + b"".join(map(bencode, value)) + b"e"
    if isinstance(value, dict):
        pairs = sorted(((utf8(k), v) for k, v in value.items()), key=lambda pair: pair[0])
        return b"d" + b"".join(b"%d:%s" % (len(k), k) + bencode(v) for k, v in pairs) + b"e"
    raise Fault("gap", f"{value!r} has no place in an event")


def first_head(table):
    return hashlib.sha256(("parlour-story-1\n" + table).encode()).digest()


def next_head(head, event):
    fields = ("at", "body", "by", "kind", "line", "schema", "seq")
    plain = {k: event[k] for k in fields if k in event and (k != "by" or event[k])}
    return hashlib.sha256(head + bencode(plain)).digest()


def code(head):
    """The story code of a head."""
    digits = f"{int.from_bytes(head[:8], 'big') % 10**16:016}"
    return " ".join(digits[i : i + 4] for i in range(0, 16, 4))


def parts_of(body):
    return [{"person": p.get("person", 0), "link": p.get("link", "")} for p in body.get("parts", [])]


class Witness:
    """Compares a log with the memory of a device, or with the heads of another copy."""

    def __init__(self, memory):
        self.memory = memory
        self.person = memory.get("person", 0)
        self.heads = {n: head for n, head in memory["heads"]}
        self.newest = max(self.heads, default=0)
        self.openings = memory.get("opened") or []
        self.opened = {o["head"]: o for o in reversed(self.openings)}  # the first of several counts
        self.held = {c["commitment"] for c in memory.get("chains") or []}
        self.epoch = max([memory.get("epoch", 0), *(o["epoch"] for o in self.openings)])
        self.match, self.calm, self.risen, self.other, self.gone = 0, False, False, False, False
        self.back = list(memory.get("back") or [])
        self.acts = {}
        for kind, text in memory.get("acts") or []:
            self.acts[kind, text] = self.acts.get((kind, text), 0) + 1
        self.carried = False
        self.without, self.fallen, self.voided = 0, set(), {}
        self.others = []  # asks that did not become throws, of another device of the person, or opened after an older memory

    def behind(self):
        return not self.gone and self.newest > self.match

    def story(self, seq, kind, body, head):
        known = self.heads.get(seq)
        if self.gone:
            return
        if known == head or self.newest <= self.match:
            self.match, self.calm, self.risen, self.other = seq, True, False, False
            return
        if self.risen:
            pass
        elif self.calm and kind == "server" and body.get("epoch", 0) > self.epoch or self.person and not self.epoch:
            self.risen = True  # before its first chain a server has no way to say so
        elif kind not in QUIET:
            self.calm = False
        self.other = self.other or known is not None
        if self.other and self.risen:
            self.gone = True
            self.back.append(self.match)
        elif self.other and not self.calm:
            raise Fault("memory-story", "up to here other events were shown before")

    def asked(self, ask):
        for o in self.openings:
            if (o["epoch"], o["number"], o["attempt"]) == (ask["epoch"], ask["number"], ask["attempt"]) and o["head"] != ask["head"]:
                raise Fault("memory-story", f"there are two logs: the device opened a link for attempt {o['attempt']} of throw {o['number']} in another one")

    def own(self, ask, chain, n):
        """Whether the device opened a link of its person for an ask, as far as it remembers."""
        if chain.commitment not in self.held:
            return False
        o = self.opened.get(ask["head"])
        if o and o["commitment"] == chain.commitment and o["link"] == n:
            return True
        if any(o["commitment"] == chain.commitment and o["link"] >= n for o in self.openings):
            raise Fault("memory-link", f"the device of person {self.person} did not open link {n} of its chain for this throw")
        return False

    def throw(self, ask, chain):
        if not self.person:
            return
        self.fallen.add(ask["head"])
        n = ask["links"].get(self.person)
        if n is None or not self.own(ask, chain, n):
            self.without += 1

    def void(self, ask, void, parts, chain):
        if not self.person:
            return
        self.voided[ask["head"]] = void
        if chain and self.person in ask["links"] and chain.commitment not in self.held:
            self.others.append({"number": ask["number"], "head": ask["head"]})  # whether it opened its link is not known here
        if any(p["person"] == self.person for p in parts):
            if not self.own(ask, chain, ask["links"][self.person]) and chain.commitment in self.held:
                self.others.append({"number": ask["number"], "head": ask["head"]})  # it did, but this memory is older
        o = self.opened.get(ask["head"])
        p = void["person"]
        if void["why"] == "silent" and p != self.person and o and any(x["person"] == p for x in o.get("others") or []):
            raise Fault("memory-silent", f"person {p} is said to have been silent, but the device of person {self.person} has their link")

    def act(self, seq, kind, by, body):
        since, until = self.memory.get("since", 0), self.memory.get("until", 0)
        if not self.person or self.gone or self.carried or not since or seq < since or until and seq > until:
            return
        if self.other and self.match < since:
            return  # the log no longer has what made this the person's device
        if by != self.person or kind not in OWNED or self.takes(kind, body.get("move", "")):
            return
        if kind == "claim" and self.takes("carry", ""):
            self.carried = True
            return
        raise Fault("memory-act", f"the device of person {self.person} did not send this {kind}")

    def takes(self, kind, text):
        n = self.acts.get((kind, text), 0)
        self.acts[kind, text] = n - 1
        return n > 0

    def discards(self, ask):
        skip = ask["head"] if ask else None
        return [o for o in self.openings
                if o["head"] not in self.fallen and o["head"] != skip and not (self.behind() and o["event"] > self.match)] + self.others


class Log:
    """Follows the events of a table."""

    def __init__(self, table, witness=None, person=0):
        self.table, self.witness = table, witness
        self.person = witness.person if witness and witness.person else person
        self.seq, self.head, self.line = 0, first_head(table), ""
        self.game, self.names, self.moves, self.elsewhere = "", {}, 0, 0
        self.seats, self.chairs = {}, {}  # seat to chair; chair to [person, bot]
        self.throws, self.voids, self.failed = [], [], 0
        self.epoch, self.server, self.latest, self.used = 0, None, {}, set()
        self.ask, self.owed = None, None
        self.movable = 0  # moves since the last throw
        self.lines = []  # the positions since the last throw: only to these can moves be taken back
        self.begun = self.lay = False  # something was played; it began with a move, so that a throw may have lain in the first position
        self.named = {}  # by (person, chain): the last link named
        self.fault = None

    def read(self, events):
        for e in events:
            self.seq += 1
            kind, by, body = "", 0, {}
            try:
                e = readable(e)
                kind, by, body = e.get("kind", ""), e.get("by", 0), e.get("body", {})
                self.head = next_head(self.head, e)
                if self.fault:
                    continue
                self.add(e, kind, by, body)
                if self.witness:
                    self.witness.story(self.seq, kind, body, self.head.hex())
                    self.witness.act(self.seq, kind, by, body)
            except Fault as fault:
                if self.fault:
                    continue
                n = body.get("number", 0) if kind in ("ask", "throw", "void") else 0
                self.fault = {"code": fault.code, "event": self.seq, "throw": n, "text": str(fault)}
                self.throws = [t for t in self.throws if t["event"] < self.seq]
                self.voids = [v for v in self.voids if v["event"] < self.seq]

    def add(self, e, kind, by, body):
        if e.get("schema", 0) > SCHEMA:
            raise Fault("gap", "the event is written by a later version of the program")
        if e.get("seq", 0) != self.seq:
            raise Fault("gap", f"the event is numbered {e.get('seq', 0)}; expected {self.seq}")
        if (kind == "created") != (self.seq == 1):
            raise Fault("gap", "a log must start with the creation of the table, and contain it only once")
        if kind == "created":
            self.created(e, body)
        self.may(kind, by, body)
        if kind not in TALK | OWNED | BREAKING | OTHER_KINDS | {"ready", "throw", "void"}:
            raise Fault("gap", f"unknown kind of event {kind!r}")
        if kind == "sit" and (not body.get("person") or by != body["person"]):
            raise Fault("illegal", f"person {by} seats person {body.get('person', 0)}")
        if body.get("name") and kind in ("sit", "name"):
            self.names[str(max(body.get("person", 0), by))] = body["name"]
        self.sits(kind, body)
        step = {"take-part": self.take_part, "server": self.serves, "ask": self.asks, "ready": self.ready, "throw": self.throw, "void": self.void}.get(kind)
        if step:
            step(e, by, body)
        elif kind == "claim":
            if not body.get("person") or by != body["person"]:  # or nobody would miss the link for it
                raise Fault("chain", f"person {by} takes over the chairs of person {body.get('person', 0)}")
            self.latest.pop(body["person"], None)
        elif kind == "earlier":
            self.earlier(body.get("plays"))
        elif kind == "move":
            self.moves += 1
            self.movable += 1
            self.played(body.get("move", ""), False)
        elif kind == "resign" or kind == "rule" and body.get("text") == "end":
            self.movable = float("inf")  # leaving a game may count as moves; only the rules know how many
        elif kind == "give-back":
            plies = body.get("plies", 0)
            line = e.get("line", "")
            if not 1 <= plies <= self.movable or line not in self.lines:
                raise Fault("illegal", f"{plies} throws and moves are taken back; only moves since the last throw can be")
            self.movable -= plies
            while self.lines.pop() != line:
                pass
        self.line = e.get("line", "")
        if self.lines[-1:] != [self.line]:
            self.lines.append(self.line)

    def created(self, e, body):
        if "terms" not in body:
            raise Fault("gap", "the table was created without terms")
        terms = body["terms"]
        self.game = terms.get("game", "")
        try:
            self.seats = chairs_of(e.get("line", ""))
        except LookupError:
            raise Fault("illegal", "the position cannot be read") from None
        for i, level in enumerate(terms.get("bots") or []):
            if level:
                self.chairs[i] = [0, True]
        self.earlier((terms.get("before") or {}).get("plays"))

    def earlier(self, plays):
        """Counts the throws among plays that were made before the game came to the table."""
        for text in plays or []:
            thrown = re.fullmatch("[0-9]+", text) is not None
            self.played(text, thrown)
            self.elsewhere += thrown

    def played(self, text, thrown):
        """Counts the throw that lay in the position of the beginning: something was moved before the first one."""
        if text.split(" ")[0] in DICELESS:
            return
        if thrown and self.lay:
            self.elsewhere += 1
            self.lay = False
        if not self.begun:
            self.begun, self.lay = True, not thrown

    def sits(self, kind, body):
        n = body.get("chair", 0) - 1
        if n < 0:
            return
        person, bot = self.chairs.get(n, [0, False])
        if kind == "sit":
            self.chairs[n] = [body.get("person", 0), False]
        elif kind == "stand":
            self.chairs[n] = [0, False]
        elif kind == "chair":
            self.chairs[n] = [0, bool(body.get("level"))]
        elif kind == "stand-in" or kind == "rule" and body.get("text") == "bot":
            self.chairs[n] = [person, True]
        elif kind == "return":
            self.chairs[n] = [person, False]

    def may(self, kind, by, body):
        """Whether an event may come now."""
        void, self.owed = self.owed, None
        if void and void["why"] == "restart" and kind != "server":
            raise Fault("open-ask", "after a restart the server has to make a new chain first")
        if void and void["why"] != "restart" and (kind != void["why"] or by != void["person"]):
            raise Fault("open-ask", f"throw {void['number']} was voided for a {void['why']} of person {void['person']}, which does not follow")
        ask = self.ask
        if not ask or kind in TALK or kind in ("ready", "throw", "void"):
            return
        if kind == "ask":
            raise Fault("ask", f"throw {ask['number']} is asked for already")
        person, n = body.get("person", 0), body.get("chair", 0) - 1
        free = person not in ask["links"]
        if kind in ("take-part", "claim") and free:
            return
        if kind in CHAIRS:
            holder = self.chairs.get(n, [0, False])[0]
            if n < 0 or ask["due"] != "each" and n != self.seats.get(ask["seat"]) and holder not in ask["links"] and free:
                return
        raise Fault("open-ask", f"a {kind} comes while throw {ask['number']} is asked for")

    def commits(self, body, least):
        dice = body.get("dice") or {}
        commitment, links = dice.get("commitment"), dice.get("links", 0)
        if not is_link(commitment):
            raise Fault("chain", f"{commitment!r} is not a commitment; expected 64 lower-case hexadecimal digits")
        if not least <= links <= MOST:
            raise Fault("chain", f"the chain has {links} links; expected {least} to {MOST}")
        if commitment in self.used:
            raise Fault("chain", f"the commitment {commitment[:8]}… occurred before at this table")
        self.used.add(commitment)
        return Chain(self.seq, commitment, links)

    def take_part(self, e, by, body):
        if "dice" not in body:
            return  # of earlier dice
        person = body.get("person", 0)
        if not person or by != person:
            raise Fault("chain", f"person {by} takes part for person {person}")
        self.latest[person] = self.commits(body, DEVICE_LEAST)

    def serves(self, e, by, body):
        if by:
            raise Fault("chain", f"person {by} commits to a chain for the server")
        chain = self.commits(body, SERVER_LEAST)
        if body.get("epoch", 0) <= self.epoch:
            raise Fault("epoch", f"epoch {body.get('epoch', 0)} follows epoch {self.epoch}")
        self.server, self.epoch = chain, body["epoch"]

    def asks(self, e, by, body):
        try:
            now = due(self.line)
        except LookupError:
            raise Fault("illegal", "the position cannot be read") from None
        if not now:
            raise Fault("ask", "no throw is due")
        seat, dice = now
        person, bot = self.chairs.get(self.seats.get(seat), [0, False])
        thrower = 0 if bot else person
        if not person and not bot:
            raise Fault("ask", "nobody sits on the chair in turn")
        if not self.epoch:
            raise Fault("ask", "the server has not committed to a chain")
        for key, want in (("number", len(self.throws) + 1), ("attempt", self.failed + 1), ("epoch", self.epoch), ("seat", seat), ("person", thrower), ("due", dice)):
            if (asked := body.get(key, type(want)())) != want:
                raise Fault("ask", f"the ask is for {key} {asked}; expected {want}")
        if by not in (0, thrower):
            raise Fault("ask", f"person {by} asks for a throw of person {thrower}")
        opens = body.get("opens", 0)
        if not self.server.named < opens <= self.server.links:
            raise Fault("ask", f"the server has to open link {opens}; links up to {self.server.named} were named, and there are {self.server.links}")
        last, who = 0, [tuple(w.get(k, 0) for k in ("person", "chain", "link")) for w in body.get("who", [])]
        seated = {p for p, _ in self.chairs.values()}
        for p, event, link in who:
            chain = self.latest.get(p)
            if p <= last:
                raise Fault("who", "the people are not in ascending order")
            if p not in seated:
                raise Fault("who", f"person {p} has no chair")
            if not chain or chain.event != event:
                raise Fault("who", f"event {event} is not the latest chain of person {p}")
            if not chain.named < link <= chain.links:
                raise Fault("who", f"person {p} has to open link {link}; links up to {chain.named} were named, and there are {chain.links}")
            last = p
        for p, event, link in who:
            self.latest[p].named = self.named[p, event] = link
        self.server.named = opens
        self.ask = {"number": len(self.throws) + 1, "attempt": self.failed + 1, "epoch": self.epoch, "seat": seat, "person": thrower, "due": dice,
                    "opens": opens, "links": {p: link for p, _, link in who}, "head": self.head.hex(), "ready": False}
        if self.witness:
            self.witness.asked(self.ask)

    def concerns(self, body):
        n, a = body.get("number", 0), body.get("attempt", 0)
        if not self.ask or (n, a) != (self.ask["number"], self.ask["attempt"]):
            raise Fault("no-ask", f"attempt {a} of throw {n} is not asked for")
        return self.ask

    def ready(self, e, by, body):
        ask = self.concerns(body)
        if by or ask["ready"] or ask["person"] not in ask["links"] or len(ask["links"]) < 2:
            raise Fault("no-ask", "nothing waits for the thrower alone")
        ask["ready"] = True

    def opens(self, parts):
        last, links = 0, self.ask["links"]
        for p in parts:
            if p["person"] not in links or p["person"] <= last:
                raise Fault("parts", f"person {p['person']} was not asked for a link, or not in this order")
            last = p["person"]
        for p in parts:
            if not self.latest[p["person"]].fits(p["link"], links[p["person"]]):
                raise Fault("link", f"this is not link {links[p['person']]} of the chain of person {p['person']}")
        for p in parts:
            self.latest[p["person"]].learn(p["link"], links[p["person"]])

    def own(self):
        return self.latest.get(self.witness.person) if self.witness else None

    def throw(self, e, by, body):
        self.movable, self.lines = 0, []
        if not body.get("attempt"):
            if self.epoch:
                raise Fault("method", "nothing proves this throw, although the server can do better")
            self.played(body.get("throw", ""), True)
            self.throws.append({"number": len(self.throws) + 1, "event": self.seq, "attempt": 0, "who": [], "person": by})
            if self.witness and self.witness.person:
                self.witness.without += 1
            return
        ask, parts = self.concerns(body), parts_of(body)
        if len(parts) != len(ask["links"]):
            raise Fault("parts", f"{len(parts)} people opened links; expected {len(ask['links'])}")
        self.opens(parts)
        if not self.server.fits(body.get("link"), ask["opens"]):
            raise Fault("link", f"this is not link {ask['opens']} of the server's chain")
        self.server.learn(body["link"], ask["opens"])
        lines = [METHOD, self.table, ask["epoch"], ask["number"], ask["attempt"], ask["due"], *(f"{p['person']} {p['link']}" for p in parts)]
        text = throw_of(ask["due"], lambda weight: number(body["link"], "\n".join(map(str, lines)), weight))
        if body.get("throw") != text:
            raise Fault("throw", f"the throw is {body.get('throw')}, but its links make {text}")
        if (by, body.get("seat")) != (ask["person"], ask["seat"]):
            raise Fault("throw", f"the throw is one of person {by} and seat {body.get('seat')}; expected person {ask['person']} and seat {ask['seat']}")
        if self.witness:
            self.witness.throw(ask, self.own())
        self.played(body.get("throw", ""), True)
        self.throws.append({"number": ask["number"], "event": self.seq, "attempt": ask["attempt"], "who": list(ask["links"]), "person": ask["person"]})
        self.ask, self.failed = None, 0

    def void(self, e, by, body):
        ask, parts, why, person = self.concerns(body), parts_of(body), body.get("why", ""), body.get("person", 0)
        if by:
            raise Fault("no-ask", f"person {by} ends what was asked for")
        self.opens(parts)
        void = {"number": ask["number"], "attempt": ask["attempt"], "event": self.seq, "why": why, "person": person}
        if why == "silent":
            if person not in ask["links"] or any(p["person"] == person for p in parts):
                raise Fault("parts", f"person {person} is said to have been silent, but was not asked or has opened a link")
        elif why == "restart" or why in BREAKING:
            self.owed = void
        else:
            raise Fault("open-ask", f"{why!r} is no reason to void a throw")
        if self.witness:
            self.witness.void(ask, void, parts, self.own())
        self.voids.append(void)
        self.ask = None
        self.failed += 1

    # The report.

    def report(self):
        w = self.witness
        memory = bool(w and w.person)
        unknown = sum(1 for t in self.throws if not t["attempt"])
        discards = w.discards(self.ask) if memory else []
        if memory:
            discarded, without = len(discards), w.without + self.elsewhere
        else:
            without = self.elsewhere + sum(1 for t in self.throws if (self.person not in t["who"] if self.person else not t["who"]))
            used = sum(1 for t in self.throws if self.person in t["who"]) + bool(self.ask and self.person in self.ask["links"])
            discarded = sum(n for (p, _), n in self.named.items() if p == self.person) - used if self.person else 0
        stale, back = bool(w and w.behind() and not self.fault), w.back if w else []
        if self.fault:
            verdict = "false"
        elif memory and w.memory.get("since") and self.throws and not (discarded or without or back or stale):
            verdict = "guaranteed"
        else:
            verdict = "not-guaranteed"
        r = {
            "table": self.table, "game": self.game, "events": self.seq, "moves": self.moves, "names": self.names, "fault": self.fault,
            "throws": self.throws, "voids": self.voids, "discarded": discarded, "without": without, "unknown": unknown, "elsewhere": self.elsewhere,
            "back": len(back), "stale": stale, "memory": memory, "verdict": verdict, "story": {"event": self.seq, "code": code(self.head)},
        }
        r["lines"] = self.words(r, discards, back)
        return r

    def words(self, r, discards, back):
        if f := self.fault:
            return [f"Broken at event {f['event']}: {f['text']} ({f['code']}). Nothing is guaranteed from there on."]
        lines = []
        if r["stale"]:
            lines.append(f"The log is older than the memory: it ends with event {self.seq}. Fetch it again.")
        if not r["memory"]:
            lines.append("No contradiction was found, but there is no memory of a device to compare with: what people's devices really sent is not known.")
        elif not self.witness.memory.get("since"):
            lines.append("Not everything that your device knows was stored, so nothing is guaranteed.")
        if r["verdict"] == "guaranteed":
            lines.append(f"All {len(self.throws)} throws were made with your device's help; nobody could know one before, and none was thrown away.")
        elif not self.throws:
            lines.append("No throw was made.")
        if n := r["discarded"]:
            causes = "; ".join(self.cause(o) for o in discards) or "by the gaps in the chain"
            lines.append(f"{'One result was' if n == 1 else f'{n} results were'} known and not used: {causes}.")
        if n := r["without"]:
            whose = "your device" if r["memory"] else f"the device of person {self.person}" if self.person else "any device"
            lines.append(f"One throw was made without {whose}: it could be anything." if n == 1 else f"{n} throws were made without {whose}: they could be anything.")
        if n := self.elsewhere:
            lines.append(f"{n} of them were made elsewhere, before the game came to this table.")
        if n := r["unknown"]:
            lines.append(f"{n} throws of unknown method: guaranteed for nobody.")
        if back:
            times = "once" if len(back) == 1 else f"{len(back)} times"
            events = ("event " if len(back) == 1 else "events ") + ", ".join(map(str, back))
            lines.append(f"The server went back {times}: what was played after {events} was lost and played again.")
        return lines

    def cause(self, o):
        void = self.witness.voided.get(o["head"])
        what = "was made again" if o["number"] <= len(self.throws) else "was not made"
        if not void:
            why = "the server went back" if self.witness.back else "the log has no trace of it"
        elif void["why"] == "silent":
            why = f"the server says the device of person {void['person']} fell silent"
        elif void["why"] == "restart":
            why = "the server says it was started again"
        else:
            why = f"the server says it made way for a {void['why']}" + (f" of person {void['person']}" if void["person"] else "")
        return f"throw {o['number']} {what}; {why}"


# Reading files.

# The fields of an event and their types. An event of another form is refused, because some programs take "Body" for "body" or true for 1.
CHAIN = {"commitment": str, "links": int}
SETUP = {"mode": str, "players": int, "colours": str, "seats": str, "first": str, "preset": str, "options": {None: str}}
TERMS = {"game": str, "setup": SETUP, "position": str, "before": {"line": str, "plays": [str]}, "bots": [str],
         "clock": {"kind": str, "seconds": int, "increment": int, "days": int},
         "chat": bool, "listed": bool, "standIn": str, "help": str, "pace": str}
BODY = {"terms": TERMS, "rules": str, "bots": [str], "dice": CHAIN, "attempt": int, "epoch": int, "due": str, "opens": int,
        "who": [{"person": int, "chain": int, "link": int}], "parts": [{"person": int, "link": str}], "why": str, "person": int, "chair": int,
        "seat": str, "name": str, "level": str, "throw": str, "number": int, "link": str, "move": str, "from": str, "plays": [str], "plies": int,
        "on": bool, "text": str, "lasted": int}
NEVER = object()  # no type: a secret never leaves the server
EVENT = {"seq": int, "schema": int, "at": str, "kind": str, "by": int, "key": str, "line": str, "body": BODY, "secret": NEVER}
TIME = r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)"


def fold(name):
    return name.replace("\u017f", "s").lower()


def fits(value, shape):
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(v, shape[0]) for v in value)
    if not isinstance(shape, dict):
        return type(value) is shape
    if not isinstance(value, dict):
        return False
    names = {fold(k): k for k in shape if k}
    return all(names.get(fold(k), k) == k and (fits(v, shape.get(k, shape.get(None))) if k in shape or None in shape else True)
               for k, v in value.items())


# How many lists and objects may lie in each other. Not every program can read more.
DEEPEST = 32


def shallow(value, left=DEEPEST):
    if not isinstance(value, (dict, list)):
        return True
    return left > 0 and all(shallow(v, left - 1) for v in (value.values() if isinstance(value, dict) else value))


def is_time(text):
    """Whether a text is a time, on a day that there is."""
    found = re.fullmatch(TIME, text, re.ASCII)
    if not found:
        return False
    year, month, day = map(int, found.groups()[:3])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return day <= (28 + leap if month == 2 else 30 if month in (4, 6, 9, 11) else 31)


def readable(event):
    """An event, if programs can read it in one way only."""
    event = {} if event is None else event
    if not shallow(event) or not fits(event, EVENT) or "at" in event and not is_time(event["at"]):
        raise Fault("gap", "the event cannot be read, or programs could read it differently")
    return event


def once(pairs):
    names = [utf8(k) for k, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the name {name.decode()!r} occurs twice")
    return dict(pairs)


def whole(text):
    n = int(text)
    if abs(n) >= 2**53 or text == "-0":
        raise ValueError(f"the number {text} can be read in several ways")
    return n


def refuse(text):
    raise ValueError(f"the number {text} can be read in several ways")


def read_json(text, seen=False):
    """Reads events: one after another, in lists, or in the answers of a server; or a memory, if seen."""
    decoder = json.JSONDecoder(object_pairs_hook=once, parse_int=whole, parse_float=refuse, parse_constant=refuse)
    events, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        data, at = decoder.raw_decode(text, at)
        if seen and isinstance(data, dict) and data.get("format"):
            return data
        events += data.get("events", [data]) if isinstance(data, dict) else data
    return events


def memory_of(seen, table):
    """The memory of a device, or what another copy of the events is as one."""
    if isinstance(seen, dict):
        if seen.get("format") != MEMORY:
            raise ValueError(f"the memory has the format {seen.get('format')!r}; expected {MEMORY!r}")
        if seen.get("table") != table:
            raise ValueError(f"the device remembers table {seen.get('table')}, but this is table {table}")
        return seen
    heads, head = [], first_head(table)
    for n, e in enumerate(seen, 1):
        head = next_head(head, readable(e))
        heads.append([n, head.hex()])
    return {"heads": heads, "epoch": max((e["body"].get("epoch", 0) for e in seen if e["kind"] == "server"), default=0)}


def verify(table, events, seen=None, person=0):
    log = Log(table, Witness(memory_of(seen, table)) if seen else None, person)
    log.read(events)
    return log.report()


def read(path):
    if path == "-":
        return sys.stdin.read()
    with open(path, encoding="utf-8") as f:
        return f.read()


def print_numbers():
    for line in sys.stdin:
        link, *words = line.split()
        weight, parts = int(words[5]), words[6:]
        lines = [METHOD, *words[:5], *(" ".join(parts[i : i + 2]) for i in range(0, len(parts), 2))]
        print(number(link, "\n".join(lines), weight))


def main():
    parser = argparse.ArgumentParser(description="Check the dice of a game played on a Parlour server.")
    parser.add_argument("file", nargs="?", help="the events of a table; - for standard input")
    parser.add_argument("--table", help="the name of the table")
    parser.add_argument("--seen", metavar="FILE", help="what a device remembers, or another copy of the events")
    parser.add_argument("--person", type=int, default=0, help="without a memory: for whom the report is")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--numbers", action="store_true", help="make numbers of links")
    args = parser.parse_args()
    if args.numbers:
        print_numbers()
        return 0
    if not args.file or not args.table:
        parser.error("name a file, and its table with --table ID")
    try:
        events = read_json(read(args.file))
        report = verify(args.table, events, read_json(read(args.seen), True) if args.seen else None, args.person)
    except (AttributeError, Fault, KeyError, IndexError, OSError, RecursionError, TypeError, ValueError) as err:
        print(f"This cannot be read: {err}", file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        print("\n".join(report["lines"]))
        print("Story code at event {event}: {code}".format(**report["story"]))
    return {"false": 1, "guaranteed": 0}.get(report["verdict"], 3)


if __name__ == "__main__":
    sys.exit(main())
