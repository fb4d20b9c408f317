package notice

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"parlour/hall"
)

// An oldFile is the file beside the database in which earlier releases kept
// their notices.
type oldFile struct {
	Tables map[string]kept `json:"tables"` // by name
	Feeds  map[string]book `json:"feeds"`  // by hash of the secret
}

// importFile puts the notices of an earlier release into the vault, and renames
// their file. It does not replace what the vault holds already.
func (n *Notices) importFile(path string) {
	if path == "" {
		return
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var file oldFile
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	for key, b := range file.Feeds {
		err = errors.Join(err, n.bring(feedOf(key), b))
		for id, person := range b {
			k := file.Tables[id]
			k.Feeds = append(k.Feeds, follower{person, key})
			if file.Tables == nil {
				file.Tables = map[string]kept{}
			}
			file.Tables[id] = k
		}
	}
	for id, k := range file.Tables {
		err = errors.Join(err, n.bring(keptOf(id), k))
	}
	if err == nil {
		err = os.Rename(path, path+".taken")
	}
	if err != nil {
		n.c.Log.Error("import the notices of an earlier release", "err", err) // the server starts anyway
	}
}

// bring puts a value into the vault, unless there is one.
func (n *Notices) bring(name string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	if err := n.c.Vault.Keep(ctx, name, 0, raw); !errors.Is(err, hall.ErrConflict) {
		return err
	}
	return nil
}
