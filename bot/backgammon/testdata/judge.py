# Judges plays with GNU Backgammon: gnubg -t -q -p judge.py < /dev/null
#
# The file named by JUDGE_IN holds a decision in each line: the men of the side
# on turn on points 1 to 24 and the bar, those of the other side, two dice, and
# the men of both after the play that was chosen. For each the loss in points
# against the best play, without a cube, is written to JUDGE_OUT.
import os
import gnubg

gnubg.command("set jacoby off")  # or gammons would count nothing
plies = int(os.environ.get("JUDGE_PLIES", "2"))
ec = gnubg.evalcontext(0, plies, 1, 1, 0.0)  # no cube, deterministic, pruned
ci = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)


def equity(own, opp):
    """Points of the side that has just played."""
    if sum(own) == 0:
        lost = 1
        if sum(opp) == 15:
            lost = 3 if sum(opp[18:]) else 2
        return lost
    p = gnubg.evaluate((own, opp), ci, ec)
    return -(2 * p[0] - 1 + p[1] + p[2] - p[3] - p[4])


def play(own, opp, move):
    own, opp = list(own), list(opp)
    for i in range(0, len(move), 2):
        a, b = move[i] - 1, move[i + 1] - 1
        own[a] -= 1
        if b >= 0:
            own[b] += 1
            if opp[23 - b]:
                opp[23 - b] = 0
                opp[24] += 1
    return tuple(own), tuple(opp)


with open(os.environ["JUDGE_IN"]) as f, open(os.environ["JUDGE_OUT"], "w") as out:
    for line in f:
        n = [int(x) for x in line.split()]
        own, opp, dice = tuple(n[0:25]), tuple(n[25:50]), (n[50], n[51])
        chosen = tuple(n[52:77]), tuple(n[77:102])
        best = play(own, opp, gnubg.findbestmove((opp, own), ci, ec, dice))
        loss = 0.0
        if best != chosen:
            loss = equity(*best) - equity(*chosen)
        out.write("%.5f\n" % loss)
