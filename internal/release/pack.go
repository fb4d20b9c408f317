package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A file goes into an archive.
type file struct {
	name string // in the archive
	path string // here
	mode os.FileMode
}

// documents writes what every archive and package holds besides the program: help
// for man and for shells, our licence and those of others.
func (r *release) documents(program string) error {
	say("man pages, completions, licences")
	man := filepath.Join(r.stage, "man")
	if err := os.MkdirAll(man, 0o755); err != nil {
		return err
	}
	epoch := fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix())
	if err := command(r.source, []string{epoch}, "go", "run", "-tags", "man", "./cmd/parlour", "man", man).Run(); err != nil {
		return fmt.Errorf("man pages: %w", err)
	}
	shells := filepath.Join(r.stage, "completions")
	if err := os.MkdirAll(shells, 0o755); err != nil {
		return err
	}
	for shell, name := range map[string]string{"bash": "parlour", "zsh": "_parlour", "fish": "parlour.fish", "powershell": "parlour.ps1"} {
		text, err := command(r.source, nil, program, "completion", shell).Output()
		if err != nil {
			return fmt.Errorf("completion of %s: %w", shell, err)
		}
		if err := os.WriteFile(filepath.Join(shells, name), text, 0o644); err != nil {
			return err
		}
	}
	list, err := modules(r.source, targets)
	if err != nil {
		return err
	}
	var notices bytes.Buffer
	if err := writeNotices(&notices, list); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.stage, "NOTICES.txt"), notices.Bytes(), 0o644); err != nil {
		return err
	}
	if err := units(filepath.Join(r.source, "deploy"), filepath.Join(r.stage, "units")); err != nil {
		return err
	}
	if err := r.zipPages(man); err != nil {
		return err
	}
	if err := r.changelogs(); err != nil {
		return err
	}
	return r.share()
}

// units copies the systemd units. Packages have the program in /usr/bin.
func units(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(from, "*.service"))
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte("/usr/local/bin/parlour"), []byte("/usr/bin/parlour"))
		if err := os.WriteFile(filepath.Join(to, filepath.Base(name)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// zipPages compresses man pages next to the plain ones, as Debian wants them.
func (r *release) zipPages(man string) error {
	zipped := filepath.Join(r.stage, "man.gz")
	if err := os.MkdirAll(zipped, 0o755); err != nil {
		return err
	}
	pages, err := filepath.Glob(filepath.Join(man, "*.1"))
	if err != nil {
		return err
	}
	if len(pages) == 0 {
		return fmt.Errorf("there are no man pages in %s", man)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		if err := writeZipped(filepath.Join(zipped, filepath.Base(page)+".gz"), text); err != nil {
			return err
		}
	}
	return nil
}

// changelogs writes the changes in the two forms that Debian wants: ours, and those
// of the package, which has none of its own.
func (r *release) changelogs() error {
	text, err := os.ReadFile(filepath.Join(r.source, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if err := writeZipped(filepath.Join(r.stage, "changelog.gz"), text); err != nil {
		return err
	}
	text = fmt.Appendf(nil, "parlour (%s) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- The Parlour project <parlour@parlour.invalid>  %s\n",
		debianVersion(r.version), r.date.UTC().Format(time.RFC1123Z))
	return writeZipped(filepath.Join(r.stage, "changelog.Debian.gz"), text)
}

// debianVersion returns a version as nfpm writes it: what comes before a release
// sorts before it.
func debianVersion(version string) string {
	return strings.Replace(strings.TrimPrefix(version, "v"), "-", "~", 1)
}

// writeZipped compresses a file.
func writeZipped(name string, text []byte) error {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, _ = w.Write(text) // writing to a buffer never fails
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// share lists the files that every archive holds.
func (r *release) share() error {
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		r.shared = append(r.shared, file{name, filepath.Join(r.source, name), 0o644})
	}
	r.shared = append(r.shared, file{"NOTICES.txt", filepath.Join(r.stage, "NOTICES.txt"), 0o644})
	for _, dir := range []string{"man", "completions"} {
		names, err := os.ReadDir(filepath.Join(r.stage, dir))
		if err != nil {
			return err
		}
		for _, n := range names {
			r.shared = append(r.shared, file{path.Join(dir, n.Name()), filepath.Join(r.stage, dir, n.Name()), 0o644})
		}
	}
	return nil
}

// archive writes files into a folder of an archive, a zip or a compressed tar by its
// ending. The same files give the same bytes.
func archive(name, folder string, files []file, date time.Time) error {
	var b bytes.Buffer
	write := tarred
	if strings.HasSuffix(name, ".zip") {
		write = zipped
	}
	if err := write(&b, folder, files, date); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

func tarred(w io.Writer, folder string, files []file, date time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		text, err := os.ReadFile(f.path)
		if err != nil {
			return err
		}
		h := &tar.Header{Name: path.Join(folder, f.name), Mode: int64(f.mode), Size: int64(len(text)), ModTime: date, Format: tar.FormatPAX}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(text); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

func zipped(w io.Writer, folder string, files []file, date time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		text, err := os.ReadFile(f.path)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: date.UTC()}
		h.SetMode(f.mode)
		one, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := one.Write(text); err != nil {
			return err
		}
	}
	return z.Close()
}

// checksums writes SHA256SUMS about all other files of a folder.
func checksums(dir string) error {
	names, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	slices.SortFunc(names, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	var b bytes.Buffer
	for _, n := range names {
		text, err := os.ReadFile(filepath.Join(dir, n.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(text), n.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), b.Bytes(), 0o644)
}
