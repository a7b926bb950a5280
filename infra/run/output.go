package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
)

// output writes the lines of all processes to one writer, each prefixed with the name
// of its process. Lines are never mixed.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	width  int
	colour bool
}

// newOutput aligns the names to the longest one. Colours are used on terminals unless
// NO_COLOR is set.
func newOutput(w *os.File, longest string) *output {
	info, err := w.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return &output{w: w, width: len(longest), colour: terminal && os.Getenv("NO_COLOR") == ""}
}

// colours by name: cyan, green, magenta, yellow; the rest is grey.
var colours = map[string]string{"embedded": "36", "cms-api": "32", "publisher": "35", "seed": "33"}

func (o *output) line(name, text string) {
	prefix := fmt.Sprintf("%-*s | ", o.width, name)
	if o.colour {
		code := colours[name]
		if code == "" {
			code = "90"
		}
		prefix = "\x1b[" + code + "m" + prefix + "\x1b[0m"
	}
	o.plain(prefix + text)
}

// plain writes a line that belongs to no process.
func (o *output) plain(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	fmt.Fprintln(o.w, text)
}

// maxLine is the length at which a line is cut, so that no process can fill the memory
// of this one.
const maxLine = 64 << 10

// lines returns a writer that calls each with every complete line, and a function that
// calls it with the rest.
func lines(each func(string)) (w io.Writer, flush func()) {
	l := &lineWriter{each: each}
	return l, func() {
		if len(l.rest) > 0 {
			each(string(l.rest))
			l.rest = nil
		}
	}
}

type lineWriter struct {
	each func(string)
	rest []byte
}

func (l *lineWriter) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 && len(l.rest) < maxLine {
			return len(p), nil
		}
		if i < 0 {
			l.each(string(l.rest))
			l.rest = nil
			continue
		}
		l.each(string(bytes.TrimSuffix(l.rest[:i], []byte("\r"))))
		l.rest = l.rest[i+1:]
	}
}
