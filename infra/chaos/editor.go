package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kinds of things.
const (
	kindArticle = "article"
	kindSetting = "setting"
	kindPicture = "picture"
)

// editor writes articles that nobody else writes.
type editor struct {
	*client
	name     string
	apis     []string
	ledger   *ledger
	random   *rand.Rand
	made     int
	articles []*written
	// due is when the last date comes that the editor asked for.
	due time.Time
}

// written is an article as its editor knows it.
type written struct {
	*thing
	article
}

// article is the part of the API's articles that is compared.
type article struct {
	ID       string `json:"id,omitempty"`
	Slug     string `json:"slug,omitempty"`
	Title    string `json:"title"`
	Content  string `json:"content"`
	Status   string `json:"status"`
	Revision int    `json:"revision,omitempty"`
	// From when and until when it is public; nil is no bound.
	PublishDate   *time.Time `json:"publish_date,omitempty"`
	UnpublishDate *time.Time `json:"unpublish_date,omitempty"`
}

const published = "published"

var mark = regexp.MustCompile(`mark-[a-z0-9-]+`)

// state is what is compared: status, title, the mark in the text, and the dates.
func (a article) state() string { return strings.Join(a.fields(), " | ") }

func (a article) fields() []string {
	return []string{a.Status, a.Title, mark.FindString(a.Content), dated(a.PublishDate), dated(a.UnpublishDate)}
}

// Positions of fields in a state.
const (
	atStatus = iota
	atTitle
	atMark
	atPublish
	atUnpublish
)

// setting returns a function that sets some fields of a state to those of an article.
// Deleted articles stay deleted, and other fields stay as they were.
func (a article) setting(positions ...int) func(string) string {
	return func(state string) string {
		if state == gone {
			return gone
		}
		fields := strings.Split(state, " | ")
		for _, at := range positions {
			fields[at] = a.fields()[at]
		}
		return strings.Join(fields, " | ")
	}
}

func dated(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339Nano)
}

// public reports whether visitors see the article at a moment.
func (a article) public(at time.Time) bool {
	return a.Status == published && (a.PublishDate == nil || !a.PublishDate.After(at)) &&
		(a.UnpublishDate == nil || a.UnpublishDate.After(at))
}

// Few enough for a build of all pages to stay short.
const mostArticles = 12

// step does one write.
func (e *editor) step(ctx context.Context) {
	if len(e.articles) < 3 || len(e.articles) < mostArticles && e.random.IntN(4) == 0 {
		e.create(ctx)
		return
	}
	i := e.random.IntN(len(e.articles))
	chosen := e.articles[i]
	if !e.ledger.sure(chosen.thing) && !e.look(ctx, chosen) {
		return
	}
	if chosen.may[0] == gone {
		e.articles = append(e.articles[:i], e.articles[i+1:]...)
		return
	}
	if e.random.IntN(8) == 0 || len(e.articles) == mostArticles {
		e.remove(ctx, chosen)
		return
	}
	e.edit(ctx, chosen)
}

// api returns a random replica.
func (e *editor) api() string { return e.apis[e.random.IntN(len(e.apis))] }

// text is an article's text with a mark that no other text has.
func (e *editor) text() string {
	e.made++
	return fmt.Sprintf("<p>mark-%s-%d</p>", e.name, e.made) +
		strings.Repeat("<p>What to read, and what to leave out.</p>", 1+e.random.IntN(60))
}

func (e *editor) create(ctx context.Context) {
	a := article{
		Content: e.text(), Status: []string{published, published, published, "draft"}[e.random.IntN(4)],
		Title: fmt.Sprintf("Written by %s, no. %d", e.name, e.made),
	}
	got, err := e.send(ctx, http.MethodPost, e.api()+"/api/articles", a)
	if !e.ledger.taken("create an article", got, err) {
		return // whether it exists, and with which id, is not known
	}
	if err := json.Unmarshal(got.body, &a); err != nil {
		e.ledger.refuse("an article that was created is answered as " + err.Error())
		return
	}
	e.articles = append(e.articles, &written{e.ledger.stored(kindArticle, a.ID, a.state()), a})
}

func (e *editor) edit(ctx context.Context, to *written) {
	next := to.article
	update := map[string]any{}
	set := []int{atMark}
	switch e.random.IntN(6) {
	case 0:
		e.made++
		next.Title = fmt.Sprintf("Renamed by %s, no. %d", e.name, e.made)
		update["title"], set = next.Title, []int{atTitle}
	case 1:
		next.Status = map[string]string{published: "draft", "draft": published}[next.Status]
		update["status"], set = next.Status, []int{atStatus}
	case 2:
		e.schedule(&next)
		update["publish_date"], update["unpublish_date"], set = next.PublishDate, next.UnpublishDate, []int{
			atPublish, atUnpublish,
		}
	default:
		next.Content = e.text()
		update["content"] = next.Content
	}
	var headers []string
	if e.random.IntN(3) > 0 {
		headers = []string{"If-Match", strconv.Quote(strconv.Itoa(to.Revision))}
	}
	got, err := e.send(ctx, http.MethodPut, e.api()+"/api/articles/"+to.ID, update, headers...)
	if err == nil && got.status == http.StatusPreconditionFailed {
		e.look(ctx, to) // a write without an answer was stored after all
		return
	}
	if !e.ledger.taken("edit an article", got, err) {
		e.ledger.mayBeEdited(to.thing, next.setting(set...))
		return
	}
	var stored article // a missing date is absent
	if err := json.Unmarshal(got.body, &stored); err != nil {
		e.ledger.refuse("an article that was edited is answered as " + err.Error())
	}
	to.article = stored
	if !e.ledger.edited(to.thing, next.setting(set...), stored.state()) {
		e.drop(to)
	}
}

func (e *editor) drop(what *written) {
	e.articles = slices.DeleteFunc(e.articles, func(other *written) bool { return other == what })
}

// schedule makes an article appear or disappear a moment from now, or removes its
// dates.
func (e *editor) schedule(a *article) {
	const soon = 4000 // milliseconds
	at := time.Now().Add(time.Duration(1+e.random.IntN(soon)) * time.Millisecond).Truncate(time.Millisecond)
	a.PublishDate, a.UnpublishDate = nil, nil
	switch e.random.IntN(3) {
	case 0:
		a.PublishDate, e.due = &at, later(e.due, at)
	case 1:
		a.UnpublishDate, e.due = &at, later(e.due, at)
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (e *editor) remove(ctx context.Context, what *written) {
	got, err := e.do(ctx, http.MethodDelete, e.api()+"/api/articles/"+what.ID, "", nil)
	if e.ledger.taken("delete an article", got, err) {
		e.ledger.changed(what.thing, gone)
	} else {
		e.ledger.tried(what.thing, gone)
	}
}

// look finds out whether a write without an answer was stored.
func (e *editor) look(ctx context.Context, at *written) bool {
	found, err := e.stored(ctx, e.api(), at.ID)
	if err != nil {
		return false
	}
	// A write without an answer may still be in flight. It names the revision that it
	// replaces, so the next acknowledged write either comes after it or makes it fail;
	// until then it may still be stored.
	if !e.ledger.seen(at.thing, found.stateOrGone(), "read by its editor", false) || found == nil {
		e.drop(at)
		return false
	}
	at.article = *found
	return true
}

// stateOrGone is the state of an article that may be nil, which is gone.
func (a *article) stateOrGone() string {
	if a == nil {
		return gone
	}
	return a.state()
}

// stored reads an article from a replica; nil when there is none.
func (c *client) stored(ctx context.Context, api, id string) (*article, error) {
	got, err := c.get(ctx, api+"/api/articles/"+id)
	if err != nil {
		return nil, err
	}
	if got.status == http.StatusNotFound {
		return nil, nil
	}
	if err := got.err(); err != nil {
		return nil, err
	}
	var found article
	return &found, json.Unmarshal(got.body, &found)
}
