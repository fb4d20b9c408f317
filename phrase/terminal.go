//go:build !js

package phrase

// inTerminal holds what a game in the terminal says. The help of commands is English
// everywhere, and so is what a player types.
var inTerminal = map[string]string{
	"terminal.legal":     "{move} is legal: {does}",
	"terminal.nothing":   "nothing moves",
	"terminal.you":       "You",
	"terminal.twin":      "{name} ({seats})",
	"terminal.line":      "{who}: {what}",
	"terminal.throw":     "throw",
	"terminal.choose":    "choose a move",
	"terminal.threw":     "{who} threw {throw}: {ask}",
	"terminal.your-turn": "Your turn: {ask}",
	"terminal.one-die":   "a {n}",
	"terminal.plays":     "{who} plays {move}: {does}.",
	"terminal.declines":  "{seat|Name} {declines/decline}.",
	"count.throws":       "{n} {n|plural:throw/throws}",
	"count.moves":        "{n} {n|plural:move/moves}",
	"terminal.checked":   "{throws} checked",
	"terminal.replayed":  "game {n}: {game}, {throws}, {moves}, {end}",
	"terminal.not-over":  "not finished: {stands}",
	"terminal.no-game":   "{file} holds no game",
	"terminal.step":      "[Enter] continues, q quits:",

	// A game line by line.
	"terminal.help": `MOVE           play a move, in the notation of the game
3              play the third move of the list
(Enter)        play the only move
throw 5        with --manual: enter a throw of 5; 5 alone also works
moves          list the legal moves
why MOVE       say what a move does, or why it is not allowed
hint           ask the expert for the best move, and what it is worth
board          show the board again
position       print the position line
undo           go back to your last choice
save FILE      save the game; save! FILE overwrites another file
offer, accept, decline     a draw, if the game has draws
resign         resign the game
quit           quit; an unfinished game is saved to a file
abandon        quit without saving the game`,
	"terminal.guest-help": `MOVE           play a move, in the notation of the game
3              play the third move of the list
throw          throw the dice; (Enter) also works
(Enter)        play the only move
moves          list the legal moves
why MOVE       say what a move does, or why it is not allowed
hint           ask the expert, where the table allows it
board          show the board again
position       print the position line
log            print the whole log
dice           say what is known about the throws
dice FILE      write what this device remembers of them, for parlour verify --seen
undo           take your move back, or ask the others to let you
give, keep     answer if somebody asks to take a move back
offer, accept, decline     a draw, if the game has draws
resign         resign the game
clock          say how much time everybody has left
rematch        after the game: play again, or go to the table where the others do
say WORDS      talk, where the table allows it
go on          play on although a check of the dice failed, without taking part in them
quit           leave; your chair stays yours, and the same command comes back`,
	"terminal.form":        "The moves of this game: {form}",
	"terminal.begins":      "{game}: {players}. Type ? for help.",
	"terminal.joined":      "{game} at {server}. Type ? for help.",
	"terminal.at":          "{game} at {server}",
	"terminal.human":       "human",
	"terminal.throws":      "{who} throws {throw}.",
	"terminal.each-throws": "Each side throws a die: {throw}.",
	"terminal.ballot":      "The ballot: {throw}.",
	"terminal.ask-throw":   "{who} throws ({form}):",
	"terminal.type-throw":  "{who}: type the throw ({form})",
	"terminal.passes":      "{who} has no move and passes.",
	"terminal.to-move":     "{who} to move ({moves}):",
	"terminal.one-move":    "one move, press Enter to play it",
	"terminal.over":        "The game is over. {result}.",
	"terminal.after":       "save FILE, undo or quit:",
	"terminal.no-such":     "\"{text}\" is not possible now; type ? for help",
	"terminal.several":     "there are {n} moves; type moves to list them",
	"terminal.no-move":     "there is no move {at}; type moves to list the {n} there are",
	"terminal.why-what":    "name a move, for example: why {move}",
	"terminal.only":        "there is only one move, {move}",
	"terminal.hint":        "The expert would play {move}: {does}. Worth to {who}: {worth}; with the next best move, {next}, {less}.",
	"terminal.hint-you":    "The expert would play {move}: {does}. Worth to you: {worth}.",
	"terminal.no-undo":     "there is nothing to undo",
	"terminal.name-file":   "name a file, for example: save game.txt",
	"terminal.exists":      "{file} exists; save! {file} overwrites it",
	"terminal.saved":       "Saved. To continue: parlour play --resume {file}",
	"terminal.kept":        "The game is saved. To continue: parlour play --resume {file}",
	"terminal.not-kept":    "the game could not be saved, so its record is printed above: {why}",
	"terminal.which":       "Which game?",
	"terminal.which-one":   "Type a number, or one of {games}",

	// At a table of a server.
	"terminal.wait-throw":    "Waiting for {who} to throw",
	"terminal.wait-move":     "Waiting for {who} to move",
	"terminal.you-throw":     "You throw",
	"terminal.alarm":         "A check of this table's dice failed: {why}. Nothing from there on is guaranteed.",
	"terminal.alarm-line":    "{alarm} Type go on to play on without this promise, or quit.",
	"terminal.alarm-key":     "{alarm} Press g to go on without this promise, or q to quit.",
	"terminal.lost":          "connection lost, trying again",
	"terminal.unsure":        "dice not guaranteed",
	"terminal.stale":         "the server shows an older state than before",
	"terminal.without":       "{n} without you",
	"terminal.discarded":     "{n} thrown away",
	"terminal.written":       "Written to {file}.",
	"terminal.free-chair":    "free chair",
	"terminal.this-is-you":   "you",
	"terminal.bot":           "{level} bot",
	"terminal.away":          "away",
	"terminal.no-next":       "nobody has asked for another game yet",
	"terminal.watching":      "you only watch here; type ? for help",
	"terminal.not-turn":      "it is not your turn. {says}",
	"terminal.no-promise":    "You play on without the promise of the dice, and without taking part in them.",
	"terminal.seat-open":     "the chair of this device is open elsewhere; leave the table there first, or play a second chair with another folder (--data)",
	"terminal.no-table":      "there is no table {table} at {server}: the link is wrong, or the table was deleted",
	"terminal.unknown-game":  "this program does not know the game {game}; a later version may",
	"terminal.watch-instead": "{why} Watch instead? (y/n)",
	"terminal.come-back":     "Your chair stays yours. To come back: parlour join {link}",
	"terminal.no-claim":      "the chair cannot be moved to this device: {why}",
	"terminal.go-on-as":      "You go on as {name}.",
	"terminal.your-name":     "Your name ({name}):",
	"terminal.no-answer":     "nobody answered",
	"terminal.no-sit":        "you cannot sit down: {why}",
	"terminal.taken":         "{seats} is taken by {name}",
	"terminal.taken-full":    "{seats} is taken by {name}, and no chair is free at this table; parlour watch shows the game",
	"terminal.no-chair":      "no chair is free at this table; parlour watch shows the game",
	"terminal.no-seat":       "there is no seat \"{text}\" at this table; free: {free}",
	"terminal.connected":     "Connected again.",
	"terminal.disconnected":  "The connection is lost. Trying again.",
	"terminal.left":          "{says} ({time} left)",
	"terminal.again":         "Type rematch to play again, or quit.",
	"terminal.no-clocks":     "There are no clocks at this table.",

	// Keys and buttons of the full screen.
	"terminal.keys": `Arrows       move the cursor; Tab goes to the next place to choose
Enter        choose the place: take up a piece, put it down, pick a target
Space        do what is due: throw, play the only move, end the turn
Esc          put the piece down, or take back the last step
1 to 9       choose by word: double, accept, pass ...
m            list what can be played, in words
u            undo: go back to your last choice
h            hint: ask the expert for the best move
l, Page Up   the whole log
:            type a move or a command, as in line mode
f            turn the board round
Ctrl-L       draw the screen again
Ctrl-Z       stop the program for a while
q            quit; nothing is lost

The mouse does the same: click a piece, then where it goes. The right
button puts it down.

Choose something that is not allowed, and you are told which rule
forbids it.

On the board:
' '  may move            (  )  the last move began here
{open} {close}  can be reached      [  ]  the last move ended here
< >  in hand`,
	"terminal.key-rematch-go": "Go to the new table",
	"terminal.key-rematch":    "Play again",
	"terminal.key-hint":       "Hint",
	"terminal.key-give":       "Give the move back",
	"terminal.key-keep":       "Keep it",
	"terminal.key-undo":       "Undo",
	"terminal.key-accept":     "Accept the {draw}",
	"terminal.key-offer":      "Offer a {draw}",
	"terminal.key-decline":    "Decline",
	"terminal.key-resign":     "Resign",
	"terminal.resign-ask":     "Resign the game?",
	"terminal.leave-ask":      "Leave the game? It is saved to a file.",
	"terminal.yes-no":         "{ask} y: yes, any other key: no",
	"terminal.key-throw":      "Throw",
	"terminal.key-end":        "End the turn",
	"terminal.key-only":       "Play the only move",
	"terminal.key-moves":      "Moves",
	"terminal.key-help":       "Help",
	"terminal.key-quit":       "Quit",
	"terminal.key-pass":       "Pass",
	"terminal.title-log":      "Log",
	"terminal.title-dice":     "The dice",
	"terminal.title-moves":    "Moves: Enter plays, Esc closes",
	"terminal.from-to":        "{from} to {to}",
	"terminal.where-to":       "Where to? Esc puts the piece down.",
	"terminal.not-now":        "Not now.",
	"terminal.small":          "This window has {width} columns and {height} lines. Make it larger: at least {least} by {high}.",
}
