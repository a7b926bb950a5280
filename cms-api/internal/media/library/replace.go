package library

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"mime"
	"path"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
)

// Replaced says what became of the places that named a replaced file.
type Replaced struct {
	URL     string    `json:"url" doc:"The new address." example:"/media/images/77c1…_1280x720_480_960.jpg"`
	Changed []Renamed `json:"changed" nullable:"false" doc:"The documents that name the new address."`
	Failed  []Failed  `json:"failed" nullable:"false" doc:"The documents that still name the old address. They are tried again for a quarter of an hour; after that, send the file once more."`
}

// Renamed is a document that names the new address of a file.
type Renamed struct {
	Collection string `json:"collection" doc:"As the history names it." example:"articles"`
	ID         string `json:"id" example:"665f1f77bcf86cd799439011"`
	Title      string `json:"title" doc:"Empty where documents have none." example:"How monsoons form"`
}

// Failed is a document that could not be changed.
type Failed struct {
	Renamed
	Reason string `json:"reason" doc:"A sentence that says why, and what to do." example:"Give the article a title."`
}

// Replacement is what is left to do of the replacement of a document's file.
type Replacement struct {
	By    string    `bson:"by"` // the account that asked for it
	At    time.Time `bson:"at"`
	Tries int       `bson:"tries"` // to continue it
}

// Replace makes a stored file that of a document, and has all that names the former one name it, as saves of the
// caller. What somebody changes meanwhile is tried again.
func (s *Service) Replace(ctx context.Context, id string, file File) (Replaced, error) {
	doc, err := s.Put(ctx, id, file)
	if err != nil {
		return Replaced{}, err
	}
	return s.RenameAll(ctx, doc)
}

// Put makes a stored file that of a document, and notes there that documents are to name it: RenameAll has them do so,
// or else Continue.
func (s *Service) Put(ctx context.Context, id string, file File) (Media, error) {
	other, err := s.existing(ctx, file)
	if err == nil && other.ID != id {
		return Media{}, inLibrary(other.Name)
	}
	if err != nil && !problem.Is(err, problem.NotFound) {
		return Media{}, err
	}
	made, err := s.docs.Update(ctx, id, documents.Write{By: access.By(ctx)}, func(m *Media) error {
		m.Name = renamedFor(*m, file)
		m.Former = formerAfter(*m, file.URL)
		m.Replacement = &Replacement{By: access.By(ctx), At: s.o.Now().UTC()}
		m.URL, m.Type, m.Bytes, m.Sent = file.URL, file.Type, file.Bytes, file.Sent
		m.Width, m.Height, m.Duration, m.SlowStart = file.Width, file.Height, file.Duration, file.SlowStart
		return nil
	})
	if storage.IsDuplicate(err) {
		err = inLibrary("")
	}
	return changes.Done(ctx, made, err)
}

// formerAfter returns the former addresses of a document's file once it has another address. That may be one of them.
func formerAfter(m Media, url string) []string {
	all := slices.Clone(m.Former)
	if former := strings.TrimPrefix(m.URL, MediaPath); m.URL != url && !slices.Contains(all, former) {
		all = append(all, former)
	}
	all = slices.DeleteFunc(all, func(former string) bool { return MediaPath+former == url })
	if len(all) == 0 {
		return nil
	}
	return all
}

// renamedFor returns the name of a document with the extension of another file, if it ends with that of its own.
func renamedFor(m Media, to File) string {
	extension, wanted := path.Ext(m.Name), path.Ext(to.URL)
	told, _, _ := strings.Cut(mime.TypeByExtension(extension), ";")
	if m.Type == to.Type || extension == "" || !strings.EqualFold(extension, path.Ext(m.URL)) && told != m.Type {
		return m.Name
	}
	return text.Shorten(strings.TrimSuffix(m.Name, extension), longestName-len(wanted)) + wanted
}

func inLibrary(name string) error {
	if name != "" {
		name = " as " + name
	}
	return problem.New(problem.Conflict,
		"This file is in the library already"+name+". Use that one, or delete it first.")
}

// passes is how often the documents that name a file are looked for: what is saved meanwhile is found by the next.
const passes = 3

// RenameAll has all that names a former address of a document's file name the present one, as long as that is the
// document's. The replacement that comes between finds what is left, as the address is a former one then.
func (s *Service) RenameAll(ctx context.Context, doc Media) (Replaced, error) {
	done := Replaced{URL: doc.URL, Changed: []Renamed{}, Failed: []Failed{}}
	if err := s.awaitUses(ctx); err != nil {
		return done, err
	}
	former, tried := s.list.formerOf(doc), map[Renamed]string{} // why one could not be changed, empty for the others
	now := make(map[string]Media, len(former))
	for _, url := range former {
		now[Stem(url)] = doc
	}
	to := Renaming{Duration: doc.Duration, Replace: renaming(now)}
	for range passes {
		begun := s.o.DB.Time()
		left := slices.DeleteFunc(s.naming(former), func(u *user) bool { return tried[u.renamed()] != "" })
		if len(left) == 0 {
			break
		}
		for _, u := range left { // one by one: several at a time are no faster, as each waits for a write of the store
			if now, known := s.list.get(doc.ID); known && now.URL != doc.URL {
				return done, errOvertaken()
			}
			err := s.rename(ctx, u, to)
			if ctx.Err() != nil {
				return done, errors.Join(err, ctx.Err())
			}
			tried[u.renamed()] = s.reason(ctx, u, err)
		}
		s.awaitStream(ctx, begun)
	}
	for _, u := range s.naming(former) {
		if at := u.renamed(); tried[at] == "" {
			tried[at] = "It still names the old file. Open it, and choose the new one there."
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(tried), Renamed.compare) {
		if reason := tried[at]; reason != "" {
			done.Failed = append(done.Failed, Failed{at, reason})
		} else {
			done.Changed = append(done.Changed, at)
		}
	}
	_, err := s.docs.Update(ctx, doc.ID, documents.Write{By: access.By(ctx)}, func(m *Media) error {
		if m.URL != doc.URL {
			return errOvertaken()
		}
		if len(done.Failed) == 0 {
			m.Replacement = nil
		}
		return nil
	})
	return done, err
}

func (u *user) renamed() Renamed { return Renamed{u.collection, u.id, u.title} }

func (r Renamed) compare(other Renamed) int {
	return cmp.Or(strings.Compare(r.Collection, other.Collection), strings.Compare(r.Title, other.Title),
		strings.Compare(r.ID, other.ID))
}

func errOvertaken() error {
	return problem.New(problem.Conflict, "Somebody else replaced this file at the same time, and theirs is in its place "+
		"now. Look at it, and replace it again if yours is the right one.")
}

const (
	// continueAfter is how long after its beginning a replacement is continued first. Each further try takes twice the
	// time; one that runs all the same does no harm, as the documents that it has changed need no change.
	continueAfter = time.Minute
	mostTries     = 5
)

// due reports whether a replacement has to be continued: it has not ended, or somebody has saved a former address
// where it was not known yet that it is one.
func (s *Service) due(doc Media) bool {
	if r := doc.Replacement; r != nil {
		return r.Tries < mostTries && !s.o.Now().Before(r.At.Add(continueAfter<<r.Tries))
	}
	return s.unfinished(doc)
}

// unfinished reports whether a replacement has not ended. One that was tried often enough ends once nothing names a
// former address any more.
func (s *Service) unfinished(doc Media) bool {
	r := doc.Replacement
	return r != nil && r.Tries < mostTries || len(s.naming(s.list.formerOf(doc))) > 0
}

// Continue continues replacements whose process has ended, or that could not change some documents, as saves of those
// who asked for them. Done is called with each by which documents were changed.
func (s *Service) Continue(ctx context.Context, done func(context.Context, Media, changes.Record)) error {
	if err := s.awaitUses(ctx); err != nil {
		return err
	}
	all, err := s.all(ctx)
	for _, each := range all {
		if !s.due(each.doc) {
			continue
		}
		made, err := s.docs.Update(ctx, each.doc.ID, documents.Write{}, func(m *Media) error {
			next := Replacement{At: s.o.Now().UTC()}
			if m.Replacement != nil {
				next = *m.Replacement
			}
			next.Tries++
			m.Replacement = &next
			return nil
		})
		if problem.Is(err, problem.NotFound) { // deleted meanwhile
			continue
		}
		if err != nil {
			return err
		}
		by := access.Identity{UserID: made.After.Replacement.By, OnBehalf: true}
		inner, journal := changes.Watch(access.With(ctx, by))
		replaced, err := s.RenameAll(inner, made.After)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		level := slog.LevelInfo
		if err != nil || len(replaced.Failed) > 0 {
			level = slog.LevelWarn
		}
		s.o.Log.Log(ctx, level, "a replacement was continued", "file", made.After.Name, "changed", len(replaced.Changed),
			"failed", replaced.Failed, "tries", made.After.Replacement.Tries, "error", err)
		if len(replaced.Changed) > 0 {
			done(ctx, made.After, journal.Record())
		}
	}
	return err
}

// naming returns the documents, not their former versions, that name one of the addresses.
func (s *Service) naming(urls []string) []*user {
	var all []*user
	for _, url := range urls {
		stem := Stem(url)
		for _, u := range s.index.usersOf(url) {
			now := func(n name) bool { return n.stem == stem && n.where != History }
			if slices.ContainsFunc(u.names, now) && !slices.Contains(all, u) {
				all = append(all, u)
			}
		}
	}
	return all
}

// rename has one document name another file.
func (s *Service) rename(ctx context.Context, u *user, r Renaming) error {
	switch {
	case u.collection == Collection:
		made, err := s.docs.Update(ctx, u.id, documents.Write{By: access.By(ctx)}, func(m *Media) error {
			m.Poster = r.Replace(m.Poster)
			return nil
		})
		return changes.Err(ctx, made, err)
	case u.owner != "":
		return s.o.Rename(ctx, unsaved, u.collection+"/"+u.owner, r)
	}
	return s.o.Rename(ctx, u.collection, u.id, r)
}

// reason returns what a person is told of a document that could not be changed; nothing without an error.
func (s *Service) reason(ctx context.Context, u *user, err error) string {
	var refused *problem.Error
	if err == nil {
		return ""
	}
	if errors.As(err, &refused) {
		return refused.Detail
	}
	s.o.Log.WarnContext(ctx, "a replaced file is still named", "collection", u.collection, "id", u.id, "error", err)
	return "It could not be saved. Please try again."
}

// streamTime is how long awaitStream waits at most.
const streamTime = 3 * time.Second

// awaitStream returns when all that was written before a time is in the index, or after streamTime.
func (s *Service) awaitStream(ctx context.Context, written time.Time) {
	const step = 20 * time.Millisecond
	for range streamTime / step {
		if !s.o.DB.Heard().Before(written) || storage.Wait(ctx, step, nil) != nil {
			return
		}
	}
}
