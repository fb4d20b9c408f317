#!/usr/bin/env python3
"""Checks every throw of a game that was played on a Parlour server.

    verify-dice.py RECORD              a record, as GET /api/tables/TABLE/record gives it
    verify-dice.py EVENTS --table ID   the events, as GET /api/tables/TABLE/events
                                       or events.ndjson give them
    verify-dice.py --numbers           reads "LINK TABLE THROW WEIGHT NONCE..." a line
                                       and prints the number each makes

A dash reads from standard input. Exit code 0: every throw is what the chain and
the nonces make it; 1: something is not; 2: called wrongly.

This program shares no code with the server. It is written after docs/FAIR-DICE.md
alone and uses nothing but Python's standard library.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys

METHOD = "parlour-dice-1"

# The numbers of three-move checkers that are never drawn.
BARRED = {3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171}
THREE_MOVE = [n for n in range(1, 175) if n not in BARRED]


class Fault(Exception):
    """A throw, or a line of the proof, that does not hold."""


def number(link, table, throw, nonces, weight):
    """The number from 0 to weight-1 that a link and the nonces make."""
    message = "\n".join([METHOD, table, str(throw), *nonces])
    limit = 2**32 // weight * weight
    again = 0
    while True:
        text = message if again == 0 else message + "\n" + str(again)
        mac = hmac.new(link, text.encode(), hashlib.sha256).digest()
        for i in range(0, 32, 4):
            word = int.from_bytes(mac[i : i + 4], "big")
            if word < limit:
                return word % weight
        again += 1


def one(i):
    return str(i + 1)


def two(i):
    a, b = i // 6 + 1, i % 6 + 1
    return f"{max(a, b)}{min(a, b)}"


def each(i):
    return f"{i // 6 + 1}{i % 6 + 1}"


def three_move(i):
    return str(THREE_MOVE[i])


def dice(game, seat, line):
    """What was thrown: the number of equal cases, and the throw for each."""
    if game == "backgammon":
        # The opening throw is nobody's own: each side throws one die.
        return (36, each) if seat == "-" else (36, two)
    if game == "parker":
        return 36, two
    if game == "checkers":
        return (2400, one) if "opening=eleven-man" in line else (156, three_move)
    return 6, one


class Checker:
    """Follows a game and checks its throws."""

    def __init__(self, table, game, line):
        self.table, self.game, self.line = table, game, line
        self.chains = []  # [first throw, links, last link opened]
        self.nonces = []
        self.throws = 0

    def chain(self, first, links, commitment):
        expected = 1 if not self.chains else self.chains[-1][0] + self.chains[-1][1]
        if first != expected or first <= self.throws:
            raise Fault(f"a chain begins with throw {first}; expected {expected}")
        self.chains.append([first, links, bytes.fromhex(commitment)])

    def throw(self, n, link, seat, text):
        self.throws += 1
        if n != self.throws:
            raise Fault(f"throw {self.throws} calls itself {n}")
        link = bytes.fromhex(link)
        for chain in self.chains:
            first, links, before = chain
            if first <= n < first + links:
                break
        else:
            raise Fault(f"throw {n} lies in no committed chain")
        if len(link) != 32 or hashlib.sha256(link).digest() != before:
            raise Fault(f"the link of throw {n} does not belong to the chain")
        chain[2] = link
        weight, of = dice(self.game, seat, self.line)
        want = of(number(link, self.table, n, self.nonces, weight))
        if text != want:
            raise Fault(f"throw {n} is {text}, but the link and the nonces make {want}")


def check_events(events, table):
    """Checks the log of a table."""
    made = events[0]
    if made["kind"] != "created":
        raise Fault("the log does not begin with the making of the table")
    body = made["body"]
    c = Checker(table, body["terms"]["game"], made["line"])
    bots = body["dice"]["bots"]
    people = {}
    chairs = [0] * len(bots)
    for seq, e in enumerate(events, 1):
        body = e["body"]
        if e["seq"] != seq:
            raise Fault(f"event {seq} calls itself {e['seq']}")
        if e["kind"] in ("created", "commit"):
            d = body["dice"]
            c.chain(d["first"], d["links"], d["commitment"])
        elif e["kind"] == "sit":
            if body.get("nonce"):
                people[body["person"]] = body["nonce"]
            if body.get("chair"):
                chairs[body["chair"] - 1] = body["person"]
        elif e["kind"] in ("stand", "chair"):
            chairs[body["chair"] - 1] = 0
        elif e["kind"] == "throw":
            c.nonces = [people[p] if p else bots[i] for i, p in enumerate(chairs)]
            # A position of backgammon says whether the opening throw is due.
            opening = re.search(r" open\b", events[seq - 2]["line"])
            c.throw(body["number"], body["link"], "-" if opening else body["seat"], body["throw"])
    return c.throws


def check_record(lines):
    """Checks a record."""
    tags = {}
    c = None
    pending = None  # (number, link) of the throw on the next line
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("@ "):
            name, _, value = line[2:].partition(": ")
            tags[name] = value
        elif line.startswith("= ") and c is None:
            if tags.get("Dice") != METHOD:
                raise Fault("the record holds no proof of its dice")
            c = Checker(tags["Table"], tags["Game"], line)
        elif m := re.fullmatch(r"# dice chain (\d+) (\d+) ([0-9a-f]{64})", line):
            c.chain(int(m[1]), int(m[2]), m[3])
        elif m := re.fullmatch(r"# dice nonce (\d+) (\S+)", line):
            chair = int(m[1])
            if chair > len(c.nonces):
                c.nonces += [""] * (chair - len(c.nonces))
            c.nonces[chair - 1] = m[2]
        elif m := re.fullmatch(r"# dice link (\d+) ([0-9a-f]{64})", line):
            pending = int(m[1]), m[2]
        elif line.startswith("# dice"):
            raise Fault(f"{line!r} is no line of a proof")
        elif line[:1] in ("#", "!", "=", "") or line.startswith(("end", "moves ")):
            continue
        else:
            # "X throw 52", "- throw 31", or "G 6 enter" with the move beside it.
            seat, first, *rest = line.split(" ")
            if first == "throw":
                text = rest[0]
            elif pending:
                text = first
            else:
                if c.game not in ("backgammon", "checkers", "contact"):
                    raise Fault(f"{line!r}: a throw without a link")
                continue
            if not pending:
                raise Fault(f"{line!r}: a throw without a link")
            c.throw(*pending, seat, text)
            pending = None
    if c is None:
        raise Fault("the record holds no game")
    if pending:
        raise Fault(f"link {pending[0]} was opened but no throw follows")
    return c.throws


def read_events(text):
    """Reads events: one after another, in lists, or in the answers of a server, which
    gives a long log in several."""
    events, at, decoder = [], 0, json.JSONDecoder()
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        data, at = decoder.raw_decode(text, at)
        if isinstance(data, dict):
            data = data.get("events", [data])
        events += data
    return events


def main():
    parser = argparse.ArgumentParser(description="Check the dice of a game played on a Parlour server.")
    parser.add_argument("file", nargs="?", help="a record or events; - for standard input")
    parser.add_argument("--table", help="the name of the table, for events")
    parser.add_argument("--numbers", action="store_true", help="make numbers of links and nonces")
    args = parser.parse_args()
    if args.numbers:
        for line in sys.stdin:
            link, table, throw, weight, *nonces = line.split()
            print(number(bytes.fromhex(link), table, int(throw), nonces, int(weight)))
        return 0
    if not args.file:
        parser.error("name a file")
    text = sys.stdin.read() if args.file == "-" else open(args.file, encoding="utf-8").read()
    try:
        if text.lstrip()[:1] in ("{", "["):
            if not args.table:
                parser.error("events need the name of their table: --table ID")
            throws = check_events(read_events(text), args.table)
        else:
            throws = check_record(text.splitlines())
    except (Fault, KeyError, IndexError, TypeError, ValueError) as fault:
        print(f"NOT FAIR: {fault}", file=sys.stderr)
        return 1
    print(f"{throws} throws, every one of which is what the chain and the nonces make it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
