# Judges decisions with the cube with GNU Backgammon: gnubg -t -q -p cube.py
#
# The file named by JUDGE_IN holds a position in each line: the men of the side
# on turn on points 1 to 24 and the bar, those of the other side, whether the one
# doubles and whether the other would take. The cube is in the middle, in a game
# for a stake. For each what both lose, in points, is written to JUDGE_OUT.
import os
import gnubg

gnubg.command("set jacoby off")
plies = int(os.environ.get("JUDGE_PLIES", "2"))
ec = gnubg.evalcontext(1, plies, 1, 1, 0.0)  # with the cube, deterministic, pruned
ci = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)

with open(os.environ["JUDGE_IN"]) as f, open(os.environ["JUDGE_OUT"], "w") as out:
    for line in f:
        n = [int(x) for x in line.split()]
        own, opp, doubled, taken = tuple(n[0:25]), tuple(n[25:50]), n[50], n[51]
        waited, take, drop = gnubg.cfevaluate((opp, own), ci, ec)[1:4]
        double = min(take, drop)
        best = max(waited, double)
        answer = take if taken else drop
        out.write("%.5f %.5f\n" % (best - (double if doubled else waited), answer - double))
