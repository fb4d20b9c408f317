package web

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"parlour/hall"
)

// Earlier releases kept the notices in a file beside the database.
type noticeFile struct {
	Tables map[string]noticeTable `json:"tables"` // by name
	Feeds  map[string]noticeBook  `json:"feeds"`  // by hash of the secret
}

// importFile takes over what an earlier release kept, and renames its file.
// What is known already goes before it.
func (n *notices) importFile(path string) {
	if path == "" {
		return
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var file noticeFile
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	for key, book := range file.Feeds {
		err = errors.Join(err, n.bring(feedOf(key), book))
		for id, person := range book {
			t := file.Tables[id]
			t.Feeds = append(t.Feeds, noticeFeed{person, key})
			if file.Tables == nil {
				file.Tables = map[string]noticeTable{}
			}
			file.Tables[id] = t
		}
	}
	for id, t := range file.Tables {
		err = errors.Join(err, n.bring(noticesOf(id), t))
	}
	if err == nil {
		err = os.Rename(path, path+".taken")
	}
	if err != nil {
		n.s.Log.Error("taking over the notices of an earlier release", "err", err) // tables matter more
	}
}

// bring keeps a value, unless there is one.
func (n *notices) bring(name string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), noticeTime)
	defer cancel()
	if err := n.vault.Keep(ctx, name, 0, raw); !errors.Is(err, hall.ErrConflict) {
		return err
	}
	return nil
}
