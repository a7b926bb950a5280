package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// besideResult is how long one view of a list of leads takes in the version before, in this one,
// and in this one with notes in every lead, in turns.
type besideResult struct {
	View   string          `json:"view"`
	Asked  int             `json:"asked"` // of each
	P50    []time.Duration `json:"p50_ns"`
	P99    []time.Duration `json:"p99_ns"`
	Ratios []float64       `json:"ratios"` // of the medians to the first, which is the version before
}

const (
	notesOfEach = 10
	noteWords   = "She works until six, asks for the evening batch, and wants to be called again after the exam. "
)

// contender is a product with many leads.
type contender struct {
	*product
	*staff
}

// leadsBeside measures the lists of enrolments beside the version whose programs are in
// options.before, without notes and with notes in every lead.
func (b *bench) leadsBeside(ctx context.Context) error {
	var all []contender
	for i, name := range []string{"before", "without-notes", "with-notes"} {
		bin, notes := b.options.bin, 0
		if i == 0 {
			bin = b.before
		} else if i == 2 {
			notes = notesOfEach
		}
		say("storing %d enrolments: %s", b.leads, name)
		p := &product{Processes: b.Processes, dir: filepath.Join(b.dir, name), bin: bin}
		made, err := contend(ctx, p, b.leads, notes)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, made)
	}
	list := allLeads()[0].list
	for _, view := range []struct{ name, query string }{
		{"first page", ""}, {"search", "?q=" + fmt.Sprintf("%05d", b.leads/2)}, {"sorted by name", "?sort=name"},
		{"last page", "?offset=" + fmt.Sprint(max(0, b.leads-100))},
		// The version before knows no filters, and answers with its first page.
		{"new ones", "?" + url.Values{"lead_status": {"new"}}.Encode()},
		{"a colleague's, due", "?assigned_to=nobody&call_back_before=2031-01-01"}, {"duplicates", "?duplicates=true"},
	} {
		say("looking at %s, %d times in each", view.name, b.asked)
		times := make([][]time.Duration, len(all))
		for i := range b.asked + warmUps {
			for turn := range all {
				at := (turn + i) % len(all)
				took, err := timed(ctx, all[at].staff, all[at].address+list+view.query)
				if err != nil {
					return err
				}
				if i >= warmUps {
					times[at] = append(times[at], took)
				}
			}
		}
		result := besideResult{View: view.name, Asked: b.asked}
		for _, each := range times {
			result.P50, result.P99 = append(result.P50, percentile(each, 0.50)), append(result.P99, percentile(each, 0.99))
			result.Ratios = append(result.Ratios, float64(percentile(each, 0.50))/float64(result.P50[0]))
		}
		b.results.Beside = append(b.results.Beside, result)
	}
	return nil
}

// warmUps is how often each view is asked for before it is measured.
const warmUps = 20

// contend fills a product with copies of one enrolment, which has notes.
func contend(ctx context.Context, p *product, count, notes int) (contender, error) {
	kind := allLeads()[0]
	err := p.startStores(ctx)
	if err == nil {
		err = p.restart(ctx)
	}
	if err != nil {
		return contender{}, err
	}
	s, err := signUp(ctx, p.address)
	if err != nil {
		return contender{}, err
	}
	body, err := s.post(ctx, p.address+kind.create, kind.sample)
	if err != nil {
		return contender{}, err
	}
	var first struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(body, &first); err != nil {
		return contender{}, err
	}
	for range notes {
		address := p.address + "/api/admin/leads/enrollments/" + first.ID + "/notes"
		if _, err := s.post(ctx, address, map[string]string{"text": strings.Repeat(noteWords, 3)}); err != nil {
			return contender{}, err
		}
	}
	if err := p.api.Stop(); err != nil {
		return contender{}, err
	}
	if err := multiply(ctx, p.mongodb, []leads{kind}, count); err != nil {
		return contender{}, err
	}
	if err := p.restart(ctx); err != nil {
		return contender{}, err
	}
	// The embedded database is busy for a while with what was stored at once, and cms-api with reading it:
	// until that is done, lists come from the database.
	for range 10 {
		time.Sleep(10 * time.Second)
		var took time.Duration
		if took, err = warmUp(ctx, s, p.address, 20*time.Millisecond); err == nil && took < time.Minute {
			break
		}
	}
	return contender{p, s}, err
}

func besideMarkdown(results []besideResult, count int) string {
	rows := [][]string{{"view", "before", "this one", "ratio", "with notes", "ratio"}}
	for _, r := range results {
		rows = append(rows, []string{
			r.View, milliseconds(r.P50[0]), milliseconds(r.P50[1]), fmt.Sprintf("%.2f", r.Ratios[1]),
			milliseconds(r.P50[2]), fmt.Sprintf("%.2f", r.Ratios[2]),
		})
	}
	return fmt.Sprintf("Lists of %d enrolments, medians, in turns; %d notes in each lead of the last:\n\n",
		count, notesOfEach) + table(rows, 1)
}
