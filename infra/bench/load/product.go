package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"academy/infra/await"
	"academy/infra/ports"
	"academy/infra/program"
)

// Good for this run only, on the loopback interface.
const (
	webhookSecret = "whsec_b25seSBmb3IgbWVhc3VyaW5nIG9uIGxvb3BiYWNr"
	account       = `{"name":"Load","email":"load@example.com","password":"only while it is measured"}`
)

var publisherReady = regexp.MustCompile(`listening`)

// product is everything that runs.
type product struct {
	*program.Processes
	root, dir string
	bin       string
	env       []string
	first     string // address that the publisher and the editor speak to
	stores    *program.Process
	publisher *program.Process
	apis      []*program.Process
	cookie    string
}

// begin starts the stores, the first cms-api and the publisher, and returns once the
// whole site is live.
func (p *product) begin(ctx context.Context) error {
	for _, name := range []string{"embedded", "cms-api"} {
		file, err := program.Built(p.root, ".build", "bin", name)
		if err != nil {
			return err
		}
		p.bin = filepath.Dir(file)
	}
	publisher, err := program.Built(p.root, "site", ".publisher", "main.mjs")
	if err != nil {
		return err
	}
	content, err := program.Built(p.root, "content-seed")
	if err != nil {
		return err
	}
	if p.stores, p.env, err = p.Stores(ctx, p.bin, p.dir); err != nil {
		return err
	}
	hook, err := ports.Free()
	if err != nil {
		return err
	}
	p.env = append(p.env, "PUBLISHER_URL=http://"+hook+"/publish", "PUBLISH_SECRET="+webhookSecret, "RATE_LIMIT_FORMS=off")
	if err := program.Seed(ctx, p.bin, p.env, content); err != nil {
		return err
	}
	if err := p.serve(ctx, 1); err != nil {
		return err
	}
	p.first = p.addresses()[0]
	port := hook[strings.LastIndexByte(hook, ':')+1:]
	cmd := exec.CommandContext(ctx, "node", publisher)
	cmd.Dir = filepath.Dir(filepath.Dir(publisher))
	cmd.Env = append(slices.Clone(p.env), "CMS_API_URL="+p.first, "PUBLISHER_HOST=127.0.0.1", "PUBLISHER_PORT="+port)
	if p.publisher, err = p.Start(ctx, cmd, publisherReady); err != nil {
		return err
	}
	if _, p.cookie, err = call(ctx, http.MethodPost, p.first+"/api/auth/register", "", account); err != nil {
		return err
	}
	return p.whole(ctx)
}

// serve brings the number of cms-api up to that.
func (p *product) serve(ctx context.Context, processes int) error {
	for len(p.apis) < processes {
		started, err := p.Serve(ctx, p.bin, p.env)
		if err != nil {
			return err
		}
		p.apis = append(p.apis, started)
		if err := ready(ctx, started.Ready[1]); err != nil {
			return err
		}
	}
	return nil
}

func ready(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return await.Success(ctx, func() error {
		_, _, err := call(ctx, http.MethodGet, address+"/api/health/ready", "", "")
		return err
	})
}

func (p *product) addresses() (all []string) {
	for _, api := range p.apis {
		all = append(all, api.Ready[1])
	}
	return all
}

// whole returns once the live site shows the stored content.
func (p *product) whole(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	defer cancel()
	return await.Success(ctx, func() error {
		var snapshot, release struct{ Fingerprint string }
		for path, into := range map[string]any{"/api/snapshot": &snapshot, "/release.json": &release} {
			body, _, err := call(ctx, http.MethodGet, p.first+path, "", "")
			if err != nil {
				return err
			}
			if err := json.Unmarshal(body, into); err != nil {
				return err
			}
		}
		if snapshot.Fingerprint != release.Fingerprint {
			return errors.New("the site does not show the content yet")
		}
		return nil
	})
}

// call sends JSON, and returns the answer and the cookies that it set.
func call(ctx context.Context, method, address, cookie, body string) (answer []byte, cookies string, err error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader([]byte(body)))
	if err != nil {
		return nil, "", err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if cookie != "" {
		request.Header.Set("Cookie", cookie)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, "", err
	}
	answer, err = io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return nil, "", err
	}
	if response.StatusCode/100 != 2 {
		return nil, "", fmt.Errorf("%s answered %s: %.200s", address, response.Status, answer)
	}
	var pairs []string
	for _, cookie := range response.Cookies() {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return answer, strings.Join(pairs, "; "), nil
}
