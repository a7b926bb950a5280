package main

import (
	"context"
	"fmt"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/seed"
)

type seedCommand struct {
	Dir   string `required:"" type:"existingdir" help:"The folder to read (content-seed)."`
	Force bool   `help:"Seed although there is content: what has the same name is left as it is."`
}

// Help says when it does something.
func (seedCommand) Help() string {
	return "Only an empty database is seeded; one that was seeded before is left alone. Seeding that broke off is completed by running it again."
}

// Run seeds and says what was stored.
func (s seedCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		report, err := seed.Run(ctx, i.Seeding(), s.Dir, s.Force)
		if err != nil {
			return fmt.Errorf("seed from %s: %w", s.Dir, err)
		}
		fmt.Println(report)
		return nil
	})
}
