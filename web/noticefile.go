package web

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
)

// Notices are kept in a small file beside the database and not in it: they are
// no part of any table's log, a backup is whole without them, and the database
// of an earlier release stays as it is.

// load reads the book, if there is one.
func (n *notices) load() error {
	if n.file == "" {
		return nil
	}
	data, err := os.ReadFile(n.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var book noticeBook
	if err := json.Unmarshal(data, &book); err != nil {
		return err
	}
	if book.Tables != nil {
		n.book.Tables = book.Tables
	}
	if book.Feeds != nil {
		n.book.Feeds = book.Feeds
	}
	return nil
}

// save writes the book, whole or not at all, for its owner alone to read. The
// lock is held.
func (n *notices) save() error {
	if n.file == "" {
		return nil
	}
	err := n.write()
	if err != nil {
		n.s.Log.Error("keeping the notices", "err", err)
	}
	return err
}

func (n *notices) write() error {
	data, err := json.Marshal(n.book)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(n.file+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(n.file+".new", n.file)
}
