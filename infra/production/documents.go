package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// documented returns the one shell line in a document that contains all the words: an
// operator types what stands there, and so does this program.
func documented(root, document string, words ...string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "docs", document))
	if err != nil {
		return "", err
	}
	var found []string
	for i, block := range strings.Split(string(text), "```") {
		if i%2 == 0 {
			continue
		}
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			if containsAll(line, words) {
				found = append(found, line)
			}
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("docs/%s has %d lines with %q, want one: %q", document, len(found), words, found)
	}
	return found[0], nil
}

func containsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
