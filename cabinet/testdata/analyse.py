# Lets GNU Backgammon analyse a match: gnubg -t -q -p analyse.py < /dev/null
#
# JUDGE_IN names a .mat file. For every throw, in order, what the play lost
# compared with the best one is written to JUDGE_OUT, a line each.
import os
import gnubg

gnubg.command('import mat "%s"' % os.environ["JUDGE_IN"])
for what in "chequerplay", "cubedecision":
    gnubg.command("set analysis %s evaluation plies 0" % what)
gnubg.command("analyse match")
with open(os.environ["JUDGE_OUT"], "w") as out:
    for game in gnubg.match(1, 0, 1, 0)["games"]:
        for act in game["game"]:
            if act["action"] != "move":
                continue
            seen = act.get("analysis", {})
            moves = seen.get("moves", ())
            loss = moves[0]["score"] - moves[seen["imove"]]["score"] if len(moves) > 1 else 0.0
            out.write("%.6f\n" % loss)
