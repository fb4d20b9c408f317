"""Tests of the interfaces for programs that learn: those of OpenSpiel, PettingZoo and Gymnasium.

The packages themselves are not needed: the tests check what their own tests check.
"""

import random
import unittest

import parlour
from parlour import aec, spaces, vector

STEPS = 300  # of a game, at most


class Learning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = parlour.Engine()
        cls.addClassCleanup(cls.engine.close)

    def each(self):
        """Every game, as its book has it."""
        for game in self.engine.games():
            with self.subTest(game.id):
                yield game

    def test_openspiel(self):
        """What OpenSpiel's random simulation test demands of a game."""
        for game in self.each():
            rng = random.Random(1928)
            self.assertEqual(game.observation_tensor_shape(), [game.encoding.size])
            self.assertEqual(game.num_distinct_actions(), len(set(game.encoding.actions)))
            self.assertEqual(sum(self.volume(p.shape) for p in game.encoding.parts), game.encoding.size)
            state = game.new_initial_state()
            by_text = state.clone()  # the same game, played by whole moves
            for _ in range(STEPS):
                if state.is_terminal():
                    break
                player, legal = state.current_player(), state.legal_actions()
                self.assertTrue(legal)
                self.assertEqual(legal, sorted(set(legal)))
                mask = state.legal_actions_mask()
                self.assertEqual([a for a, on in enumerate(mask) if on], legal)
                for action in legal:
                    text = state.action_to_string(player, action)
                    self.assertEqual(state.string_to_action(player, text), action)
                if state.is_chance_node():
                    self.assertEqual(player, parlour.CHANCE)
                    self.assertLessEqual(len(legal), game.max_chance_outcomes())
                    self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
                else:
                    self.assertEqual(len(mask), game.num_distinct_actions())
                    for other in range(state.num_players()):
                        self.assertEqual(len(state.observation_tensor(other)), game.encoding.size)
                        self.assertEqual(state.legal_actions(other), legal if other == player else [])
                    self.assertEqual(state.information_state_tensor(player), state.observation_tensor(player))
                self.assertEqual(game.deserialize_state(state.serialize()), state)
                action = rng.choice(legal)
                before, copy, child = str(state), state.clone(), state.child(action)
                self.assertEqual(str(state), before)
                copy.apply_action(action)
                done = state.apply_action(action)
                self.assertEqual(copy, state)
                self.assertEqual(child, state)
                self.assertEqual(state.returns(), state.rewards())
                if done is not None:  # a whole throw or move
                    by_text.apply_action(done)
                    self.assertEqual(by_text, state)
            self.assertAlmostEqual(sum(state.returns()), 0)
            if state.is_terminal():
                self.assertEqual(state.current_player(), parlour.TERMINAL)
                self.assertEqual(state.legal_actions(), [])
                self.assertEqual(len(state.observation_tensor(0)), game.encoding.size)

    @staticmethod
    def volume(shape):
        n = 1
        for k in shape:
            n *= k
        return n

    def test_illegal_actions(self):
        state = self.engine.state("parker G:10,30,*,*/Y:-,-,-,14 G 42 - -")
        self.assertEqual([state.action_to_string(a) for a in state.legal_actions()], ["10", "30"])
        for action in (11, -1, 10_000):
            with self.assertRaises(parlour.Refused) as caught:
                state.apply_action(action)
            self.assertEqual(caught.exception.code, "bad-action")
        self.assertIsNone(state.apply_action(10))
        self.assertEqual(state.taken, [10])
        self.assertNotEqual(state, self.engine.state(state.position))
        with self.assertRaisesRegex(ValueError, "goes on with actions"):
            state.apply_action("6:10>16")
        self.assertEqual(state.apply_action(state.string_to_action("16")), "6:10>16")

    def test_configured(self):
        game = self.engine.game("auto-race").configured(players=2, options={"layout": "hundred"})
        self.assertEqual(game.num_players(), 2)
        self.assertGreater(game.num_distinct_actions(), self.engine.game("auto-race").num_distinct_actions())

    def api_test(self, env):
        """What PettingZoo's api_test demands of an environment."""
        env.reset(seed=5)
        self.assertEqual(env.agents, env.possible_agents)
        self.assertEqual(env.num_agents, len(env.agents))
        self.assertEqual(env.max_num_agents, len(env.possible_agents))
        self.assertIs(env.unwrapped, env)
        for key in ("name", "render_modes", "is_parallelizable"):
            self.assertIn(key, env.metadata)
        for agent in env.possible_agents:
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertTrue(env.observation_space(agent).contains(env.observation_space(agent).sample()))
            self.assertTrue(env.action_space(agent).contains(env.action_space(agent).sample()))
        total = {a: 0.0 for a in env.agents}
        gone, positions = set(), []
        for agent in env.agent_iter():
            self.assertNotIn(agent, gone)
            self.assertEqual(agent, env.agent_selection)
            for values in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                self.assertEqual(set(values), set(env.agents))
            observation, reward, termination, truncation, info = env.last()
            self.assertIsNone(env.last(observe=False)[0])
            self.assertIsInstance(reward, float)
            self.assertIsInstance(info, dict)
            self.assertTrue(env.observation_space(agent).contains(observation))
            self.assertTrue(env.state_space.contains(env.state()))
            total[agent] += reward
            if termination or truncation:
                with self.assertRaises(ValueError):
                    env.step(0)
                env.step(None)
                gone.add(agent)
                self.assertNotIn(agent, env.agents)
                continue
            for other in env.agents:
                if other != agent:
                    self.assertFalse(any(env.observe(other)["action_mask"]))
            with self.assertRaises(ValueError):
                env.step(None)
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            positions.append(env.render())
        self.assertEqual(env.num_agents, 0)
        self.assertEqual(gone, set(env.possible_agents))
        return total, positions

    def test_pettingzoo(self):
        for game in self.each():
            env = aec.Env(game, max_steps=100)
            ends = []
            for _ in range(2):  # the same seeds give the same game
                for agent in env.possible_agents:
                    env.action_space(agent).seed(3)
                ends.append(self.api_test(env))
            self.assertEqual(ends[0], ends[1])

    def test_rewards(self):
        env = aec.Env(self.engine.game("auto-race"))
        total, _ = self.api_test(env)
        self.assertEqual(list(total.values()), env.game_state.returns())
        self.assertEqual(max(total.values()), 1)

    def test_truncation(self):
        env = aec.Env(self.engine.game("checkers"), max_steps=3)
        env.reset()
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            env.step(None if truncation else env.action_space(agent).sample(observation["action_mask"]))
            self.assertFalse(termination)
        self.assertTrue(truncation)

    def test_vector(self):
        """Many games at once go as the same games one by one."""
        for game in self.each():
            rng = random.Random(7)
            env = vector.VectorEnv(game, 4, max_steps=40)
            observations, infos = env.reset(seed=9)
            again = vector.VectorEnv(game, 4, max_steps=40)
            again.reset(seed=9)
            cut = ended = 0
            for _ in range(60):
                self.assertEqual(len(observations), 4)
                actions = []
                for n in range(4):
                    text = env._games["positions"][n]
                    taken = env._games["taken"][n]
                    state = game.deserialize_state(text + (" + " + " ".join(map(str, taken)) if taken else ""))
                    self.assertEqual(bytes(observations[n]), state.observation_bytes())
                    self.assertEqual(list(infos["action_mask"][n]), state.legal_actions_mask())
                    self.assertEqual(infos["player"][n], state.current_player())
                    actions.append(rng.choice(state.legal_actions()))
                observations, rewards, terminations, truncations, infos = env.step(actions)
                same = again.step(actions)
                self.assertEqual([bytes(row) for row in same[0]], [bytes(row) for row in observations])
                for row, over in zip(rewards, terminations):
                    self.assertAlmostEqual(sum(row), 0)
                    self.assertEqual(any(row), over)
                ended, cut = ended + sum(terminations), cut + sum(truncations)
            self.assertGreater(ended + cut, 0)
            with self.assertRaises(parlour.Refused):
                env.step([10_000] * 4)

    def test_spaces(self):
        space = spaces.Discrete(3)
        self.assertTrue(space.contains(2))
        self.assertFalse(space.contains(3))
        space.seed(1)
        self.assertEqual({int(space.sample(spaces.array(bytes([0, 1, 0]), kind="int8"))) for _ in range(9)}, {1})
        self.assertFalse(spaces.numbers(2, 1).contains(spaces.array(bytes([0, 2]), kind="int8")))


if __name__ == "__main__":
    unittest.main()
