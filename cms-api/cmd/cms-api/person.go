package main

import (
	"context"
	"errors"
	"fmt"

	"academy/cms-api/internal/app"
)

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
