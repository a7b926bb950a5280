package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"academy/cms-api/internal/platform/config"
)

type healthCommand struct {
	Path string `default:"/api/health/traffic" help:"What is asked for; of an edge, /release.json."`
}

// Help says whom it asks.
func (healthCommand) Help() string {
	return "It asks the server that runs on PORT of this machine or container, and ends with 1 when that does not answer 200. " +
		"For health checks of container engines, whose images have no other program that could ask."
}

const healthTimeout = 3 * time.Second

// Run asks.
func (c healthCommand) Run() error {
	cfg, err := config.LoadEdge(os.Environ())
	if err != nil {
		return err
	}
	host := cfg.Host
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	address := "http://" + net.JoinHostPort(host, strconv.Itoa(cfg.Port)) + c.Path
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("no answer: %w", err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", address, answer.Status)
	}
	return nil
}
