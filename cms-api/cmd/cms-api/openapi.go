package main

import (
	"log/slog"
	"os"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/platform/config"
)

type openAPICommand struct{}

// Run prints the description of the API. The environment plays no part in it.
func (openAPICommand) Run() error {
	cfg, err := config.Load(nil)
	if err != nil {
		return err
	}
	made, err := app.New(app.Options{Config: cfg, Version: apiVersion, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	description, err := made.OpenAPI()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(description)
	return err
}

// apiVersion is the version of the contract, not of the software.
const apiVersion = "1.0.0"
