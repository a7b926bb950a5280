package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"academy/infra/await"
)

const kindTyped = "typed text"

// typist types into a draft that nobody else writes. The text is saved as a working copy,
// previewed, published, discarded, and goes into the trash and back with its article.
type typist struct {
	*client
	name   string
	apis   []string
	ledger *ledger
	random *rand.Rand
	made   int
	thing  *thing
	sent   []string       // every title
	saved  map[int]string // the title of each revision of which the save was acknowledged
	read   int            // revisions up to this one were compared
}

// typed is what is compared of an article. A working copy that is not there has no title.
type typed struct {
	trashed    bool
	live, kept string
}

func (s typed) String() string { return fmt.Sprintf("%t | %s | %s", s.trashed, s.live, s.kept) }

// typing returns a function that changes a state.
func typing(change func(*typed)) func(string) string {
	return func(state string) string {
		fields := strings.Split(state, " | ")
		s := typed{fields[0] == "true", fields[1], fields[2]}
		change(&s)
		return s.String()
	}
}

// The writes, and the texts that each leaves.
var (
	publishing = typing(func(s *typed) {
		if !s.trashed && s.kept != "" {
			s.live, s.kept = s.kept, ""
		}
	})
	discarding = typing(func(s *typed) {
		if !s.trashed {
			s.kept = ""
		}
	})
	trashing  = typing(func(s *typed) { s.trashed = true })
	restoring = typing(func(s *typed) { s.trashed = false })
)

func keeping(title string) func(string) string {
	return typing(func(s *typed) {
		if !s.trashed {
			s.kept = title
		}
	})
}

func (t *typist) api() string     { return t.apis[t.random.IntN(len(t.apis))] }
func (t *typist) article() string { return "/api/articles/" + t.thing.id }
func (t *typist) trash() string   { return "/api/admin/trash/articles/" + t.thing.id }
func (t *typist) copied() string  { return t.article() + "/working-copy" }

// title returns one that no other text has.
func (t *typist) title() string {
	t.made++
	title := fmt.Sprintf("Typed by %s, no. %d", t.name, t.made)
	t.sent = append(t.sent, title)
	return title
}

// step does one write, or previews what is typed.
func (t *typist) step(ctx context.Context) {
	if t.thing == nil {
		t.create(ctx)
		return
	}
	now, err := t.state(ctx, t.api())
	if err != nil {
		return
	}
	if !now.trashed && !t.ledger.seen(t.thing, now.String(), "read by who types", false) {
		t.thing = nil
		return
	}
	if now.trashed {
		t.write(ctx, "have an article back", http.MethodPost, t.trash()+"/restore", struct{}{}, restoring)
		return
	}
	switch n := t.random.IntN(20); {
	case n < 10 || now.kept == "" && n < 16:
		title := t.title()
		t.write(ctx, "keep what is typed", http.MethodPut, t.copied(), map[string]string{"title": title}, keeping(title))
	case n < 14:
		t.write(ctx, "publish what was kept", http.MethodPost, t.copied()+"/publish", struct{}{}, publishing)
	case n < 16:
		t.write(ctx, "discard what was kept", http.MethodDelete, t.copied(), nil, discarding)
	case n < 18:
		t.write(ctx, "put an article into the trash", http.MethodDelete, t.article(), nil, trashing)
	default:
		t.preview(ctx)
	}
}

func (t *typist) create(ctx context.Context) {
	title := t.title()
	got, err := t.send(ctx, http.MethodPost, t.api()+"/api/articles", map[string]string{"title": title})
	if !t.ledger.taken("create a draft", got, err) {
		return
	}
	var made article
	if err := json.Unmarshal(got.body, &made); err != nil {
		t.ledger.refuse("a draft that was created is answered as " + err.Error())
		return
	}
	t.saved = map[int]string{made.Revision: title}
	t.thing = t.ledger.stored(kindTyped, made.ID, typed{live: title}.String())
}

// write asks for a write, which changes the state unless it is known not to have been stored.
func (t *typist) write(ctx context.Context, what, method, path string, body any, change func(string) string) {
	got, err := t.send(ctx, method, t.api()+path, body)
	late := err == nil && slices.Contains([]int{http.StatusNotFound, http.StatusConflict}, got.status)
	if late && !t.ledger.sure(t.thing) {
		return // a write without an answer came between
	}
	if !t.ledger.taken(what, got, err) {
		t.ledger.mayBeEdited(t.thing, change)
		return
	}
	t.ledger.acted(t.thing, change)
	var saved article
	if json.Unmarshal(got.body, &saved) == nil && !strings.HasSuffix(path, "/working-copy") && saved.Revision > 0 {
		t.saved[saved.Revision] = saved.Title
	}
}

// preview asks for a preview of unsaved text. A publisher, database or page that fails is no
// fault of the preview; other text in it is.
func (t *typist) preview(ctx context.Context) {
	t.made++
	title := fmt.Sprintf("Seen by %s, no. %d", t.name, t.made)
	api := t.api()
	got, err := t.send(ctx, http.MethodPost, api+"/api/preview", map[string]any{
		"kind": "article", "id": t.thing.id, "values": map[string]string{"title": title},
	})
	// 409: the same editor asked for another; 422: the page cannot be rendered.
	known := []int{http.StatusConflict, http.StatusUnprocessableEntity}
	if err != nil || slices.Contains(known, got.status) || !t.ledger.taken("preview", got, err) {
		return
	}
	var made struct{ URL string }
	if err := json.Unmarshal(got.body, &made); err != nil {
		t.ledger.refuse("a preview is answered as " + err.Error())
		return
	}
	page, err := t.get(ctx, api+made.URL)
	if err == nil && page.good() && !strings.Contains(string(page.body), html.EscapeString(title)) {
		t.ledger.refuse("a preview does not show what is typed")
	}
}

// state reads from a replica what is compared. In the trash nothing but that is seen. It
// fails when the article is written between its requests: together they would show what
// never was, such as a document that lost its working copy instead of going into the trash.
func (t *typist) state(ctx context.Context, api string) (typed, error) {
	found, err := t.stored(ctx, api, t.thing.id)
	if found == nil || err != nil {
		return typed{trashed: true}, err
	}
	kept := struct{ Title string }{}
	got, err := t.get(ctx, api+t.copied()+"?optional=true")
	if err == nil {
		err = got.err()
	}
	if err == nil && got.status != http.StatusNoContent {
		err = json.Unmarshal(got.body, &kept)
	}
	if err != nil {
		return typed{}, err
	}
	again, err := t.stored(ctx, api, t.thing.id)
	if err == nil && (again == nil || again.Revision != found.Revision) {
		err = errChanged
	}
	return typed{live: found.Title, kept: kept.Title}, err
}

var errChanged = errors.New("it changed while it was read")

// check compares everything with what was acknowledged, once nothing is broken: what was
// typed, that the trash gives back what is in it, and that each save has its version and
// each version its save.
func (t *typist) check(ctx context.Context) error {
	if t.thing == nil {
		return nil
	}
	api := t.api()
	ctx, cancel := context.WithTimeout(ctx, readsWithin)
	defer cancel()
	var now typed
	hadBack := false
	err := await.Success(ctx, func() (err error) {
		if now, err = t.state(ctx, api); err != nil || !now.trashed {
			return err
		}
		hadBack = true
		got, err := t.send(ctx, http.MethodPost, api+t.trash()+"/restore", struct{}{})
		if err == nil {
			err = got.err()
		}
		return errors.Join(err, errInTrash)
	})
	if now.trashed {
		return fmt.Errorf("%s cannot be had back: %w", t.thing.id, err)
	}
	if err != nil {
		return err
	}
	if hadBack {
		t.ledger.acted(t.thing, restoring)
	}
	if !t.ledger.seen(t.thing, now.String(), "in the API", true) {
		t.thing = nil
		return nil
	}
	return t.versions(ctx, api)
}

var errInTrash = errors.New("it is in the trash")

// versions compares the history with the saves.
func (t *typist) versions(ctx context.Context, api string) error {
	found, err := t.stored(ctx, api, t.thing.id)
	if err != nil {
		return err
	}
	const most = 1000
	var history []struct {
		Revision int
		At       time.Time
	}
	path := api + "/api/admin/history/articles/" + t.thing.id
	if err := t.client.read(ctx, fmt.Sprintf("%s?limit=%d", path, most), &history); err != nil {
		return err
	}
	for i, each := range history {
		if each.Revision != found.Revision-i {
			t.ledger.refuse(fmt.Sprintf("a history has revision %d in the place of %d", each.Revision, found.Revision-i))
		}
	}
	if len(history) != min(found.Revision, most) {
		t.ledger.refuse(fmt.Sprintf("%d saves left a history of %d", found.Revision, len(history)))
	}
	for ; t.read < found.Revision; t.read++ {
		var version struct{ Document article }
		if err := t.client.read(ctx, fmt.Sprintf("%s/%d", path, t.read+1), &version); err != nil {
			return err
		}
		want, acknowledged := t.saved[t.read+1]
		if title := version.Document.Title; acknowledged && title != want || !slices.Contains(t.sent, title) {
			t.ledger.refuse(fmt.Sprintf("version %d is %q, which is not what was saved", t.read+1, title))
		}
	}
	return nil
}
