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
	"strconv"

	"academy/infra/bench/program"
)

// Good for this run only, on the loopback interface.
const (
	peerUser     = "bench@example.com"
	peerPassword = "only-for-measuring"
)

// summary are the fields that our lists have: no text.
const summary = "id,slug,title,excerpt,category,tags,author,status,banner_image,publish_date"

// peerResult is one read of both, each in its own shape.
type peerResult struct {
	Name      string  `json:"name"`
	PeerBytes int     `json:"peer_bytes"`
	Bytes     int     `json:"bytes"`
	Peer      float64 `json:"peer"`
	API       float64 `json:"api"`
	Ratio     float64 `json:"ratio"` // the median of the rounds' ratios
	bar       float64
}

// peers measures two public reads against PocketBase with the same articles.
func (b *bench) peers(ctx context.Context) error {
	say("filling PocketBase with %d articles", b.articles)
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
	// Without a count of all, which it makes with a second query unless it is told not to.
	records := peer + "/api/collections/articles/records?skipTotal=1&"
	say("reading: wrk -t2 -c32 -d%s, %d rounds", b.duration, b.rounds)
	for _, read := range []struct {
		name, here, there string
		bar               float64
	}{
		{"one article by slug", "/api/articles/" + slug, records + "perPage=1&filter=" + url.QueryEscape("slug='"+slug+"'"), b.bars.slug},
		{"the 20 newest articles", list, records + "fields=" + summary + "&perPage=20&sort=-publish_date&filter=" + url.QueryEscape("status='published'"), b.bars.newest},
	} {
		found, err := b.against(ctx, b.address+read.here, read.there)
		if err != nil {
			return err
		}
		found.Name, found.bar = read.name, read.bar
		b.results.Peers = append(b.results.Peers, found)
	}
	return nil
}

// against asks both in turns, round by round.
func (b *bench) against(ctx context.Context, here, there string) (found peerResult, err error) {
	ours, err := waitFor(ctx, here, "identity")
	if err != nil {
		return found, err
	}
	theirs, err := waitFor(ctx, there, "identity")
	if err != nil {
		return found, err
	}
	found.Bytes, found.PeerBytes = len(ours.body), len(theirs.body)
	var api, peer []float64
	for range b.rounds {
		for target, rates := range map[string]*[]float64{here: &api, there: &peer} {
			rate, err := measure(ctx, target, "identity", b.duration)
			if err != nil {
				return found, err
			}
			*rates = append(*rates, rate)
		}
	}
	found.API, found.Peer, found.Ratio = median(api), median(peer), median(ratios(api, peer))
	return found, nil
}

// startPeer starts PocketBase with the articles, and returns its address.
func (b *bench) startPeer(ctx context.Context) (string, error) {
	dir := filepath.Join(b.dir, "pocketbase")
	if out, err := exec.CommandContext(ctx, b.peer, "--dir", dir, "superuser", "upsert", peerUser, peerPassword).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w (make bench-peers installs it)\n%s", err, out)
	}
	listen, err := program.FreeAddress()
	if err != nil {
		return "", err
	}
	if _, err := b.Start(ctx, exec.CommandContext(ctx, b.peer, "--dir", dir, "serve", "--http", listen), nil); err != nil {
		return "", err
	}
	address := "http://" + listen
	if _, err := waitFor(ctx, address+"/api/health", "identity"); err != nil {
		return "", err
	}
	var session struct{ Token string }
	if err := send(ctx, address+"/api/collections/_superusers/auth-with-password", "", map[string]string{"identity": peerUser, "password": peerPassword}, &session); err != nil {
		return "", err
	}
	field := func(name, kind string) map[string]any { return map[string]any{"name": name, "type": kind} }
	everybody := ""
	if err := send(ctx, address+"/api/collections", session.Token, map[string]any{
		"name": "articles", "type": "base", "listRule": &everybody, "viewRule": &everybody,
		"fields": []any{
			field("slug", "text"), field("title", "text"), field("excerpt", "text"), field("category", "text"), field("tags", "json"),
			field("author", "text"), field("status", "text"), map[string]any{"name": "content", "type": "editor", "maxSize": 1 << 20},
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
