package lab

import (
	"context"
	"encoding/json"
	"fmt"

	"parlour/cabinet"
	"parlour/lab/analyse"
	"parlour/lab/work"
	"parlour/record"
)

// Analyst returns an analyst of a game with so many workers, or an error if no bot can
// judge the game.
func Analyst(e *cabinet.Entry, workers int) (*analyse.Analyst, error) {
	if a := e.Analysts(workers); a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("no bot can judge positions of %s", e.Info.ID)
}

// Analyse has a crew analyse records, each as a task, and calls each with every
// report, in the order of the records. The analysts have fixed limits, so the
// reports do not depend on who made them.
func Analyse(ctx context.Context, crew work.Crew, records []*record.Record, each func(n int, r *analyse.Report) error) error {
	tasks := make([]work.Task, len(records))
	for i, rec := range records {
		body, err := json.Marshal(rec)
		if err != nil {
			return err
		}
		tasks[i] = work.Task{Kind: "analyse", Body: body}
	}
	return crew.Run(ctx, tasks, func(n int, result json.RawMessage) error {
		var r analyse.Report
		if err := json.Unmarshal(result, &r); err != nil {
			return fmt.Errorf("an analysis cannot be read: %w", err)
		}
		return each(n, &r)
	})
}

// lookAt does a task of the kind "analyse".
func lookAt(ctx context.Context, body json.RawMessage) (json.RawMessage, error) {
	var rec record.Record
	if err := json.Unmarshal(body, &rec); err != nil {
		return nil, fmt.Errorf("a record cannot be read: %w", err)
	}
	if len(rec.Entries) == 0 {
		return nil, fmt.Errorf("the record is empty")
	}
	e, _, err := cabinet.Parse(rec.Start())
	if err != nil {
		return nil, err
	}
	a, err := Analyst(e, 1)
	if err != nil {
		return nil, err
	}
	r, err := a.Record(ctx, &rec)
	if err != nil {
		return nil, err
	}
	return json.Marshal(r)
}
