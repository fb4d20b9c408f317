package phrase

import "strings"

// Suggest returns the words of a list that somebody who typed word may have
// meant: those that contain it, or else those that differ in a few letters. Case
// does not count. The words keep their order.
func Suggest(word string, list []string) (like []string) {
	word = strings.ToLower(word)
	const least = 3 // shorter parts are in too many words
	for _, w := range list {
		if len(word) >= least && strings.Contains(strings.ToLower(w), word) {
			like = append(like, w)
		}
	}
	if like != nil {
		return like
	}
	for _, w := range list {
		if n := distance(word, strings.ToLower(w)); word != "" && n <= 2 && 3*n <= len(word) {
			like = append(like, w)
		}
	}
	return like
}

// distance counts the letters to insert, delete or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := left
			if a[i] != b[j] {
				change++
			}
			left = row[j+1]
			row[j+1] = min(change, row[j]+1, left+1)
		}
	}
	return row[len(b)]
}
