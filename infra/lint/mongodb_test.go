package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// initiate runs mongodb/init.js on a server and returns what it changed there.
func initiate(t *testing.T, server string) (changed []string, err error) {
	t.Helper()
	dir := t.TempDir()
	secrets := filepath.Join(dir, "run", "secrets")
	if err := os.MkdirAll(secrets, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"mongodb_root_password": "root/word\n", "mongodb_password": "word"} {
		if err := os.WriteFile(filepath.Join(secrets, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", filepath.Join("testdata", "mongosh.mjs"),
		filepath.Join(root, "infra", "mongodb", "init.js"))
	cmd.Env = append(os.Environ(), "ROOT="+dir, "SERVER="+server, "MONGODB_HOSTS=mongodb-1:27017,mongodb-2:27017")
	said, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = errors.New(string(exit.Stderr))
	}
	return strings.Fields(string(said)), err
}

const (
	initiated = `{"replSetInitiate":{"_id":"rs0","members":[{"_id":0,"host":"mongodb-1:27017"},{"_id":1,"host":"mongodb-2:27017"}]}}`
	created   = `{"createUser":{"user":"academy","pwd":"word","roles":[{"role":"readWrite","db":"academy"}]},"db":"academy"}`
	updated   = `{"updateUser":"academy","pwd":"word","roles":[{"role":"readWrite","db":"academy"}],"db":"academy"}`
)

// The replica set and the user are made once, wherever an earlier run broke off, and
// a changed password is set.
func TestMongoDBIsInitiated(t *testing.T) {
	for server, want := range map[string][]string{
		`{"initiated": false, "users": [], "password": "root/word"}`:         {initiated, created},
		`{"initiated": true, "users": [], "password": "root/word"}`:          {created},
		`{"initiated": true, "users": ["academy"], "password": "root/word"}`: {updated},
	} {
		if got, err := initiate(t, server); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s\n%v", server, got, want, err)
		}
	}
	_, err := initiate(t, `{"initiated": false, "users": [], "password": "another"}`)
	if err == nil || !strings.Contains(err.Error(), "AuthenticationFailed") {
		t.Errorf("a wrong root password: %v", err)
	}
}
