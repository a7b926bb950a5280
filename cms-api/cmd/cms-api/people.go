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

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/app"
)

type createAdminCommand struct {
	Email string `required:"" help:"The e-mail address to sign in with."`
	Name  string `required:"" help:"The person's name, shown as the author of articles."`
}

// Help says where the password comes from.
func (createAdminCommand) Help() string {
	return "The password is asked for twice and not shown. Without a terminal it is the first line " +
		"of standard input. It appears in no process list."
}

// Run makes the account.
func (c createAdminCommand) Run() error {
	ctx, stop := interruptible()
	password, err := readPassword(ctx, os.Stdin, os.Stderr)
	stop()
	if err != nil {
		return err
	}
	return onStores(func(ctx context.Context, i *app.Installation) error {
		user, err := i.People(nil).
			CreateAdministrator(ctx, auth.Registration{Email: c.Email, Name: c.Name, Password: password})
		if err != nil {
			return fmt.Errorf("create an administrator: %w", err)
		}
		fmt.Printf("created %s (%s), administrator\n", user.Name, user.Email)
		return nil
	})
}

type resetFactorCommand struct {
	Email string `arg:"" help:"The e-mail address of the account."`
}

// Help says what to do first.
func (resetFactorCommand) Help() string {
	return "Make sure that it is the person who asks. All sessions of the account end; the owner is told by mail, and " +
		"signs in with the password alone until a factor is added."
}

// Run resets it.
func (c resetFactorCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		user, err := i.People(nil).ResetFactor(ctx, c.Email)
		if err != nil {
			return err
		}
		i.Accounts.SendQueued(ctx)
		fmt.Printf("removed the second factor of %s (%s)\n", user.Name, user.Email)
		return nil
	})
}

type personCommand struct {
	Export exportPersonCommand `cmd:"" help:"Print everything that is stored of a person, as JSON."`
	Erase  erasePersonCommand  `cmd:"" help:"Remove what is stored of a person, for good."`
}

type exportPersonCommand struct {
	Address string `arg:"" help:"An e-mail address or a phone number."`
}

// Run prints it.
func (c exportPersonCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		export, err := i.People(app.NewLeads(i).People).Export(ctx, c.Address)
		if err != nil {
			return err
		}
		return printJSON(export)
	})
}

type erasePersonCommand struct {
	Address string `arg:"" help:"An e-mail address or a phone number."`
	Yes     bool   `help:"Really: nothing brings it back but a backup."`
}

// Run removes it and says what is left.
func (c erasePersonCommand) Run() error {
	if !c.Yes {
		return errors.New("this cannot be undone: look at it with person export, and then add --yes")
	}
	return onStores(func(ctx context.Context, i *app.Installation) error {
		erasure, err := i.People(app.NewLeads(i).People).Erase(ctx, c.Address)
		if err != nil {
			return err
		}
		if len(erasure.Places) == 0 {
			fmt.Println("nothing is stored of this person")
		}
		for _, each := range erasure.Places {
			if each.Stays != "" {
				fmt.Printf("kept     %4d  %s: %s\n", each.Count, each.Place, each.Stays)
				continue
			}
			fmt.Printf("removed  %4d  %s\n", each.Count, each.Place)
		}
		return nil
	})
}

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
