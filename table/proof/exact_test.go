package proof_test

import (
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/table/proof"
)

// TestOneReading checks that no event passes that two programs could read
// differently: a server could show two games with the same story code.
func TestOneReading(t *testing.T) {
	c := forge.Honest()[0]
	for name, forged := range map[string]func(event string) string{
		"a second body":           func(e string) string { return strings.Replace(e, `"body":`, `"Body":{"name":"Eve"},"body":`, 1) },
		"a second kind":           func(e string) string { return strings.TrimSuffix(e, "}") + `,"KIND":"chat"}` },
		"a name twice":            func(e string) string { return strings.TrimSuffix(e, "}") + `,"line":""}` },
		"a field of the body":     func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"Chair":2,`, 1) },
		"a letter that folds":     func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"lin`+"\u212a"+`":"",`, 1) },
		"a field of the terms":    func(e string) string { return strings.Replace(e, `"terms":{`, `"terms":{"GAME":"",`, 1) },
		"what nobody reads twice": func(e string) string { return strings.Replace(e, `"body":{`, `"body":{"x":{"a":1,"a":2},`, 1) },
	} {
		k := proof.NewChecker(c.Table, cabinet.Open)
		found := false
		for _, raw := range forge.JSON(c.Events) {
			text := forged(string(raw))
			err := k.AddJSON([]byte(text))
			if err != nil && strings.Contains(err.Error(), "name") {
				found = true
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if !found {
			t.Errorf("%s: the log passes, with the story code %s", name, k.Report().Story.Code)
		}
	}
}
