package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"time"
)

// saveResult is how long saving an article takes, here and in the version before,
// in turns.
type saveResult struct {
	Saves     int           `json:"saves"` // of each version
	P50       time.Duration `json:"p50_ns"`
	P99       time.Duration `json:"p99_ns"`
	BeforeP50 time.Duration `json:"before_p50_ns"`
	BeforeP99 time.Duration `json:"before_p99_ns"`
	Ratio     float64       `json:"ratio"` // of the medians
}

// savedArticles is how many articles take turns in being saved.
const savedArticles = 50

// editor saves the articles of one version.
type editor struct {
	*staff
	api   string
	ids   []string
	times []time.Duration
}

// saves measures saving beside the version whose programs are in options.before.
func (b *bench) saves(ctx context.Context) error {
	say("seeding %d articles in the version before", b.articles)
	other := &product{Processes: b.Processes, dir: filepath.Join(b.dir, "before"), bin: b.before}
	if err := other.startStores(ctx); err != nil {
		return err
	}
	if err := other.seed(ctx, b.options.seed, b.articles); err != nil {
		return err
	}
	if err := other.restart(ctx); err != nil {
		return err
	}
	theirs, err := signUp(ctx, other.address)
	if err != nil {
		return fmt.Errorf("sign up in the version before: %w", err)
	}
	editors := []*editor{{staff: b.staff, api: b.address}, {staff: theirs, api: other.address}}
	for _, e := range editors {
		if err := e.find(ctx); err != nil {
			return err
		}
	}
	say("saving, %d times in each version", b.asked)
	for i := range b.asked + savedArticles {
		for turn := range editors {
			e := editors[(turn+i)%len(editors)]
			if err := e.save(ctx, i); err != nil {
				return err
			}
		}
		if i == savedArticles-1 { // only to warm up
			editors[0].times, editors[1].times = nil, nil
		}
	}
	now, before := editors[0].times, editors[1].times
	b.results.Saves = &saveResult{
		Saves: len(now), P50: percentile(now, 0.50), P99: percentile(now, 0.99),
		BeforeP50: percentile(before, 0.50), BeforeP99: percentile(before, 0.99),
		Ratio: float64(percentile(now, 0.50)) / float64(percentile(before, 0.50)),
	}
	return nil
}

// find fills in the ids.
func (e *editor) find(ctx context.Context) error {
	_, body, err := e.get(ctx, fmt.Sprintf("%s/api/articles?status=published&limit=%d", e.api, savedArticles))
	if err != nil {
		return err
	}
	var articles []struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(body, &articles); err != nil {
		return err
	}
	for _, article := range articles {
		e.ids = append(e.ids, article.ID)
	}
	if len(e.ids) != savedArticles {
		return fmt.Errorf("%s has %d articles to save, not %d", e.api, len(e.ids), savedArticles)
	}
	return nil
}

// save gives an article another excerpt and notes how long that took until the last byte.
func (e *editor) save(ctx context.Context, i int) error {
	body, err := json.Marshal(map[string]string{"excerpt": fmt.Sprintf("Saved for the %dth time.", i)})
	if err != nil {
		return err
	}
	address := e.api + "/api/articles/" + e.ids[i%len(e.ids)]
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	begun := time.Now()
	_, _, err = e.do(request)
	e.times = append(e.times, time.Since(begun))
	return err
}

// missed is an error when a save takes more of the time of the version before than a share.
func (r *saveResult) missed(share float64) error {
	if r.Ratio > share {
		return fmt.Errorf("a save takes %.2f of the time of the version before, the bar is %.2f", r.Ratio, share)
	}
	return nil
}

func (r *saveResult) markdown(articles int) string {
	return fmt.Sprintf("A save of one of %d articles, %d saves in each version, in turns:\n\n", articles, r.Saves) +
		table([][]string{
			{"version", "p50", "p99"},
			{"before", milliseconds(r.BeforeP50), milliseconds(r.BeforeP99)},
			{"this one", milliseconds(r.P50), milliseconds(r.P99)},
			{"ratio", fmt.Sprintf("%.2f", r.Ratio), fmt.Sprintf("%.2f", float64(r.P99)/float64(r.BeforeP99))},
		}, 1)
}
