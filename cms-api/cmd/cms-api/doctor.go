package main

import (
	"errors"
	"os"

	"academy/cms-api/internal/app"
)

type doctorCommand struct {
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

// Help says what the exit code means.
func (doctorCommand) Help() string {
	return "It reads the same environment as cms-api serve: run it where that runs. What it stores to try the stores out, it removes. " +
		"The exit code is 1 when something failed; what is only to be looked at is no failure."
}

var errUnwell = errors.New("something does not work; what to do stands above")

// Run looks and says what it found.
func (d doctorCommand) Run() error {
	ctx, stop := interruptible()
	defer stop()
	report := app.Doctor(ctx, os.Environ(), version)
	var err error
	if d.JSON {
		err = printJSON(report)
	} else {
		err = report.Text(os.Stdout)
	}
	if err == nil && !report.OK {
		err = errUnwell
	}
	return err
}
