#!/usr/bin/env python3
"""A player for a table of a Parlour server. It needs only the standard library.

It is an example to start from: it knows no rules, gets the legal moves from
the server and plays a random one. It does not take part in the dice: after it
asked for a throw, it waits until the devices of the others have answered and the
throw is in the log.

    python3 bot.py --url http://127.0.0.1:8080 --table TABLE --chair 2
    python3 bot.py --url http://127.0.0.1:8080 --game kleefeld

With --game it makes a table of its own and plays against the server's bots.
"""

import argparse
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request


class Failure(Exception):
    """An error answer from the server."""

    def __init__(self, code, message, after):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.after = after


class Bot:
    """One player at one table."""

    def __init__(self, url, table, chair, name, level):
        self.url, self.table, self.chair, self.name, self.level = url, table, chair, name, level
        self.token = None

    def send(self, method, path, body=None, timeout=60):
        """Send a request; return the open answer."""
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        data = None if body is None else json.dumps(body).encode()
        try:
            return urllib.request.urlopen(request, data, timeout)
        except urllib.error.HTTPError as err:
            error = json.load(err)["error"]
            raise Failure(error["code"], error["message"], int(err.headers.get("Retry-After", 0))) from err

    def call(self, method, path, body=None):
        """Send a request and read the answer; wait if the server says so."""
        while True:
            try:
                with self.send(method, path, body) as answer:
                    return json.loads(answer.read() or "null")
            except Failure as failure:
                if not failure.after:
                    raise
                time.sleep(failure.after)

    def act(self, **action):
        """Do something at the table. Thanks to the key it happens once, however often it is sent."""
        action["key"] = secrets.token_hex(16)
        return self.call("POST", f"/api/tables/{self.table}/actions", action)

    def sit(self, game):
        """Take a chair: at the given table, or at a new one against bots."""
        if self.table:
            self.act(kind="sit", chair=self.chair, name=self.name)
            return
        info = self.call("GET", "/api/games/" + game)
        bots = [self.level or info["levels"][0]] * info["players"][0]
        bots[self.chair - 1] = ""
        made = self.call("POST", "/api/tables", {
            "terms": {"game": game, "bots": bots}, "chair": self.chair, "name": self.name,
            "key": secrets.token_hex(16),
        })
        self.table = made["table"]

    def follow(self):
        """Read the events and act when it is our turn; return the last view when the game is over."""
        path = f"/api/tables/{self.table}/events.ndjson?view=1&since=1000000000"
        with self.send("GET", path) as stream:
            for line in stream:
                if not line.strip():
                    continue  # the server's heartbeat
                view = json.loads(line).get("view")
                if view is None:
                    continue  # an event; the view says all this bot needs
                if view["status"] == "over":
                    return view
                self.play(view)
        return None

    def play(self, view):
        """Throw or move if it is this player's turn."""
        if view["status"] != "playing" or view["turn"] not in view["chairs"][self.chair - 1]["seats"]:
            return
        if view["dice"].get("ask"):
            return  # the throw is on its way; the stream will say what fell
        try:
            if view["needs"] == "throw":
                self.act(kind="throw", seq=view["seq"])
            else:
                self.act(kind="move", seq=view["seq"], move=random.choice(view["moves"]))
        except Failure as failure:
            if failure.code not in ("late", "refused", "dice"):
                raise
            # The table has moved on, or is about to throw; the stream will say how.

    def run(self, game):
        """Play one game."""
        self.token = self.call("POST", "/api/token", {"bearer": True})["token"]
        self.sit(game)
        print("playing at", f"{self.url}/t/{self.table}", flush=True)
        while True:
            try:
                view = self.follow()
                if view:
                    print(view["words"])
                    return
            except (OSError, urllib.error.URLError) as err:
                print("the stream ended, once more:", err, file=sys.stderr)
            time.sleep(0.5)


def main():
    parser = argparse.ArgumentParser(description="Play at a table of a Parlour server.")
    parser.add_argument("--url", default="http://127.0.0.1:8080", help="address of the server")
    parser.add_argument("--table", default="", help="table to sit down at")
    parser.add_argument("--chair", type=int, default=1, help="chair to sit down on, from 1")
    parser.add_argument("--name", default="bot-python", help="name to sit down with")
    parser.add_argument("--game", default="", help="make a table of this game instead, against the server's bots")
    parser.add_argument("--level", default="", help="level of the server's bots (default: the weakest)")
    args = parser.parse_args()
    if bool(args.table) == bool(args.game):
        parser.error("give --table or --game")
    try:
        Bot(args.url, args.table, args.chair, args.name, args.level).run(args.game)
    except Failure as failure:
        sys.exit(f"bot.py: {failure}")


if __name__ == "__main__":
    main()
