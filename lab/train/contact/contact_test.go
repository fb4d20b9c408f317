package contact

import (
	"testing"

	"parlour/lab/train"
)

func TestTrain(t *testing.T) {
	s := &train.School{Game: "contact", Seed: 1}
	if err := Train(t.Context(), s, train.Training{Games: 5, Moves: 60}); err != nil || s.Games != 5 {
		t.Errorf("%d games, %v", s.Games, err)
	}
}
