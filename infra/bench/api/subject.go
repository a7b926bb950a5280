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
	"slices"
	"strconv"
	"strings"
	"time"

	"academy/infra/await"
)

// encodings are those that are requested: every browser accepts gzip, many programs
// accept identity only.
var encodings = []string{"identity", "gzip"}

// subject is one public read.
type subject struct {
	name     string
	path     string // of cms-api
	file     string // the same bytes as nginx has them
	judged   bool   // whether the bar is for it
	variants []*variant
}

// variant is a subject in one encoding, and what was measured of it.
type variant struct {
	encoding   string
	body       []byte
	header     http.Header
	api, nginx []float64 // requests a second, by round
}

// encoded reports whether the body is encoded, not only asked for so: small ones
// are left as they are.
func (v *variant) encoded() bool { return v.header.Get("Content-Encoding") == "gzip" }

// fetchSubjects reads from cms-api what nginx is to serve: the reads whose name
// contains a text.
func fetchSubjects(ctx context.Context, api, match string) ([]*subject, error) {
	const list = "/api/articles?status=published&limit=20"
	answer, err := waitFor(ctx, api+list, "identity")
	if err != nil {
		return nil, err
	}
	var newest []struct {
		Slug string `json:"slug"`
	}
	if err := json.Unmarshal(answer.body, &newest); err != nil || len(newest) != 20 {
		return nil, fmt.Errorf("the list has %d articles, not 20: %w", len(newest), err)
	}
	subjects := []*subject{
		{name: "one article by slug", path: "/api/articles/" + newest[7].Slug, judged: true},
		{name: "the 20 newest articles", path: list, judged: true},
		{name: "articles, as the blog asks", path: "/api/articles?status=published", judged: true},
		{name: "settings", path: "/api/settings", judged: true},
		{name: "social links", path: "/api/social-media", judged: true},
		{name: "page content, a page", path: "/api/page-content/home", judged: true},
		{name: "page content, a section", path: "/api/page-content/home/hero", judged: true},
		{name: "sections", path: "/api/sections", judged: true},
		{name: "visible sections", path: "/api/sections/visible", judged: true},
		{name: "programs", path: "/api/programs", judged: true},
		{name: "features", path: "/api/features", judged: true},
		{name: "differentiators", path: "/api/differentiators", judged: true},
		{name: "videos", path: "/api/videos", judged: true},
		{name: "snapshot", path: "/api/snapshot", judged: true},
		{name: "health", path: "/api/health/live", judged: true},
		{name: "site: home page", path: "/"},
		{name: "site: article page", path: articlePage},
		{name: "site: script", path: script},
		{name: "media: picture", path: "/media/seed/" + picture},
	}
	subjects = slices.DeleteFunc(subjects, func(s *subject) bool { return !strings.Contains(s.name, match) })
	if len(subjects) == 0 {
		return nil, fmt.Errorf("no read is called %q", match)
	}
	for i, s := range subjects {
		s.file = "subject-" + strconv.Itoa(i)
		for _, encoding := range encodings {
			answer, err := waitFor(ctx, api+s.path, encoding)
			if err != nil {
				return nil, err
			}
			v := &variant{encoding: encoding, body: answer.body, header: answer.header}
			switch {
			case v.encoded() && !s.judged:
				s.variants = []*variant{v} // as browsers ask says enough
			case v.encoded(), encoding == "identity":
				s.variants = append(s.variants, v)
			}
		}
	}
	return subjects, nil
}

// sameAnswers checks that nginx gives the same answers as cms-api.
func sameAnswers(ctx context.Context, nginx string, subjects []*subject) error {
	for _, s := range subjects {
		for _, v := range s.variants {
			answer, err := waitFor(ctx, nginx+"/"+s.file, v.encoding)
			if err != nil {
				return err
			}
			if !bytes.Equal(answer.body, v.body) {
				return fmt.Errorf("nginx serves other bytes for %s (%s)", s.name, v.encoding)
			}
			for name := range v.header {
				if answer.header.Get(name) == "" && name != "Accept-Ranges" {
					return fmt.Errorf("nginx sends no %s for %s (%s)", name, s.name, v.encoding)
				}
			}
		}
	}
	return nil
}

// measureReads measures both servers alternately, round by round.
func measureReads(ctx context.Context, api, nginx string, subjects []*subject, o options) error {
	for round := range o.rounds {
		for _, s := range subjects {
			for _, v := range s.variants {
				// The order alternates, in case a measurement warms the next one.
				first, second := &v.nginx, &v.api
				targets := []string{nginx + "/" + s.file, api + s.path}
				if round%2 == 1 {
					first, second = second, first
					targets[0], targets[1] = targets[1], targets[0]
				}
				for i, result := range []*[]float64{first, second} {
					found, err := measure(ctx, nil, targets[i], v.encoding, o.duration)
					if err != nil {
						return err
					}
					*result = append(*result, found.rate)
				}
			}
		}
	}
	return nil
}

// measure asks with wrk, which runs under another command unless that is empty.
func measure(
	ctx context.Context, under []string, target, encoding string, duration time.Duration,
) (measurement, error) {
	seconds := strconv.Itoa(max(1, int(duration.Seconds()))) + "s"
	args := append(slices.Clone(under), "wrk", "-t2", "-c32", "-d"+seconds, "-H", "Accept-Encoding: "+encoding, target)
	out, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput()
	if err != nil {
		return measurement{}, fmt.Errorf("wrk %s: %w\n%s", target, err, out)
	}
	found, err := parse(string(out))
	if err != nil {
		return measurement{}, fmt.Errorf("%s: %w", target, err)
	}
	return found, nil
}

type answer struct {
	header http.Header
	body   []byte
}

// waitFor is get, tried again until the answer is 200, for a while.
func waitFor(ctx context.Context, address, encoding string) (found answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err = await.Success(ctx, func() (err error) {
		found, err = get(ctx, address, encoding)
		return err
	})
	return found, err
}

// get reads an address in an encoding, and leaves it encoded.
func get(ctx context.Context, address, encoding string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Accept-Encoding", encoding)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer{}, err
	}
	body, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return answer{}, fmt.Errorf("%s: %w", address, err)
	}
	if response.StatusCode != http.StatusOK {
		return answer{}, fmt.Errorf("%s answered %s: %.200s", address, response.Status, body)
	}
	return answer{header: response.Header, body: body}, nil
}
