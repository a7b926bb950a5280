package auth

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"strings"
	"sync"
)

// commonList has the 10,000 most used passwords of at least eight characters, in lower case; shorter ones are refused
// by their length. They are the first of src/passwords.json in the npm package @zxcvbn-ts/language-common 3.0.4 (MIT
// licence, which stands at the beginning of the list).
//
//go:embed common-passwords.txt.gz
var commonList []byte

// common returns the list as a set. It is made for the first password that is chosen.
var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	list, err := gzip.NewReader(bytes.NewReader(commonList))
	if err != nil {
		panic(err) // the file is part of the program
	}
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		if word := lines.Text(); !strings.HasPrefix(word, "#") {
			set[word] = true
		}
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
	return set
})

// isCommon reports whether a password is among the most used ones, in any case.
func isCommon(password string) bool { return common()[strings.ToLower(password)] }
