package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// person is somebody at a real terminal.
type person struct {
	keyboard *os.File
	terminal *os.File
	screen   *bufio.Reader
	seen     bytes.Buffer
}

func sitDown(t *testing.T) *person {
	t.Helper()
	keyboard, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = keyboard.Close()
		_ = terminal.Close()
	})
	return &person{keyboard: keyboard, terminal: terminal, screen: bufio.NewReader(keyboard)}
}

// patience is how long a program may take that has the machine not to itself.
const patience = 20 * time.Second

// isAsked returns once the question is on the screen and what is typed is hidden.
func (p *person) isAsked(t *testing.T, question string) {
	t.Helper()
	for !bytes.HasSuffix(p.seen.Bytes(), []byte(question)) {
		b, err := p.screen.ReadByte()
		if err != nil {
			t.Fatal(err)
		}
		p.seen.WriteByte(b)
	}
	for deadline := time.Now().Add(patience); p.settings(t).Lflag&unix.ECHO != 0; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("what is typed is still shown after %s", patience)
		}
	}
}

func (p *person) settings(t *testing.T) unix.Termios {
	t.Helper()
	settings, err := unix.IoctlGetTermios(int(p.terminal.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return *settings
}

// answers types a line when asked.
func (p *person) answers(t *testing.T, question, line string) {
	t.Helper()
	p.isAsked(t, question)
	if _, err := io.WriteString(p.keyboard, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

const first, second = "characters): ", "again: "

// A password that is typed is not shown, and asked for twice.
func TestPasswordIsNotShown(t *testing.T) {
	for again, want := range map[string]string{"a good password": "", "a goof password": "differ"} {
		p := sitDown(t)
		done := make(chan error, 1)
		var password string
		go func() {
			var err error
			password, err = readPassword(t.Context(), p.terminal, p.terminal)
			done <- err
		}()
		p.answers(t, first, "a good password")
		p.answers(t, second, again)
		err := <-done
		if want == "" && (err != nil || password != "a good password") {
			t.Errorf("%q, %v", password, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("typed differently: %v", err)
		}
		if strings.Contains(p.seen.String(), "password\r\n") || strings.Contains(p.seen.String(), "a goo") {
			t.Errorf("the screen shows %q", p.seen.String())
		}
	}
}

// Who gives up has a terminal that shows again what is typed.
func TestPasswordIsGivenUp(t *testing.T) {
	p := sitDown(t)
	before := p.settings(t)
	ctx, giveUp := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := readPassword(ctx, p.terminal, p.terminal)
		done <- err
	}()
	p.isAsked(t, first)
	giveUp()
	if err := <-done; err == nil {
		t.Error("there is a password")
	}
	if after := p.settings(t); after != before {
		t.Errorf("the terminal is not as before: %+v, %+v", before, after)
	}
}

// Without a terminal it is the first line.
func TestPasswordIsALine(t *testing.T) {
	for text, want := range map[string]string{
		"from a file\r\nand more": "from a file", "without an end": "without an end", "": "",
	} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_, err = writer.WriteString(text)
		_ = writer.Close()
		if err != nil {
			t.Fatal(err)
		}
		got, err := readPassword(t.Context(), reader, io.Discard)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
		_ = reader.Close()
	}
}
