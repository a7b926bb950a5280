package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

const secretsFile = "secrets.env"

// secretKinds are the secrets that the processes share, in the order of the file. A
// secret in the environment takes precedence: see product.
var secretKinds = []struct {
	name string
	make func() string
}{
	{"AUTH_SECRET", func() string { return random(48) }},
	{"PUBLISH_SECRET", func() string { return "whsec_" + random(32) }},
	{"S3_ACCESS_KEY_ID", func() string { return "academy" }},
	{"S3_SECRET_ACCESS_KEY", func() string { return random(30) }},
}

func random(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails
	return base64.StdEncoding.EncodeToString(b)
}

// loadSecrets reads the file, makes the secrets that are missing and, if there were
// any, replaces the file atomically. Only its owner can read it.
func loadSecrets(name string) (map[string]string, error) {
	content, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the secrets cannot be read: %w", err)
	}
	secrets := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	for lines.Scan() {
		key, value, ok := strings.Cut(lines.Text(), "=")
		if ok && !strings.HasPrefix(key, "#") {
			secrets[key] = value
		}
	}
	complete := true
	for _, kind := range secretKinds {
		if secrets[kind.name] == "" {
			secrets[kind.name] = kind.make()
			complete = false
		}
	}
	if complete {
		return secrets, nil
	}
	var file strings.Builder
	file.WriteString("# Made at the first start. Keep it with the data, and to yourself.\n")
	for _, kind := range secretKinds {
		fmt.Fprintf(&file, "%s=%s\n", kind.name, secrets[kind.name])
	}
	if err := os.WriteFile(name+".new", []byte(file.String()), 0o600); err != nil {
		return nil, fmt.Errorf("the secrets cannot be kept: %w", err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		return nil, fmt.Errorf("the secrets cannot be kept: %w", err)
	}
	return secrets, nil
}
