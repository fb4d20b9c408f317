#!/usr/bin/env python3
"""Checks the dice of a game that was played on a Parlour server.

    verify-dice.py RECORD              a record, as GET /api/tables/TABLE/record gives it
    verify-dice.py EVENTS --table ID   the events, as GET /api/tables/TABLE/events
                                       or events.ndjson give them
    verify-dice.py ... --seen FILE     compare with what a device remembers ("Save what this
                                       device remembers" in the page), or with another copy
                                       of the events
    verify-dice.py ... --json          print {"fault", "throws", "verdict"} instead of words
    verify-dice.py --numbers           read a line for each throw and print its number:
                                       "LINK TABLE THROW WEIGHT NONCE..." for parlour-dice-1,
                                       "parlour-dice-2 LINK TABLE ROUND THROW WEIGHT
                                       PERSON:NONCE... [own:PERSON:LINK]" for parlour-dice-2

A dash reads from standard input. Exit code 0: everything holds; 1: something does
not, and from there on nothing is guaranteed; 2: wrong arguments.

This program shares no code with the server. It was written from docs/FAIR-DICE.md
alone and needs only Python's standard library. It does not know the rules of
the games: "parlour verify" also checks that every move is legal.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys

OLD, NEW = "parlour-dice-1", "parlour-dice-2"

# How long the chains of the server and of a device may be, and when they run low.
SERVER_LEAST, DEVICE_LEAST, MOST = 1024, 64, 1 << 20
SERVER_LOW, DEVICE_LOW = 64, 8

# The numbers of three-move checkers that are never drawn.
BARRED = {3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171}
THREE_MOVE = [n for n in range(1, 175) if n not in BARRED]


class Fault(Exception):
    """Something in a log or a record that is wrong."""

    def __init__(self, code, text):
        super().__init__(text[:1].upper() + text[1:])
        self.code, self.throw = code, 0


# The number of a throw.


def number(link, message, weight):
    """The number from 0 to weight-1 that a link gives for a message."""
    limit = 2**32 // weight * weight
    again = 0
    while True:
        text = message if again == 0 else message + "\n" + str(again)
        mac = hmac.new(bytes.fromhex(link), text.encode(), hashlib.sha256).digest()
        for i in range(0, 32, 4):
            word = int.from_bytes(mac[i : i + 4], "big")
            if word < limit:
                return word % weight
        again += 1


def old_message(table, throw, nonces):
    return "\n".join([OLD, table, str(throw), *nonces])


def message(table, round_, throw, nonces, own):
    """Nonces are (person, link) by ascending person; own is one such pair or None."""
    lines = [NEW, table, str(round_), str(throw)]
    lines += [f"{person} {link}" for person, link in nonces]
    if own:
        lines.append(f"own {own[0]} {own[1]}")
    return "\n".join(lines)


def one(i):
    return str(i + 1)


def two(i):
    a, b = i // 6 + 1, i % 6 + 1
    return f"{max(a, b)}{min(a, b)}"


def each(i):
    return f"{i // 6 + 1}{i % 6 + 1}"


def three_move(i):
    return str(THREE_MOVE[i])


def dice_of(game, opening, line):
    """What is thrown: the number of equal cases, and the throw for each."""
    if game == "backgammon":
        # The opening throw is nobody's own: each side throws one die.
        return (36, each) if opening else (36, two)
    if game == "parker":
        return 36, two
    if game == "checkers":
        return (2400, one) if "opening=eleven-man" in line else (156, three_move)
    return 6, one


# Links and heads.


def is_link(text):
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None


def before(link):
    """The link before a link."""
    return hashlib.sha256(bytes.fromhex(link)).hexdigest()


def bencode(value):
    if value is True or value is False:
        value = int(value)
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, str):
        data = value.encode()
        return b"%d:%s" % (len(data), data)
    if isinstance(value, list):
        return b"l" + b"".join(map(bencode, value)) + b"e"
    if isinstance(value, dict):
        pairs = sorted((k.encode(), v) for k, v in value.items())
        return b"d" + b"".join(b"%d:%s" % (len(k), k) + bencode(v) for k, v in pairs) + b"e"
    raise ValueError(f"{value!r} has no place in an event")


FIELDS = ("at", "body", "by", "kind", "line", "schema", "seq")


def plain(event):
    """An event without what the server adds for its readers."""
    return {k: event[k] for k in FIELDS if k in event and (k != "by" or event[k])}


def first_head(table):
    return hashlib.sha256(("parlour-story-1\n" + table).encode()).digest()


def next_head(head, event):
    return hashlib.sha256(head + bencode(plain(event))).digest()


def code(head):
    """The story code of a head."""
    digits = f"{int.from_bytes(head[:8], 'big') % 10**16:016}"
    return " ".join(digits[i : i + 4] for i in range(0, 16, 4))


# Words.


def people_text(people):
    names = [f"person {p}" for p in people]
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def count(n, noun):
    return f"{n} {noun}" + ("" if n == 1 else "s")


def spans(numbers):
    runs = []
    for n in numbers:
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


class Round:
    """A round: the server's chain and those of the people who were invited."""

    def __init__(self, number_, epoch, commitment, links, people):
        self.number, self.epoch, self.links, self.people = number_, epoch, links, people
        self.last, self.opened = commitment, 0
        self.own = {}  # by person: [links, opened, last link]
        self.nonces = {}  # what each revealed
        self.closed = ""  # what closed it

    def owes(self, person):
        """Whether an invited person has not answered in the present phase."""
        if len(self.own) < len(self.people):
            return person not in self.own
        return person not in self.nonces

    def low(self):
        return self.links - self.opened < SERVER_LOW or any(n - k < DEVICE_LOW for n, k, _ in self.own.values())


class Dice:
    """Follows the dice of a table step by step, from events or from a record."""

    def __init__(self, table, memory=None):
        self.table, self.memory = table, memory
        self.chairs = {}  # by number: (person, whether a bot decides)
        self.seats = {}  # the chair that plays a seat, as far as it was shown
        self.part, self.asks = set(), set()
        self.throws, self.causes = [], {}
        self.used = set()
        self.round, self.epoch, self.risen = 0, 0, 0
        self.force = self.pending = None
        self.old = []  # chains of parlour-dice-1: [first throw, links, last link]
        self.knows = False  # whether the memory began before this, on the device still used
        self.until = max((seq for seq, _ in memory["heads"]), default=0) if memory else 0

    # Who decides.

    def chair(self, number_, person, bot):
        was = self.chairs.get(number_, (0, False))
        self.chairs[number_] = (person, bot)
        if was == (person, bot):
            return
        if self.force and {was[0], person} & set(self.force.people) - {0}:
            member = was[0] if was[0] in self.force.people else person
            self.close(f"the chair of person {member} changed")
        if was[0] and not any(c == (was[0], False) for c in self.chairs.values()):
            self.part.discard(was[0])

    def close(self, why):
        if self.force and not self.force.closed:
            self.force.closed = why

    def take_part(self, by, person):
        if not person or by != person:
            raise Fault("not-invited", "somebody asks to take part for another person")
        self.part.add(person)
        self.asks.add(person)
        if self.force and person in self.force.people:
            self.close(f"person {person} asked again")

    def device(self, person):
        if self.force and person in self.force.people:
            self.close(f"person {person} changed the device")
        if self.memory and person == self.memory["person"]:
            self.knows = False

    # Rounds.

    def fresh(self, link):
        if link in self.used:
            raise Fault("reused-chain", f"the commitment or link {link[:8]}… occurred before at this table")
        self.used.add(link)

    def begin(self, number_, epoch, links, commitment, first, people, out, why):
        if not is_link(commitment) or not isinstance(links, int) or not SERVER_LEAST <= links <= MOST:
            raise Fault("short-chain", f"the server's chain has {links} links; expected {SERVER_LEAST} to {MOST}")
        if number_ != self.round + 1:
            raise Fault("round-number", f"round {number_} follows round {self.round}")
        if first != len(self.throws) + 1:
            raise Fault("round-first", f"the round begins with throw {first}; expected throw {len(self.throws) + 1}")
        self.fresh(commitment)
        if epoch < self.epoch:
            raise Fault("epoch", f"the epoch falls from {self.epoch} to {epoch}")
        cause = self.why(number_, epoch, people, out, why)
        self.part -= set(out)
        for i, p in enumerate(people):
            if p not in self.part or not any(c[0] == p for c in self.chairs.values()) or i and people[i - 1] >= p:
                raise Fault("not-invited", f"person {p} is invited but is not seated or did not ask to take part")
        if self.memory:
            seen = self.memory["rounds"].get(str(number_))
            if seen and (seen["commitment"] != commitment or seen["epoch"] != epoch):
                raise Fault("memory-commitment", f"the server committed to another chain for round {number_} than the device saw")
            if seen and seen["pledge"] and self.memory["person"] not in people:
                raise Fault("memory-pledge", f"the device took part in round {number_}, but the log does not invite its person")
            self.answered()
        if self.round and epoch > self.epoch:
            self.risen += 1
            self.close("the epoch rose")
        self.asks -= set(people)
        self.round, self.epoch = number_, epoch
        self.causes[cause] = self.causes.get(cause, 0) + 1
        self.pending = Round(number_, epoch, commitment, links, people)
        self.completed()

    def why(self, number_, epoch, people, out, why):
        """Checks the reason given for a round and puts it into words."""
        waiting = self.pending

        def wrong(text):
            return Fault("round-why", f"round {number_} gives the reason “{why}”, but {text}")

        for p in out:
            if not waiting or p not in waiting.people or not waiting.owes(p):
                raise wrong(f"person {p} owed no answer")
        if waiting and why in ("closed", "low"):
            raise wrong(f"round {waiting.number} waits for answers")
        if (why == "begin") != (self.round == 0):
            raise wrong("the first round, and only that, begins the dice")
        if why == "begin":
            return "began with the first throw"
        if why == "joined":
            joined = [p for p in people if p in self.asks]
            if not joined:
                raise wrong("nobody who is invited asked to take part")
            return f"began because {people_text(joined)} asked"
        if why == "closed":
            if not self.force or not self.force.closed:
                raise wrong("nothing closed the round in force")
            return f"began because {self.force.closed}"
        if why == "low":
            if not self.force or not self.force.low():
                raise wrong("no chain runs low")
            return "began because a chain ran low"
        if why == "epoch":
            if epoch <= self.epoch:
                raise wrong("the epoch did not rise")
            return "began because the server's store was restored or moved"
        if why == "unanswered":
            if not out:
                raise wrong("nobody owed an answer")
            return f"began again because {people_text(out)} did not answer"
        raise wrong("there is no such reason")

    def invited(self, by, number_, person):
        if not person or by != person:
            raise Fault("not-invited", f"somebody else pledges or reveals for person {person}")
        if not self.pending or self.pending.number != number_:
            raise Fault("late-pledge", f"round {number_} is not waiting for answers")
        if person not in self.pending.people:
            raise Fault("not-invited", f"person {person} answers in round {number_} but was not invited")
        return self.pending

    def pledge(self, by, number_, person, links, commitment, event=0):
        r = self.invited(by, number_, person)
        if r.nonces or person in r.own:
            raise Fault("late-pledge", f"person {person} pledges again, or after somebody has revealed")
        if not is_link(commitment) or not isinstance(links, int) or not DEVICE_LEAST <= links <= MOST:
            raise Fault("short-chain", f"the chain of person {person} has {links} links; expected {DEVICE_LEAST} to {MOST}")
        self.fresh(commitment)
        r.own[person] = [links, 0, commitment]
        if not self.memory or person != self.memory["person"]:
            return
        seen = self.memory["rounds"].get(str(number_))
        if seen and seen["pledge"]:
            self.knows = True
            if seen["pledge"] != commitment or seen["links"] != links:
                raise Fault("memory-pledge", f"the pledge in round {number_} is not the one the device made")
        elif self.knows and self.covers(event, number_):
            raise Fault("memory-pledge", f"there is a pledge in round {number_} that the device did not make")

    def covers(self, event, number_):
        """Whether the memory reaches as far as this event of a round: what was saved earlier does
        not know what came later. A record does not number its events."""
        return 0 < event <= self.until or any(int(r) > number_ for r in self.memory["rounds"])

    def reveal(self, by, number_, person, link, event=0):
        r = self.invited(by, number_, person)
        if len(r.own) < len(r.people):
            raise Fault("early-reveal", f"person {person} reveals before everybody has pledged")
        if person in r.nonces:
            raise Fault("late-pledge", f"person {person} reveals again")
        self.open_own(r, person, link, "wrong-reveal", f"what person {person} reveals does not fit the pledge", event)
        r.nonces[person] = link
        self.close("somebody revealed in the round after it")
        self.completed()

    def open_own(self, r, person, link, fault, text, event):
        own = r.own[person]
        if not is_link(link) or before(link) != own[2]:
            raise Fault(fault, text)
        self.fresh(link)
        own[1] += 1
        own[2] = link
        if self.memory and person == self.memory["person"]:
            seen = self.memory["rounds"].get(str(r.number))
            if seen and own[1] > seen["opened"] and self.covers(event, r.number):
                raise Fault("memory-pledge", f"{count(own[1], 'link')} of the device's chain in round {r.number} are opened; it opened {seen['opened']}")

    def completed(self):
        if len(self.pending.nonces) == len(self.pending.people):
            self.answered()
            self.force, self.pending = self.pending, None

    def answered(self):
        """A device that has revealed had pledged: the log must say so."""
        if not self.memory or not self.pending:
            return
        seen = self.memory["rounds"].get(str(self.pending.number))
        if seen and seen["opened"] and self.memory["person"] not in self.pending.own:
            raise Fault("memory-pledge", f"the device pledged in round {self.pending.number}, but the log does not say so")

    # Throws.

    def throw(self, event, by, number_, round_, link, own, seat, text, dice):
        """Checks a throw. By is who made it, None if a record does not say; own the link of their device."""
        try:
            self.check_throw(event, by, number_, round_, link, own, seat, text, dice)
        except Fault as fault:
            fault.throw = number_
            raise

    def check_throw(self, event, by, number_, round_, link, own, seat, text, dice):
        r = self.force
        if not r:
            raise Fault("no-round", "no round is complete")
        if round_ != r.number:
            raise Fault("no-round", f"the throw falls under round {round_}, but round {r.number} is in force")
        if r.closed:
            raise Fault("no-round", f"round {r.number} was closed: {r.closed}")
        self.counts(number_)
        if r.opened >= r.links:
            raise Fault("exhausted", f"round {r.number} has only {r.links} links")
        if not is_link(link) or before(link) != r.last:
            raise Fault("wrong-link", "the server's link does not follow the one before it")
        self.fresh(link)
        r.last, r.opened = link, r.opened + 1
        who = self.own(r, by, own, seat, event)
        nonces = [(p, r.nonces[p]) for p in r.people]
        self.falls(link, message(self.table, r.number, number_, nonces, (who, own) if who else None), text, dice)
        self.recall(number_, r.number, who)
        self.throws.append({"number": number_, "event": event, "round": r.number, "members": r.people, "own": who})

    def own(self, r, by, own, seat, event):
        """Checks the link of the thrower's device; returns the member who threw, 0 for none."""
        held = [n for n, c in self.chairs.items() if by and c[0] == by]
        person, bot = self.chairs.get(self.seats.get(seat, 0), (0, True))
        if not bot and person != (by or 0) and (by is not None or person in r.people):
            raise Fault("wrong-own", f"it is the throw of person {person}, but their device did not make it")
        if not by and not any(b or p not in r.people and by is None for p, b in self.chairs.values()):
            raise Fault("wrong-own", "nobody made the throw, and no bot plays")
        if len(held) == 1 and seat != "-":
            self.seats[seat] = held[0]
        if by not in r.own:
            if own:
                raise Fault("wrong-own", "a device's link is there although no member threw")
            return 0
        links, opened, _ = r.own[by]
        if opened >= links:
            raise Fault("exhausted", f"the chain of person {by} has only {links} links")
        self.open_own(r, by, own, "wrong-own", f"the link of person {by} is missing or does not follow the one before it", event)
        return by

    def counts(self, number_):
        if number_ != len(self.throws) + 1:
            raise Fault("throw-number", f"throw {number_} follows throw {len(self.throws)}")

    @staticmethod
    def falls(link, text_, text, dice):
        weight, of = dice
        want = of(number(link, text_, weight))
        if text != want:
            raise Fault("wrong-throw", f"the throw is {text}, but its links make {want}")

    def recall(self, number_, round_, own):
        """A throw that the device asked for must be the one it asked for."""
        for n, seen in self.memory["rounds"].items() if self.memory else ():
            if number_ in seen["asked"] and (int(n) != round_ or own != self.memory["person"]):
                raise Fault("memory-asked", f"the device opened its link for throw {number_} in round {n}, but there is another throw {number_}: either the round ended while the request was on its way, or the throw was made again")

    # Parlour-dice-1.

    def old_chain(self, first, links, commitment):
        if self.round:
            raise Fault("old-claim", f"a chain of {OLD} is committed after a round has begun")
        if not is_link(commitment) or not isinstance(links, int) or not 1 <= links <= MOST:
            raise Fault("short-chain", f"a chain of {links} links is committed")
        expected = 1 if not self.old else self.old[-1][0] + self.old[-1][1]
        if first != expected or first <= len(self.throws):
            raise Fault("round-number", f"a chain begins with throw {first}; expected throw {expected}")
        self.used.add(commitment)
        self.old.append([first, links, commitment])

    def old_throw(self, event, number_, link, nonces, text, dice):
        try:
            if self.round:
                raise Fault("old-claim", f"the throw is made by {OLD}, though rounds had begun")
            if not self.old:
                raise Fault("no-round", "no round is complete")
            self.counts(number_)
            chain = next((c for c in self.old if c[0] <= number_ < c[0] + c[1]), None)
            if not chain or not is_link(link) or before(link) != chain[2]:
                raise Fault("wrong-link", "the link does not follow the one before it in a committed chain")
            self.used.add(link)
            chain[2] = link
            self.falls(link, old_message(self.table, number_, nonces), text, dice)
            self.recall(number_, 0, 0)
        except Fault as fault:
            fault.throw = number_
            raise
        self.throws.append({"number": number_, "event": event, "round": 0, "members": [], "own": 0})

    # What it comes to.

    def verdict(self):
        groups = {}
        for t in self.throws:
            groups.setdefault((t["round"] == 0, tuple(t["members"])), []).append(t)
        lines = []
        for (old, members), throws in groups.items():
            which = f"{count(len(throws), 'throw')} ({spans([t['number'] for t in throws])})"
            alone = len(throws) == 1
            if old:
                lines.append(f"{which} {'follows' if alone else 'follow'} from published links, but a server could have chosen them: guaranteed for nobody.")
            elif not members:
                lines.append(f"{which} {'is' if alone else 'are'} guaranteed for nobody: no device took part.")
            else:
                owns = [t["own"] for t in throws if t["own"]]
                known = "".join(f" {owns.count(p)} of them nobody could know until person {p} threw." for p in sorted(set(owns)))
                lines.append(f"{which} {'is' if alone else 'are'} guaranteed for {people_text(members)}.{known}")
        if not self.throws:
            lines.append("No throw is guaranteed.")
        lines += [f"{count(n, 'round')} {cause}." for cause, n in self.causes.items()]
        if self.risen:
            lines.append(f"The epoch rose {'once' if self.risen == 1 else f'{self.risen} times'}.")
        return lines


# Reading events.


class Events:
    """Checks the log of a table."""

    def __init__(self, table, memory, copy):
        self.dice = Dice(table, memory)
        self.head = first_head(table)
        self.heads = dict(map(tuple, memory["heads"])) if memory else {}
        self.copy = copy or []
        self.nonces, self.bots, self.game, self.start, self.line = {}, [], "", "", ""
        self.seq = 0

    @property
    def story_code(self):
        return self.dice.round and (self.seq, code(self.head))

    def check(self, events):
        """Returns the fault, None if everything holds."""
        for e in events:
            try:
                self.add(e)
            except Fault as fault:
                thrown = e["body"].get("number", 0) if e["kind"] == "throw" else 0
                return {"code": fault.code, "event": self.seq, "throw": thrown, "text": f"{fault}."}
        last = max([len(self.copy), *self.heads])
        if last > self.seq:
            return {"code": "memory-story", "event": self.seq + 1, "throw": 0, "text": f"The log ends with event {self.seq}, but event {last} has been seen."}
        for n, seen in self.dice.memory["rounds"].items() if self.dice.memory else ():
            for asked in seen["asked"]:
                if asked > len(self.dice.throws):
                    return {"code": "memory-asked", "event": self.seq, "throw": asked, "text": f"The device asked for throw {asked} in round {n}, but the log does not have it."}
        return None

    def add(self, e):
        self.head = next_head(self.head, e)
        self.seq += 1
        if e["seq"] != self.seq:
            raise Fault("gap", f"event {e['seq']} follows event {self.seq - 1}")
        self.follow(e, e["kind"], e.get("by", 0), e["body"])
        self.line = e.get("line", "")
        seen = self.heads.get(self.seq)
        other = self.copy[self.seq - 1] if self.seq <= len(self.copy) else None
        if seen and seen != self.head.hex() or other is not None and plain(other) != plain(e):
            if e["kind"] == "throw":
                self.dice.throws.pop()
            raise Fault("memory-story", f"up to event {self.seq} the log is not the one that was shown before")

    def follow(self, e, kind, by, body):
        d = self.dice
        chain = body.get("dice") or {}
        if kind == "created":
            self.game, self.start = body["terms"]["game"], e.get("line", "")
            for i, level in enumerate(body["terms"].get("bots") or [], 1):
                if level:
                    d.chair(i, 0, True)
        if kind in ("created", "commit") and chain:
            self.bots = chain.get("bots") or []
            d.old_chain(chain["first"], chain["links"], chain["commitment"])
        elif kind == "take-part":
            d.take_part(by, body.get("person", 0))
        elif kind == "claim":
            d.device(body.get("person", 0))
        elif kind == "round":
            d.begin(body.get("round", 0), body.get("epoch", 0), chain.get("links", 0), chain.get("commitment"), chain.get("first", 0),
                    body.get("people") or [], body.get("out") or [], body.get("why", ""))
        elif kind == "pledge":
            d.pledge(by, body.get("round", 0), body.get("person", 0), chain.get("links", 0), chain.get("commitment"), e["seq"])
        elif kind == "reveal":
            d.reveal(by, body.get("round", 0), body.get("person", 0), body.get("link"), e["seq"])
        elif kind == "throw":
            self.throw(e, by, body)
        elif kind == "move" and by:
            held = [n for n, c in d.chairs.items() if c[0] == by]
            if len(held) == 1:
                d.seats[body.get("seat", "")] = held[0]
        else:
            self.sits(kind, body)

    def sits(self, kind, body):
        chair = body.get("chair", 0)
        person = self.dice.chairs.get(chair, (0, False))[0]
        if kind == "sit" and body.get("nonce"):
            self.nonces[body.get("person", 0)] = body["nonce"]
        if not chair:
            return
        if kind == "sit":
            self.dice.chair(chair, body.get("person", 0), False)
        elif kind == "stand":
            self.dice.chair(chair, 0, False)
        elif kind == "chair":
            self.dice.chair(chair, 0, bool(body.get("level")))
        elif kind == "stand-in" or kind == "rule" and body.get("text") == "bot":
            self.dice.chair(chair, person, True)
        elif kind == "return":
            self.dice.chair(chair, person, False)

    def throw(self, e, by, body):
        # A position of backgammon says whether the opening throw is due.
        dice = dice_of(self.game, re.search(r" open\b", self.line), self.start)
        n, link, text = body.get("number", 0), body.get("link"), body.get("throw")
        if body.get("round"):
            self.dice.throw(e["seq"], by, n, body["round"], link, body.get("own"), body.get("seat", ""), text, dice)
            return
        holders = [self.dice.chairs.get(i, (0, False))[0] for i in range(1, len(self.bots) + 1)]
        nonces = [self.nonces.get(p, "") if p else self.bots[i] for i, p in enumerate(holders)]
        self.dice.old_throw(e["seq"], n, link, nonces, text, dice)


# Reading records.


def numbers_of(text):
    return [] if text == "-" else [int(n) for n in text.split(",")]


HEX = "([0-9a-f]{64})"
ROUND = re.compile(rf"dice round (\d+) (\d+) (\d+) {HEX} (\d+) people (\S+) out (\S+) why (\S+)")
PLEDGE = re.compile(rf"dice pledge (\d+) (\d+) (\d+) {HEX}")
REVEAL = re.compile(rf"dice reveal (\d+) (\d+) {HEX}")
PART = re.compile(r"dice part (\d+)")
DEVICE = re.compile(r"dice device (\d+)")
CHAIR = re.compile(r"dice chair (\d+) (?:(person|bot) (\d+)|open)")
LINK = re.compile(rf"dice link (\d+) {HEX}(?: own (\d+) {HEX})?")
CHAIN = re.compile(rf"dice chain (\d+) (\d+) {HEX}")
NONCE = re.compile(r"dice nonce (\d+) (\S+)")
STORY = re.compile(r"story (\d+) (\d{4} \d{4} \d{4} \d{4})")


class Record:
    """Checks a record."""

    def __init__(self, memory, copy):
        self.memory, self.copy = memory, copy
        self.tags, self.dice, self.nonces = {}, None, []
        self.pending = None  # the link of the throw on the next line
        self.start, self.played, self.others = "", 0, []
        self.old_throws = False
        self.story_code = None

    def check(self, lines):
        n = 0
        backs = sum(line.startswith("! - took back") for line in lines)
        self.others = plays(self.copy, backs) if self.copy else []
        try:
            for n, line in enumerate(lines, 1):
                self.line(line)
            if self.dice is None:
                raise Fault("unreadable", "the record holds no game")
            if self.pending:
                raise Fault("throw-number", f"link {self.pending[1]} was opened but no throw follows")
            if self.tags["Dice"] == NEW and self.old_throws and not self.dice.round:
                raise Fault("old-claim", f"the record is tagged {NEW}, but its throws are made by {OLD}")
        except Fault as fault:
            self.dice = self.dice or Dice("")
            return {"code": fault.code, "event": 0, "line": n, "throw": fault.throw, "text": f"{fault}."}
        return None

    def line(self, line):
        if line.startswith("@ "):
            name, _, value = line[2:].partition(": ")
            self.tags[name] = value
        elif line.startswith("= ") and self.dice is None:
            if self.tags.get("Dice") not in (OLD, NEW):
                raise Fault("unreadable", "the record holds no proof of its dice")
            self.dice, self.start = Dice(self.tags["Table"], self.memory), line
        elif line.startswith(("# dice", "# story")) and self.dice is not None:
            self.comment(line[2:])
        elif line[:1] in ("#", "!", "=", "") or line.startswith("end"):
            return
        elif line.startswith("moves "):
            for move in line.split()[1:]:
                self.plays("move", move)
        else:
            self.play(line)

    def comment(self, text):
        d = self.dice
        if m := ROUND.fullmatch(text):
            d.begin(int(m[1]), int(m[2]), int(m[3]), m[4], int(m[5]), numbers_of(m[6]), numbers_of(m[7]), m[8])
        elif m := PLEDGE.fullmatch(text):
            d.pledge(int(m[2]), int(m[1]), int(m[2]), int(m[3]), m[4])
        elif m := REVEAL.fullmatch(text):
            d.reveal(int(m[2]), int(m[1]), int(m[2]), m[3])
        elif m := PART.fullmatch(text):
            d.take_part(int(m[1]), int(m[1]))
        elif m := DEVICE.fullmatch(text):
            d.device(int(m[1]))
        elif m := CHAIR.fullmatch(text):
            d.chair(int(m[1]), int(m[3] or 0), m[2] == "bot")
        elif m := CHAIN.fullmatch(text):
            d.old_chain(int(m[1]), int(m[2]), m[3])
        elif m := NONCE.fullmatch(text):
            self.nonces += [""] * (int(m[1]) - len(self.nonces))
            self.nonces[int(m[1]) - 1] = m[2]
        elif m := LINK.fullmatch(text):
            if self.pending:
                raise Fault("throw-number", f"link {self.pending[1]} was opened but no throw follows")
            self.pending = m
        elif m := STORY.fullmatch(text):
            self.story(int(m[1]), m[2])
        else:
            raise Fault("unreadable", f"{text!r} is no line of a proof")

    def story(self, seq, said):
        """Compares the story code with what was seen."""
        self.story_code = (seq, said)
        heads = {n: bytes.fromhex(head) for n, head in self.memory["heads"]} if self.memory else {}
        head = first_head(self.dice.table)
        for n, e in enumerate(self.copy or [], 1):
            heads[n] = head = next_head(head, e)
        if seq in heads and code(heads[seq]) != said:
            raise Fault("memory-story", f"the story code at event {seq} is {said}, but what was seen has {code(heads[seq])}")

    def play(self, line):
        # "X throw 52", "- throw 31", "X 24/20 13/11", or "G 6 enter" with the move beside the throw.
        seat, first, *rest = line.split(" ")
        game = self.tags.get("Game", "")
        alone = first == "throw"
        text = rest[0] if alone else first
        if not self.pending:
            if alone or first.isdigit():
                raise Fault("wrong-link", f"{line!r}: a throw without a link")
            self.plays("move", " ".join([first, *rest]))
            return
        m, self.pending = self.pending, None
        dice = dice_of(game, seat == "-", self.start)
        if self.dice.round:
            by = int(m[3]) if m[3] else None
            self.dice.throw(0, by, int(m[1]), self.dice.force.number if self.dice.force else 0, m[2], m[4], seat, text, dice)
        else:
            self.old_throws = True
            self.dice.old_throw(0, int(m[1]), m[2], self.nonces, text, dice)
        self.plays("throw", text)
        if rest and not alone:
            self.plays("move", " ".join(rest))

    def plays(self, kind, text):
        """Compares with the other copy, throw by throw and move by move."""
        if (kind, text) == ("move", "off"):
            return
        if self.played < len(self.others) and self.others[self.played] != (kind, text):
            raise Fault("memory-story", f"the {kind} is {text}, but the other copy has the {self.others[self.played][0]} {self.others[self.played][1]}")
        self.played += 1


def plays(events, backs):
    """The throws and moves of a log, without those taken back."""
    out = []
    for e in events:
        body = e["body"]
        if e["kind"] in ("throw", "move"):
            out.append((e["kind"], body[e["kind"]]))
        elif e["kind"] == "give-back":
            backs -= 1
            del out[-body["plies"] :]
    # The record took back what this copy has not yet seen taken back.
    return [p for p in out if p != ("move", "off")] if backs == 0 else []


# The command.


def read_json(text):
    """Reads a memory, or events: one after another, in lists, or in the answers of a server,
    which gives a long log in several."""
    events, at, decoder = [], 0, json.JSONDecoder()
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        data, at = decoder.raw_decode(text, at)
        if isinstance(data, dict) and "format" in data:
            return data
        if isinstance(data, dict):
            data = data.get("events", [data])
        events += data
    return events


def read(path):
    if path == "-":
        return sys.stdin.read()
    with open(path, encoding="utf-8") as f:
        return f.read()


def print_numbers():
    for line in sys.stdin:
        words = line.split()
        if words[0] == NEW:
            _, link, table, round_, throw, weight, *rest = words
            pairs = [w.rsplit(":", 2) for w in rest]
            nonces = [(p[0], p[1]) for p in pairs if len(p) == 2]
            own = next(((p[1], p[2]) for p in pairs if len(p) == 3), None)
            text = message(table, round_, throw, nonces, own)
        else:
            link, table, throw, weight, *nonces = words
            text = old_message(table, throw, nonces)
        print(number(link, text, int(weight)))


def main():
    parser = argparse.ArgumentParser(description="Check the dice of a game played on a Parlour server.")
    parser.add_argument("file", nargs="?", help="a record or events; - for standard input")
    parser.add_argument("--table", help="the name of the table, for events")
    parser.add_argument("--seen", metavar="FILE", help="what a device remembers, or another copy of the events")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--numbers", action="store_true", help="make numbers of links and nonces")
    args = parser.parse_args()
    if args.numbers:
        print_numbers()
        return 0
    if not args.file:
        parser.error("name a file")
    try:
        text = read(args.file)
        seen = read_json(read(args.seen)) if args.seen else None
    except (OSError, ValueError) as err:
        parser.error(str(err))
    memory, copy = (seen, None) if isinstance(seen, dict) else (None, seen)
    if memory and memory.get("format") != "parlour-memory-1":
        parser.error("--seen names neither a memory (format parlour-memory-1) nor events")
    events = text.lstrip()[:1] in ("{", "[")
    if events and not args.table:
        parser.error("events need the name of their table: --table ID")
    checker = Events(args.table, memory, copy) if events else Record(memory, copy)
    try:
        fault = checker.check(read_json(text) if events else text.splitlines())
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as err:
        fault = {"code": "unreadable", "event": getattr(checker, "seq", 0), "throw": 0, "text": f"This cannot be read: {err!r}."}
    dice = checker.dice or Dice("")
    verdict = dice.verdict()
    if fault:
        at = f"line {fault['line']}" if "line" in fault else f"event {fault['event']}"
        verdict.append(f"Broken at {at}: {fault['text']} ({fault['code']}) Nothing is guaranteed from there on.")
    if args.json:
        print(json.dumps({"fault": fault, "throws": dice.throws, "verdict": verdict}, ensure_ascii=False))
    else:
        print("\n".join(verdict[:-1] if fault else verdict))
        if fault:
            print(verdict[-1], file=sys.stderr)
        if checker.story_code:
            print("Story code at event {}: {}".format(*checker.story_code))
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
