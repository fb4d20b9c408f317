package servers

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"parlour/internal/programs"
)

// A PostgresServer is a PostgreSQL server with durable settings. Its address
// stays the same when it is killed and started again.
type PostgresServer struct {
	initdb   string // one of its programs; the others are beside it
	dir      string
	port     int
	password string
	who      *user.User // who runs it if the tests run as root, otherwise nil

	mu        sync.Mutex
	process   *process
	databases int
}

// Postgres returns the server that the tests of this process share.
func Postgres(t testing.TB) *PostgresServer {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.postgres == nil {
		s, err := newPostgres()
		if err != nil {
			t.Fatal(err)
		}
		shared.postgres = s
	}
	shared.users++
	t.Cleanup(func() {
		shared.Lock()
		defer shared.Unlock()
		shared.users--
		if shared.users == 0 && !shared.keep {
			shared.postgres.remove()
			shared.postgres = nil
		}
	})
	return shared.postgres
}

// OwnPostgres returns a separate server for the test, which the test may kill.
func OwnPostgres(t testing.TB) *PostgresServer {
	t.Helper()
	s, err := newPostgres()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

// newPostgres creates and starts a server.
func newPostgres() (s *PostgresServer, err error) {
	s = &PostgresServer{port: FreePort(), password: rand.Text()}
	// Its programs are in one folder, of which the PATH may have only links.
	if s.initdb, err = programs.Path("initdb"); err == nil {
		s.initdb, err = filepath.EvalSymlinks(s.initdb)
	}
	if err != nil {
		return nil, err
	}
	// PostgreSQL refuses to run as root.
	if os.Geteuid() == 0 {
		if s.who, err = user.Lookup("postgres"); err != nil {
			return nil, fmt.Errorf("PostgreSQL refuses to run as root, and its package's user is missing: %w", err)
		}
	}
	if s.dir, err = os.MkdirTemp("", "parlour-postgres-"); err != nil {
		return nil, err
	}
	if err = s.make(); err == nil {
		err = s.run()
	}
	if err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

// settings are those of a production server, apart from its size. It has no
// socket in the file system, because the path could be too long.
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = on
full_page_writes = on
synchronous_commit = on
max_connections = 200
shared_buffers = 64MB
`

// make creates the data folder.
func (s *PostgresServer) make() error {
	secret := filepath.Join(s.dir, "password")
	if err := os.WriteFile(secret, []byte(s.password+"\n"), 0o600); err != nil {
		return err
	}
	for _, path := range []string{s.dir, secret} {
		if err := give(path, s.who); err != nil {
			return err
		}
	}
	cmd, err := s.command(filepath.Base(s.initdb), "-D", s.data(), "-U", "parlour", "--pwfile", secret, "-A", "scram-sha-256", "-E", "UTF8", "--locale", "C", "--no-sync")
	if err != nil {
		return err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("creating a PostgreSQL server: %w\n%s", err, out)
	}
	f, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	s.port = FreePort() // initdb took a while, in which somebody may have taken the first
	_, err = fmt.Fprintf(f, "%sport = %d\n", settings, s.port)
	return errors.Join(err, f.Close())
}

func (s *PostgresServer) data() string { return filepath.Join(s.dir, "data") }

func (s *PostgresServer) command(name string, args ...string) (*exec.Cmd, error) {
	cmd := exec.Command(filepath.Join(filepath.Dir(s.initdb), name), args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir, "LC_ALL=C", "PGHOST=127.0.0.1", "PGPORT=" + strconv.Itoa(s.port), "PGUSER=parlour", "PGPASSWORD=" + s.password}
	return cmd, detach(cmd, s.who)
}

// run starts the server and waits until it answers.
func (s *PostgresServer) run() error {
	cmd, err := s.command("postgres", "-D", s.data())
	if err != nil {
		return err
	}
	log, err := os.OpenFile(s.log(), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if s.process, err = start(cmd); err != nil {
		return err
	}
	ready := func() bool {
		_, err := s.sql("postgres", "SELECT 1")
		return err == nil
	}
	if !await(s.process, ready) {
		said, _ := os.ReadFile(s.log()) // without it the error only says less
		return fmt.Errorf("PostgreSQL did not start; its log:\n%s", said)
	}
	return nil
}

func (s *PostgresServer) log() string { return filepath.Join(s.dir, "log") }

// sql runs a statement with psql, so that this package needs no driver.
func (s *PostgresServer) sql(database, statement string) (string, error) {
	cmd, err := s.command("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", statement)
	if err != nil {
		return "", err
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", statement, err, out)
	}
	return string(bytes.TrimSpace(out)), nil
}

// Run runs one of PostgreSQL's programs against the server, in a folder that
// exists as long as the server.
func (s *PostgresServer) Run(t testing.TB, program string, args ...string) {
	t.Helper()
	cmd, err := s.command(program, args...)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// URL returns the address of a database. You may replace its host and port by
// those of a proxy.
func (s *PostgresServer) URL(database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword("parlour", s.password), Host: address(s.port), Path: "/" + database, RawQuery: "sslmode=disable"}
	return u.String()
}

// Database creates a new, empty database and returns its address.
func (s *PostgresServer) Database(t testing.TB) string {
	t.Helper()
	s.mu.Lock()
	s.databases++
	name := fmt.Sprintf("test%d", s.databases)
	s.mu.Unlock()
	if _, err := s.sql("postgres", "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return s.URL(name)
}

// Kill ends the server and everything it started at once, like kill -9 or a
// power cut.
func (s *PostgresServer) Kill(t testing.TB) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.kill(); err != nil {
		t.Fatal(err)
	}
}

func (s *PostgresServer) kill() error {
	if s.process == nil || !s.process.running() {
		return errors.New("the server is not running")
	}
	if err := killAll(s.process.cmd.Process); err != nil {
		return err
	}
	<-s.process.ended
	return nil
}

// Start starts the server again after Kill and waits until it answers.
func (s *PostgresServer) Start(t testing.TB) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process.running() {
		t.Fatal("the server is already running")
	}
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
}

// remove stops the server if it is running, and removes its folder.
func (s *PostgresServer) remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != nil && s.process.running() {
		_ = s.process.cmd.Process.Signal(syscall.SIGQUIT) // if this fails, the server has ended
		<-s.process.ended
	}
	// One of the server's processes may still write a last file.
	for range 10 {
		if err := os.RemoveAll(s.dir); err == nil || errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}
