package page

import (
	"encoding/json"
	"regexp"
)

// A Text is a text of the page in English.
type Text struct{ Key, English string }

// textLine finds the texts in the modules of words, which have one object each.
var textLine = regexp.MustCompile(`(?m)^  "?([a-z][a-zA-Z0-9.-]*)"?:\s+("(?:[^"\\]|\\.)*"),$`)

// Texts returns every English text of the page, in the order of its modules.
func Texts() (list []Text) {
	for _, name := range []string{"text", "words", "study-words", "teacher-words"} {
		data, err := files.ReadFile("js/words/" + name + ".js")
		if err != nil {
			panic(err) // the files are part of the program
		}
		for _, m := range textLine.FindAllSubmatch(data, -1) {
			var english string
			if err := json.Unmarshal(m[2], &english); err != nil {
				panic("page: the text " + string(m[1]) + ": " + err.Error())
			}
			list = append(list, Text{string(m[1]), english})
		}
	}
	return list
}
