"""Tests of the package. They need the program: PARLOUR names it."""

import pathlib
import random
import unittest

import parlour
from parlour import aec

GAMES = pathlib.Path(__file__).parents[3] / "games"


def throw(state, rng):
    throws, weights = zip(*state.chance_weights())
    return rng.choices(throws, weights)[0]


def play(state, rng, limit=100_000):
    """Play a random game and return how many actions it took."""
    for n in range(limit):
        if state.is_terminal():
            return n
        state.apply_action(throw(state, rng) if state.is_chance_node() else rng.choice(state.legal_moves()))
    raise AssertionError(f"not over after {limit} actions: {state}")


class Tests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = parlour.Engine()
        cls.addClassCleanup(cls.engine.close)

    def test_catalogue(self):
        games = self.engine.games()
        self.assertEqual(len(games), 8)
        parker = self.engine.game("parker")
        self.assertIn("expert", parker.bots)
        self.assertIn(parker.options["total"].default, parker.options["total"].values)
        with self.assertRaisesRegex(KeyError, "the games are kleefeld"):
            self.engine.game("ludo")

    def test_example_games(self):
        """Every example game replays to the positions and results that it names."""
        for path in sorted(GAMES.glob("*/testdata/games/*.txt")):
            with self.subTest(path.stem), open(path, encoding="utf-8") as file:
                records = list(parlour.read_records(file))
                self.assertGreater(len(records), 2)
                for record in records:
                    states = list(record.replay(self.engine))
                    self.assertEqual(states[-1].game.id, path.stem)
                    positions = [e.text for e in record.entries if e.kind == "position"]
                    self.assertEqual(str(states[-1]), positions[-1])
                    if record.end:
                        self.assertEqual(states[-1].result(), record.end)

    def test_bad_record(self):
        game = "= kleefeld G:-,-,-,5/Y:-,-,-,- G - - -\n"
        for text, want in [
            ("G 3 5>9\n", "line 2: with 3 the setter on 5 goes to 8, not to 9"),
            ("G 3 5>8\n= kleefeld G:-,-,-,7/Y:-,-,-,- Y - - -\n", "line 3: the position is"),
            ("G 5>8\n", "line 2: a move is not due"),
            ("rubbish\n", "line 2: expected a seat"),
        ]:
            with self.subTest(text), self.assertRaisesRegex(parlour.RecordError, want):
                for record in parlour.read_records((game + text).splitlines()):
                    list(record.replay(self.engine))

    def test_random_games(self):
        for game in self.engine.games():
            with self.subTest(game.id):
                state = game.new_initial_state(players=game.players[-1] if game.id != "contact" else None)
                play(state, random.Random(1928))
                self.assertEqual(state.current_player(), parlour.TERMINAL)
                self.assertEqual(len(state.returns()), state.num_players())
                self.assertAlmostEqual(sum(state.returns()), 0)
                self.assertEqual(state.legal_actions(), [])
                self.assertRegex(state.result(), "^(win|draw|tie) ")
                self.assertEqual(game.deserialize_state(state.serialize()), state)

    def test_chances(self):
        one = self.engine.state("kleefeld G:-,-,-,5/Y:-,-,-,- G - - -")
        self.assertEqual(one.current_player(), parlour.CHANCE)
        self.assertEqual(one.thrower(), 0)
        self.assertEqual(one.chance_outcomes(), [(n, 1 / 6) for n in range(6)])
        self.assertEqual([one.action_to_string(n) for n in one.legal_actions()], ["1", "2", "3", "4", "5", "6"])
        two = self.engine.state("parker G:10,30,*,*/Y:-,-,-,14 G - - -")
        self.assertEqual(len(two.chance_outcomes()), 21)
        self.assertAlmostEqual(sum(p for _, p in two.chance_outcomes()), 1)
        self.assertEqual(dict(two.chance_weights())["21"], 2)
        ballot = self.engine.game("checkers").new_initial_state(options={"opening": "three-move"})
        self.assertEqual(len(ballot.chance_outcomes()), 156)
        with self.assertRaisesRegex(ValueError, "no throw is due"):
            ballot.child("1").chance_outcomes()

    def test_refusals(self):
        state = self.engine.state("kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -")
        before = str(state)
        with self.assertRaises(parlour.Refused) as caught:
            state.apply_action("5>9")
        self.assertEqual(caught.exception.code, "race.count")
        self.assertEqual(caught.exception.instead, ["5>8"])
        self.assertIn("kleefeld/course", caught.exception.clauses)
        self.assertEqual(str(state), before)
        self.assertIn("only a six", state.why_not("enter"))
        self.assertIsNone(state.why_not("5>8"))
        with self.assertRaises(parlour.Refused) as caught:
            self.engine.state("kleefeld G:-,-,-,5/Y:-,-,-,5 G 3 - -")
        self.assertEqual(caught.exception.faults, ["Green and Yellow share space 5"])

    def test_states(self):
        state = self.engine.state("kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -")
        copy = state.clone()
        self.assertEqual(copy, state)
        self.assertEqual(hash(copy), hash(state))
        after = state.child("5>8")
        self.assertEqual(copy, state, "child changes nothing")
        self.assertNotEqual(after, state)
        self.assertEqual(copy.apply_action("5>8"), "5>8")
        self.assertEqual(copy, after)
        self.assertEqual(state.events("5>8")[0]["text"], "Green moves from 5 to 8")
        self.assertEqual(state.shares(), [0, 0])
        # The owner of two colours is one player.
        owned = self.engine.game("mensch").new_initial_state(seats="1212")
        self.assertEqual(owned.num_players(), 2)
        won = self.engine.state("auto-race G:*/Y:31 - - - rank=G")
        self.assertEqual(won.returns(), [1, -1])

    def test_bots(self):
        for game in self.engine.games():
            with self.subTest(game.id):
                state = game.new_initial_state()
                rng = random.Random(7)
                while state.is_chance_node():
                    state.apply_action(throw(state, rng))
                move = state.choose(game.bots[-1], ms=50, seed=1)
                self.assertIn(move, state.legal_moves())
        with self.assertRaisesRegex(parlour.Refused, "no player"):
            state.choose("nobody")

    def test_many_at_once(self):
        """A list longer than any pipe's buffer does not lock."""
        state = self.engine.game("backgammon").new_initial_state()
        asked = [state.question(t) for t in state.legal_moves()] * 200
        answers = self.engine.ask_many(asked)
        self.assertEqual(len(answers), len(asked))
        self.assertEqual(state.answered(answers[0]), state.child(state.legal_moves()[0]))

    def test_pool(self):
        def work(engine, seed):
            state = engine.game("auto-race").new_initial_state()
            play(state, random.Random(seed))
            return state.returns()

        with parlour.Pool(2) as pool:
            got = pool.map(work, range(6))
        self.assertEqual(got, [work(self.engine, seed) for seed in range(6)])

    def test_ended(self):
        engine = parlour.Engine()
        engine.close()
        with self.assertRaisesRegex(parlour.EngineError, "has ended"):
            engine.ask(games=True)
        with self.assertRaisesRegex(parlour.EngineError, "cannot run"):
            parlour.Engine("/nowhere/parlour")


if __name__ == "__main__":
    unittest.main()
