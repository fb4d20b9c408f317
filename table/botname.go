package table

import (
	"fmt"
	"hash/fnv"
)

// botNames are given to bots. Do not change or reorder them: the name of a bot
// follows from the table and the chair, and is stored only in a rematch. Their number is prime,
// so that every step through the list reaches all of them.
var botNames = [...]string{
	"Agnes", "Basil", "Clara", "Cyril", "Dora", "Edgar", "Elsie", "Felix", "Flora", "Hazel", "Hugo", "Ida", "Ivor", "Jasper", "June", "Kitty",
	"Leo", "Lydia", "Mabel", "Milo", "Nora", "Olga", "Oscar", "Pearl", "Rufus", "Silas", "Thea", "Toby", "Una", "Vera", "Wilma",
}

// BotName returns the name of a bot on a chair of a table; chairs count from 0.
// Everybody sees the same name, also when the game is replayed. The bots at a
// table have different names. Kept are the names that a rematch took over.
func BotName(table string, kept []string, chair int) string {
	if chair < len(kept) {
		return kept[chair]
	}
	h := fnv.New64a()
	h.Write([]byte(table)) // writing to a hash never fails
	n, of := h.Sum64(), uint64(len(botNames))
	step := 1 + n/of%(of-1)
	return botNames[(n+uint64(chair)*step)%of]
}

// BotTitle returns how lists and records name a bot: with its level, and so that
// nobody takes it for a person.
func BotTitle(name, level string) string { return fmt.Sprintf("%s (%s bot)", name, level) }

// BotName returns the name of the bot on a chair; chairs count from 0.
func (s *State) BotName(chair int) string { return BotName(s.id, s.kept, chair) }
