package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"image/png"
	"net/http"
	"strings"
	"time"

	"academy/infra/await"
)

// verifier compares acknowledged writes with the API and with the live pages. The
// product must have converged, nobody may write meanwhile, and no date may be due.
type verifier struct {
	*client
	product *product
	ledger  *ledger
	torn    func(format string, values ...any)
}

// readsWithin bounds the retries of a read.
const readsWithin = 20 * time.Second

func (v *verifier) all(ctx context.Context) error {
	for _, compare := range []func(context.Context) error{v.articles, v.settings, v.leads, v.pictures} {
		if err := compare(ctx); err != nil {
			return err
		}
	}
	return nil
}

// page gets an address and retries while the server answers with an error.
func (v *verifier) page(ctx context.Context, address string) (got answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, readsWithin)
	defer cancel()
	err = await.Success(ctx, func() error {
		var err error
		if got, err = v.get(ctx, address); err == nil && got.status >= http.StatusInternalServerError {
			err = got.err()
		}
		return err
	})
	if err != nil {
		return got, fmt.Errorf("%s: %w", address, err)
	}
	return got, nil
}

func (v *verifier) json(ctx context.Context, address string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, readsWithin)
	defer cancel()
	return await.Success(ctx, func() error { return v.read(ctx, address, into) })
}

func (v *verifier) articles(ctx context.Context) error {
	for i, t := range v.ledger.all(kindArticle) {
		api := v.product.apis[i%len(v.product.apis)]
		var found *article
		limited, cancel := context.WithTimeout(ctx, readsWithin)
		err := await.Success(limited, func() (err error) {
			found, err = v.stored(limited, api, t.id)
			return err
		})
		cancel()
		if err != nil {
			return err
		}
		if !v.ledger.seen(t, found.stateOrGone(), "in the API", true) || found == nil {
			continue
		}
		for _, at := range v.product.edges {
			if err := v.article(ctx, at, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// article compares an article's page.
func (v *verifier) article(ctx context.Context, at string, a *article) error {
	got, err := v.page(ctx, at+"/blog/"+a.Slug)
	if err != nil {
		return err
	}
	public := a.public(time.Now())
	switch body := string(got.body); {
	case public && got.status != http.StatusOK:
		v.torn("%s/blog/%s is public and answers %d", at, a.Slug, got.status)
	case !public && got.status != http.StatusNotFound:
		v.torn("%s/blog/%s is not public and answers %d", at, a.Slug, got.status)
	case public &&
		!(strings.Contains(body, mark.FindString(a.Content)) && strings.Contains(body, html.EscapeString(a.Title))):
		v.torn("%s/blog/%s does not show what the API says", at, a.Slug)
	}
	return nil
}

func (v *verifier) settings(ctx context.Context) error {
	all := v.ledger.all(kindSetting)
	if len(all) == 0 {
		return nil
	}
	for _, api := range v.product.apis {
		var settings map[string]any
		if err := v.json(ctx, api+"/api/settings", &settings); err != nil {
			return err
		}
		for _, t := range all {
			value, _ := settings[t.id].(string)
			v.ledger.seen(t, value, "in the API", true)
		}
	}
	for _, at := range v.product.edges {
		for _, t := range v.ledger.all(kindSetting) {
			page, err := v.page(ctx, at+shownOn[t.id])
			if err != nil {
				return err
			}
			if !strings.Contains(html.UnescapeString(string(page.body)), t.may[0]) {
				v.torn("%s%s does not show the setting %s as the API says it: %q", at, shownOn[t.id], t.id, t.may[0])
			}
		}
	}
	return nil
}

// leads gives each replica's lists time to follow what the other one was told.
func (v *verifier) leads(ctx context.Context) error {
	for _, f := range forms() {
		all := v.ledger.all(f.kind)
		for _, api := range v.product.apis {
			var counts map[string]int
			limited, cancel := context.WithTimeout(ctx, readsWithin)
			_ = await.Success(limited, func() (err error) {
				if counts, err = v.emails(limited, api+f.list); err != nil {
					return err
				}
				for _, t := range all {
					if !v.ledger.allows(t, leadState(counts[t.id])) {
						return errNotThere
					}
				}
				return nil
			})
			cancel()
			if counts == nil {
				return fmt.Errorf("%s%s cannot be read", api, f.list)
			}
			for _, t := range all {
				v.ledger.seen(t, leadState(counts[t.id]), "in the list of "+api, true)
			}
		}
	}
	return nil
}

var errNotThere = errors.New("something is not in the list")

func leadState(count int) string {
	switch count {
	case 0:
		return gone
	case 1:
		return there
	}
	return fmt.Sprintf("there %d times", count)
}

// emails counts the addresses in a list of leads.
func (v *verifier) emails(ctx context.Context, list string) (map[string]int, error) {
	const size = 100
	counts := map[string]int{}
	for offset := 0; ; offset += size {
		var rows []struct{ Email string }
		if err := v.json(ctx, fmt.Sprintf("%s?limit=%d&offset=%d", list, size, offset), &rows); err != nil {
			return nil, err
		}
		for _, row := range rows {
			counts[row.Email]++
		}
		if len(rows) < size {
			return counts, nil
		}
	}
}

func (v *verifier) pictures(ctx context.Context) error {
	for i, t := range v.ledger.all(kindPicture) {
		got, err := v.page(ctx, v.product.apis[i%len(v.product.apis)]+t.id)
		if err != nil {
			return err
		}
		state := gone
		if got.good() {
			state = "not a picture"
			if found, err := png.Decode(bytes.NewReader(got.body)); err == nil {
				state = inkOf(found.At(0, 0))
			}
		}
		v.ledger.seen(t, state, "in the object store", true)
	}
	return nil
}
