package main

import (
	"context"
	"fmt"
	"os"

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
