package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"academy/infra/ports"
	"academy/infra/program"
)

// Good for this run only, on the loopback interface.
const (
	peerUser     = "bench@example.com"
	peerPassword = "only-for-measuring"
)

// summary are the fields that our lists have: no text.
const summary = "id,slug,title,excerpt,category,tags,author,status,banner_image,publish_date"

// peerResult is one read of both servers, each in its own format.
type peerResult struct {
	Name      string  `json:"name"`
	PeerBytes int     `json:"peer_bytes"`
	Bytes     int     `json:"bytes"`
	Peer      float64 `json:"peer"`
	API       float64 `json:"api"`
	Ratio     float64 `json:"ratio"` // the median of the rounds' ratios
	// Processor time of each server for one request, in microseconds; 0 where that
	// cannot be measured.
	PeerCPU float64 `json:"peer_cpu_us"`
	APICPU  float64 `json:"api_cpu_us"`
	bar     float64
}

// apart divides the processors between server and client. If they shared all
// processors, the client would leave less to the quicker server than to the slower one.
// Both results are empty where processors cannot be divided.
func apart() (server, client []string) {
	all := runtime.NumCPU()
	if _, err := exec.LookPath("taskset"); err != nil || all < 2 {
		return nil, nil
	}
	half := all / 2
	to := func(first, last int) []string { return []string{"taskset", "-c", fmt.Sprintf("%d-%d", first, last)} }
	return to(0, half-1), to(half, all-1)
}

// peers measures two public reads against PocketBase with the same articles.
func (b *bench) peers(ctx context.Context) error {
	say("filling PocketBase with %d articles", b.articles)
	var client []string
	b.under, client = apart()
	b.results.Apart = client != nil
	if err := b.restart(ctx); err != nil {
		return err
	}
	peer, err := b.startPeer(ctx)
	if err != nil {
		return fmt.Errorf("PocketBase: %w", err)
	}
	const list = "/api/articles?status=published&limit=20"
	newest, err := waitFor(ctx, b.address+list, "identity")
	if err != nil {
		return err
	}
	var chosen []struct{ Slug string }
	if err := json.Unmarshal(newest.body, &chosen); err != nil || len(chosen) < 8 {
		return fmt.Errorf("the list has %d articles: %w", len(chosen), err)
	}
	slug := chosen[7].Slug
	// Without the total count, which would be a second query.
	records := peer + "/api/collections/articles/records?skipTotal=1&"
	say("reading: wrk -t2 -c32 -d%s, %d rounds", b.duration, b.rounds)
	for _, read := range []struct {
		name, here, there string
		bar               float64
	}{
		{"one article by slug", "/api/articles/" + slug, records + "perPage=1&filter=" + url.QueryEscape("slug='"+slug+"'"),
			b.bars.slug},
		{"the 20 newest articles", list, records + "fields=" + summary + "&perPage=20&sort=-publish_date&filter=" +
			url.QueryEscape("status='published'"), b.bars.newest},
	} {
		found, err := b.against(ctx, client, read.here, read.there)
		if err != nil {
			return err
		}
		found.Name, found.bar = read.name, read.bar
		b.results.Peers = append(b.results.Peers, found)
	}
	return nil
}

// side is a server, and what was measured of one read of it.
type side struct {
	process *program.Process
	address string
	rates   []float64
	cpu     []float64 // microseconds for a request
}

// ask measures once.
func (s *side) ask(ctx context.Context, client []string, duration time.Duration) error {
	before, err := s.process.CPU()
	if err != nil {
		return err
	}
	found, err := measure(ctx, client, s.address, "identity", duration)
	if err != nil {
		return err
	}
	after, err := s.process.CPU()
	if err != nil {
		return err
	}
	s.rates = append(s.rates, found.rate)
	s.cpu = append(s.cpu, float64((after-before).Microseconds())/found.requests)
	return nil
}

// against measures both servers alternately, round by round, with wrk under the client
// command.
func (b *bench) against(ctx context.Context, client []string, here, there string) (found peerResult, err error) {
	ours, theirs := &side{process: b.api, address: b.address + here}, &side{process: b.peerProcess, address: there}
	for at, size := range map[*side]*int{ours: &found.Bytes, theirs: &found.PeerBytes} {
		answer, err := waitFor(ctx, at.address, "identity")
		if err != nil {
			return found, err
		}
		*size = len(answer.body)
	}
	for round := range b.rounds {
		both := []*side{ours, theirs}
		if round%2 == 1 { // in case a measurement warms the next one
			slices.Reverse(both)
		}
		for _, each := range both {
			if err := each.ask(ctx, client, b.duration); err != nil {
				return found, err
			}
		}
	}
	found.API, found.Peer, found.Ratio = median(ours.rates), median(theirs.rates), median(ratios(ours.rates, theirs.rates))
	found.APICPU, found.PeerCPU = median(ours.cpu), median(theirs.cpu)
	return found, nil
}

// startPeer starts PocketBase with the articles, and returns its address.
func (b *bench) startPeer(ctx context.Context) (string, error) {
	dir := filepath.Join(b.dir, "pocketbase")
	upsert := exec.CommandContext(ctx, b.peer, "--dir", dir, "superuser", "upsert", peerUser, peerPassword)
	if out, err := upsert.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w (make bench-peers installs it)\n%s", err, out)
	}
	listen, err := ports.Free()
	if err != nil {
		return "", err
	}
	serve := append(slices.Clone(b.under), b.peer, "--dir", dir, "serve", "--http", listen)
	if b.peerProcess, err = b.Start(ctx, exec.CommandContext(ctx, serve[0], serve[1:]...), nil); err != nil {
		return "", err
	}
	address := "http://" + listen
	if _, err := waitFor(ctx, address+"/api/health", "identity"); err != nil {
		return "", err
	}
	var session struct{ Token string }
	if err := send(ctx, address+"/api/collections/_superusers/auth-with-password", "", map[string]string{
		"identity": peerUser, "password": peerPassword,
	}, &session); err != nil {
		return "", err
	}
	field := func(name, kind string) map[string]any { return map[string]any{"name": name, "type": kind} }
	everybody := ""
	if err := send(ctx, address+"/api/collections", session.Token, map[string]any{
		"name": "articles", "type": "base", "listRule": &everybody, "viewRule": &everybody,
		"fields": []any{
			field("slug", "text"), field("title", "text"), field("excerpt", "text"), field("category", "text"),
			field("tags", "json"),
			field("author", "text"), field("status", "text"),
			map[string]any{"name": "content", "type": "editor", "maxSize": 1 << 20},
			field("banner_image", "text"), field("publish_date", "date"),
		},
		"indexes": []string{
			"CREATE UNIQUE INDEX idx_articles_slug ON articles (slug)",
			"CREATE INDEX idx_articles_published ON articles (status, publish_date DESC)",
		},
	}, nil); err != nil {
		return "", err
	}
	for i := range b.articles {
		if err := send(ctx, address+"/api/collections/articles/records", session.Token, measuredArticle(i), nil); err != nil {
			return "", fmt.Errorf("article %s: %w", strconv.Itoa(i), err)
		}
	}
	return address, nil
}

// send posts JSON and reads the answer into into, unless that is nil.
func send(ctx context.Context, address, token string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(data))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	answer, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s: %.300s", address, response.Status, answer)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}
