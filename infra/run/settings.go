package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"academy/infra/ports"
)

// settings configure a start.
type settings struct {
	root    string // of the repository
	bin     string // folder of our own programs: the one that this program is in
	seed    string // folder that an empty database is seeded from
	dataDir string
	host    string // address that cms-api listens on
	port    int
	// Addresses of stores that somebody else runs. Both empty: the embedded ones
	// are started.
	mongodbURI, s3Endpoint string
	// Address of a publisher that somebody else runs. Empty: one is started.
	publisherURL  string
	publisherPort int // of one that is started
	secrets       map[string]string
}

// url is where a person finds the product.
func (s settings) url() string { return fmt.Sprintf("http://localhost:%d", s.port) }

// readSettings reads the environment: PORT (8080; 0 picks a free one), HOST
// (127.0.0.1), DATA_DIR (.data), MONGODB_URI, S3_ENDPOINT and PUBLISHER_URL.
func readSettings(root, seed string, env func(string) string) (settings, error) {
	s := settings{root: root, seed: seed, host: "127.0.0.1", port: 8080, dataDir: filepath.Join(root, ".data")}
	if v := env("HOST"); v != "" {
		s.host = v
	}
	if v := env("PORT"); v != "" {
		port, err := strconv.Atoi(v)
		if err != nil || port < 0 || port > 65535 {
			return s, fmt.Errorf("PORT is %q, but must be a number from 0 to 65535", v)
		}
		s.port = port
	}
	if v := env("DATA_DIR"); v != "" {
		// A relative path is relative to the root, because make and npm change
		// directories.
		if !filepath.IsAbs(v) {
			v = filepath.Join(root, v)
		}
		s.dataDir = filepath.Clean(v)
	}
	s.mongodbURI, s.s3Endpoint = env("MONGODB_URI"), env("S3_ENDPOINT")
	s.publisherURL = env("PUBLISHER_URL")
	if (s.mongodbURI == "") != (s.s3Endpoint == "") {
		return s, errors.New("MONGODB_URI and S3_ENDPOINT belong together: set both to use stores of your own, or neither")
	}
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	s.bin = filepath.Dir(self)
	return s, nil
}

// prepare checks everything that can be checked before the first process starts, takes
// the lock on the data folder and reads or makes the secrets. release releases the
// lock.
func prepare(s *settings) (release func(), err error) {
	if err := checkNode(); err != nil {
		return nil, err
	}
	for _, file := range []string{
		filepath.Join(s.bin, "cms-api"), filepath.Join(s.bin, "embedded"), s.publisher(),
		filepath.Join(s.admin(), "index.html"),
	} {
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%s is missing; %s", file, whenMissing())
		}
	}
	lock, err := takeLock(s.dataDir)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("%s is in use by %s; stop that one, or set DATA_DIR to another folder", s.dataDir,
			lockHolder(s.dataDir))
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			lock.Close()
		}
	}()
	if err = s.choosePorts(); err != nil {
		return nil, err
	}
	owner := fmt.Sprintf("a product that runs already (process %d, %s)", os.Getpid(), s.url())
	if err = claim(lock, owner, *s); err != nil {
		return nil, err
	}
	s.secrets, err = loadSecrets(filepath.Join(s.dataDir, secretsFile))
	return func() { lock.Close() }, err
}

func (s settings) publisher() string { return filepath.Join(s.root, "site", ".publisher", "main.mjs") }
func (s settings) admin() string     { return filepath.Join(s.root, "admin", "dist") }

func whenMissing() string {
	if startedAs() == released {
		return "unpack the release again"
	}
	return "build it first with: make build"
}

func startWithPort(port int) string {
	if startedAs() == released {
		return fmt.Sprintf("PORT=%d ./%s run", port, released)
	}
	return fmt.Sprintf("make run PORT=%d", port)
}

// checkNode wants Node 20.15 or later.
func checkNode() error {
	version, err := exec.Command("node", "--version").Output()
	if err != nil {
		return errors.New("node is missing: install Node.js 20.15 or later (https://nodejs.org)")
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(version), "v%d.%d", &major, &minor); err != nil || major < 20 ||
		major == 20 && minor < 15 {
		return fmt.Errorf("node is %s, but version 20.15 or later is needed", bytes.TrimSpace(version))
	}
	return nil
}

const lockFile = "run.lock"

// takeLock makes the data folder and makes sure that only one product uses it. The lock
// ends with the process, however that ends. The error is EWOULDBLOCK while another
// process has it.
func takeLock(dataDir string) (*os.File, error) {
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dataDir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder cannot be used: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("the data folder cannot be locked: %w", err)
	}
	return f, nil
}

// claim writes into the lock which process has it, for the message of another one, and
// removes the previous owner's addresses of stores.
func claim(lock *os.File, holder string, s settings) error {
	if err := os.Remove(s.environment()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := lock.Truncate(0); err != nil {
		return err
	}
	_, err := lock.WriteAt([]byte(holder), 0)
	return err
}

// lockHolder returns which process has the lock.
func lockHolder(dataDir string) string {
	if holder, err := os.ReadFile(filepath.Join(dataDir, lockFile)); err == nil && len(holder) > 0 {
		return string(holder)
	}
	return "a program that is just starting"
}

// choosePorts picks a free port where none was asked for, and another one for the publisher.
func (s *settings) choosePorts() (err error) {
	if s.port == 0 {
		s.port, err = freePort()
	}
	if err == nil {
		err = checkPort(s.host, s.port)
	}
	if err == nil {
		s.publisherPort, err = freePort(net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)))
	}
	return err
}

func freePort(chosen ...string) (int, error) {
	address, err := ports.Free(chosen...)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(address[strings.LastIndex(address, ":")+1:])
}

// checkPort returns an error if something listens on the port. It must be free on the
// IPv6 address of "localhost" too, which browsers may try first.
func checkPort(host string, port int) error {
	hosts := []string{host}
	if host == "127.0.0.1" {
		hosts = append(hosts, "::1")
	}
	for _, h := range hosts {
		l, err := net.Listen("tcp", net.JoinHostPort(h, strconv.Itoa(port)))
		if errors.Is(err, syscall.EADDRINUSE) {
			return fmt.Errorf("port %d is taken by another program; choose another one, for example: %s", port,
				startWithPort(port+1))
		}
		if err != nil {
			if h != host {
				continue // a machine without IPv6
			}
			return fmt.Errorf("port %d cannot be used: %w", port, err)
		}
		l.Close()
	}
	return nil
}
