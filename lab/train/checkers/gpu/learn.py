"""Learn the nets of checkers from positions, on a GPU.

    python3 learn.py --notes notes.bin --seconds 60 --out nets.bin

The positions are those of `parlour train checkers --play-only --state notes.bin`. The
nets are those of bot/checkers/net.go, with their integers from the beginning: every forward pass
rounds as the player does, so that nothing is lost when the nets are written. Adam
learns in large batches, and the rate falls like a cosine over the given time.
"""

import argparse
import math
import os
import struct
import time
import zlib

import numpy as np
import torch

PHASES, INPUTS, UNITS, DEEP = 6, 128, 128, 32
TURNED = 64 | 31
MOST, FIRST, DEEPS, STEEP = 127, 127 << 4, 64, 110
OUT = MOST * 64
CERTAIN = 3
LIMITS = [2, 15, 1, 1e4, 1, 1e4, 4.6, 1e4]  # of the numbers, so that they fit
NET = struct.calcsize("<%dh%dh%db%db%di%di%dhi" % (INPUTS * UNITS, UNITS, 2 * UNITS * DEEP, DEEP * DEEP, DEEP, DEEP, DEEP))

dev = "cuda" if torch.cuda.is_available() else "cpu"


def reversed32(x):
    x = (x >> 1) & 0x55555555 | (x & 0x55555555) << 1
    x = (x >> 2) & 0x33333333 | (x & 0x33333333) << 2
    x = (x >> 4) & 0x0F0F0F0F | (x & 0x0F0F0F0F) << 4
    x = (x >> 8) & 0x00FF00FF | (x & 0x00FF00FF) << 8
    return (x >> 16) | (x & 0xFFFF) << 16


def odd(x):
    for n in (16, 8, 4, 2, 1):
        x = x ^ (x >> n)
    return x & 1


class Notes:
    """Positions as the side to move sees them, their phases and their targets."""

    def __init__(self, name, trust):
        kind = np.dtype([("b", "<u4"), ("w", "<u4"), ("k", "<u4"), ("worth", "<u2"), ("side", "u1"), ("end", "u1")])
        whole = os.path.getsize(name) // kind.itemsize
        raw = np.fromfile(name, kind, whole)
        b, w, k = (raw[x].astype(np.int64) for x in "bwk")
        both = b | w
        kinds = np.stack([b & ~k, b & k, w & ~k, w & k], 1)
        kinds[:, 0] |= odd(both & 0x0F0F0F0F) << 28
        kinds[:, 2] |= odd(both & 0xF0F0F0F0) << 3
        white = raw["side"] == 1
        kinds[white] = reversed32(kinds[white][:, [2, 3, 0, 1]])
        worth = raw["worth"].astype(np.float32) / 65535
        goal = np.where(raw["end"] == CERTAIN, worth, trust * raw["end"].astype(np.float32) / 2 + (1 - trust) * worth)
        n = np.bitwise_count(both)
        kings = (both & k) != 0
        phase = np.select([n <= 6, n <= 8, kings & (n <= 12), kings, n <= 16], [5, 4, 3, 2, 1], 0)
        self.len = whole
        self.kinds = torch.from_numpy(kinds.astype(np.uint32).view(np.int32)).to(dev)
        self.goal = torch.from_numpy(goal.astype(np.float32)).to(dev)
        self.phase = torch.from_numpy(phase.astype(np.int64)).to(dev)


bit = torch.arange(32, device=dev, dtype=torch.int32)
across = torch.arange(INPUTS, device=dev) ^ TURNED


def inputs(kinds):
    return ((kinds[:, :, None] >> bit) & 1).reshape(-1, INPUTS).float()


def whole(x):
    return x + (torch.round(x) - x).detach()


def down(x):
    return x + (torch.floor(x) - x).detach()


class Net:
    """The numbers of a net: first, bias, second, bias2, third, bias3, out, biasOut."""

    def __init__(self, gen=None):
        def spread(shape, wide):
            return (torch.rand(shape, generator=gen) * 2 - 1) * wide

        w = [
            spread((INPUTS, UNITS), 0.25), torch.full((UNITS,), 0.2),
            spread((DEEP, 2 * UNITS), math.sqrt(6 / (2 * UNITS))), torch.full((DEEP,), 0.1),
            spread((DEEP, DEEP), math.sqrt(6 / DEEP)), torch.full((DEEP,), 0.1),
            spread((DEEP,), math.sqrt(3 / DEEP)), torch.zeros(1),
        ]
        self.w = [x.to(dev).requires_grad_() for x in w]

    def integers(self):
        scales = [FIRST, FIRST, DEEPS, MOST * DEEPS, DEEPS, MOST * DEEPS, STEEP * 64, STEEP * OUT]
        return [whole(x * s) for x, s in zip(self.w, scales)]

    def logit(self, kinds):
        first, bias, second, bias2, third, bias3, out, bias_out = self.integers()
        sums = inputs(kinds) @ torch.cat([first, first[across]], 1) + torch.cat([bias, bias])
        units = down(sums / 16).clamp(0, MOST)
        units = down((units @ second.T + bias2) / DEEPS).clamp(0, MOST)
        units = down((units @ third.T + bias3) / DEEPS).clamp(0, MOST)
        return (units @ out + bias_out) / (OUT * STEEP)

    @torch.no_grad()
    def limit(self):
        for x, most in zip(self.w, LIMITS):
            x.clamp_(-most, most)

    @torch.no_grad()
    def packed(self):
        first, bias, second, bias2, third, bias3, out, bias_out = [x.cpu().numpy().astype(np.int64) for x in self.integers()]
        parts = [
            (first, "<i2"), (bias, "<i2"),
            (second.reshape(DEEP, -1, 4).transpose(1, 0, 2), "i1"), (third.reshape(DEEP, -1, 4).transpose(1, 0, 2), "i1"),
            (bias2, "<i4"), (bias3, "<i4"), (out, "<i2"), (bias_out, "<i4"),
        ]
        data = b""
        for x, kind in parts:
            y = np.ascontiguousarray(x).astype(kind)
            if (y.astype(np.int64) != x).any():
                raise SystemExit("a number does not fit into " + kind)
            data += y.tobytes()
        assert len(data) == NET
        return data

    @torch.no_grad()
    def unpack(self, data):
        shapes = [
            ("<i2", (INPUTS, UNITS)), ("<i2", (UNITS,)), ("i1", (2 * UNITS // 4, DEEP, 4)), ("i1", (DEEP // 4, DEEP, 4)),
            ("<i4", (DEEP,)), ("<i4", (DEEP,)), ("<i2", (DEEP,)), ("<i4", (1,)),
        ]
        at, x = 0, []
        for kind, shape in shapes:
            n = int(np.prod(shape))
            x.append(np.frombuffer(data, kind, n, at).reshape(shape).astype(np.float32))
            at += n * np.dtype(kind).itemsize
        first, bias, second, third, bias2, bias3, out, bias_out = x
        second, third = second.transpose(1, 0, 2).reshape(DEEP, -1), third.transpose(1, 0, 2).reshape(DEEP, -1)
        scales = [FIRST, FIRST, DEEPS, MOST * DEEPS, DEEPS, MOST * DEEPS, STEEP * 64, STEEP * OUT]
        for w, x, s in zip(self.w, [first, bias, second, bias2, third, bias3, out, bias_out], scales):
            w.copy_(torch.from_numpy(np.ascontiguousarray(x)).to(dev) / s)
        return self


def read(name):
    data = zlib.decompress(open(name, "rb").read(), -15)
    n = len(data) // NET
    assert len(data) == n * NET and PHASES % n == 0
    return [Net().unpack(data[i * n // PHASES * NET :][:NET]) for i in range(PHASES)]


def write(name, nets):
    z = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = z.compress(b"".join(n.packed() for n in nets)) + z.flush()
    with open(name + ".part", "wb") as f:
        f.write(data)
    os.replace(name + ".part", name)


@torch.no_grad()
def miss(net, notes, which):
    """The mean squared error of the expected share."""
    total = 0.0
    for i in which.split(1 << 18):
        total += ((torch.sigmoid(net.logit(notes.kinds[i])) - notes.goal[i]) ** 2).sum().item()
    return total / max(1, len(which))


def learn(notes, phase, seconds, seed, old):
    here = torch.nonzero(notes.phase == phase).flatten()
    test, train = here[63::64], here[torch.arange(len(here), device=dev) % 64 != 63]
    gen = torch.Generator()
    gen.manual_seed(seed * 100 + phase)
    net = Net(gen)
    size = max(256, min(len(train) // 32, args.batch))
    adam = torch.optim.Adam(net.w, lr=args.rate, betas=(0.9, 0.999), fused=dev == "cuda")
    begin, step, passes, loss = time.time(), 0, 0, 0.0
    done = 0.0
    while done < 1 and len(train) > 0:
        order = train[torch.randperm(len(train), device=dev)]
        for which in order.split(size):
            if len(which) < size and passes > 0:
                continue
            done = min(1.0, (time.time() - begin) / seconds)
            for g in adam.param_groups:
                g["lr"] = args.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done))
            x = net.logit(notes.kinds[which])
            cost = torch.nn.functional.binary_cross_entropy_with_logits(x, notes.goal[which])
            adam.zero_grad(set_to_none=True)
            cost.backward()
            adam.step()
            net.limit()
            step += 1
            if step % 20 == 0:
                cost.item()  # wait for the GPU, so that the clock is right
            if done >= 1:
                break
        passes += 1
    some = train[torch.randperm(len(train), device=dev)[: 1 << 20]]
    with torch.no_grad():
        first, bias = net.integers()[:2]
        top = (inputs(notes.kinds[some]) @ torch.cat([first, first[across]], 1) + torch.cat([bias, bias])).abs().max().item()
    print("phase %d: %d positions, %d steps of %d, %.1f passes, %.0f s, error %.5f, tested %.5f, nets before %s, largest sum %.0f" % (
        phase, len(train), step, size, step * size / max(1, len(train)), time.time() - begin, miss(net, notes, some), miss(net, notes, test),
        "%.5f" % miss(old[phase], notes, test) if old else "-", top), flush=True)
    if top > 32767:
        print("the first layer may overflow", flush=True)
    return net


p = argparse.ArgumentParser()
p.add_argument("--notes", required=True, help="file of positions")
p.add_argument("--out", required=True, help="file for the nets")
p.add_argument("--seconds", type=float, default=60, help="how long to learn")
p.add_argument("--trust", type=float, default=0.25, help="weight of the results; the rest is the value of the search")
p.add_argument("--batch", type=int, default=16384)
p.add_argument("--rate", type=float, default=0.002)
p.add_argument("--seed", type=int, default=1928)
p.add_argument("--old", help="file of nets to compare the error with")
args = p.parse_args()

begin = time.time()
torch.manual_seed(args.seed)
notes = Notes(args.notes, args.trust)
old = read(args.old) if args.old else None
counts = torch.bincount(notes.phase, minlength=PHASES).tolist()
print("%d positions on %s after %.1f s: %s" % (notes.len, dev, time.time() - begin, counts), flush=True)
left = args.seconds - (time.time() - begin)
nets = []
for phase in range(PHASES):
    share = 0.4 / PHASES + 0.6 * counts[phase] / notes.len
    nets.append(learn(notes, phase, max(1, left * share), args.seed, old))
write(args.out, nets)
print("%s after %.1f s" % (args.out, time.time() - begin), flush=True)
