package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// readPassword asks for a new password: on a terminal twice, without showing it;
// otherwise it is the first line. When ctx ends first the terminal is as before.
func readPassword(ctx context.Context, in *os.File, prompt io.Writer) (string, error) {
	terminal := int(in.Fd())
	if !term.IsTerminal(terminal) {
		line, err := bufio.NewReader(in).ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			return "", errors.Join(errors.New("no password was given"), err)
		}
		return line, nil
	}
	before, err := term.GetState(terminal)
	if err != nil {
		return "", fmt.Errorf("the terminal: %w", err)
	}
	type entered struct {
		password string
		err      error
	}
	done := make(chan entered, 1)
	go func() {
		password, err := enterTwice(terminal, prompt)
		done <- entered{password, err}
	}()
	select {
	case got := <-done:
		return got.password, got.err
	case <-ctx.Done():
		fmt.Fprintln(prompt)
		return "", errors.Join(errors.New("no password was given"), term.Restore(terminal, before))
	}
}

func enterTwice(terminal int, prompt io.Writer) (string, error) {
	ask := func(question string) (string, error) {
		fmt.Fprint(prompt, question)
		defer fmt.Fprintln(prompt)
		password, err := term.ReadPassword(terminal)
		return string(password), err
	}
	password, err := ask("Password (at least 8 characters): ")
	if err != nil || password == "" {
		return "", errors.Join(errors.New("no password was given"), err)
	}
	again, err := ask("The same again: ")
	if err == nil && again != password {
		err = errors.New("the two passwords differ")
	}
	return password, err
}
