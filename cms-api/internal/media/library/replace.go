package library

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
)

// Replaced says what became of the places that named a replaced file.
type Replaced struct {
	URL     string    `json:"url" doc:"The new address." example:"/media/images/77c1…_1280x720_480_960.jpg"`
	Changed []Renamed `json:"changed" nullable:"false" doc:"The documents that name the new address."`
	Failed  []Failed  `json:"failed" nullable:"false" doc:"The documents that still name the old address: send the file once more to try them again."`
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

// Renaming has documents name another file.
type Renaming struct {
	// Replace returns a text with the new address in the place of the old one.
	Replace func(text string) string
	// Duration is that of the new file, in seconds.
	Duration float64
}

// renaming leads from former addresses of a file, and those of their variants, to the address of another.
func renaming(to File, from ...string) Renaming {
	stems := make([]string, len(from))
	for i, url := range from {
		stems[i] = regexp.QuoteMeta(stemOf(url))
	}
	former := regexp.MustCompile(`(?:` + strings.Join(stems, "|") + `)(?:\.[0-9]+\.webp|\.[0-9A-Za-z]+)`)
	return Renaming{Duration: to.Duration, Replace: func(text string) string {
		text = picture.ReplaceAllStringFunc(text, func(tag string) string {
			if old := former.FindString(tag); old != "" {
				return resized(tag, old, to)
			}
			return tag
		})
		return former.ReplaceAllLiteralString(text, to.URL)
	}}
}

var (
	// picture finds the tags of pictures in rich text, that in JSON included, however often it is encoded.
	picture = regexp.MustCompile(`(?s)(?:<|\\+u003[cC])img\s.*?(?:>|\\+u003[eE])`)
	// extent finds the attributes of such a tag that say how large the picture is.
	extent = regexp.MustCompile(`\s(width|height)=(\\*")([0-9]+)\\*"`)
	// extentOf finds the width and the height in the address of a picture.
	extentOf = regexp.MustCompile(`_([0-9]+)x([0-9]+)(?:_[0-9]+)*\.`)
)

// resized returns the tag of a picture with the width and the height of another if it has both of the old one, and else
// with none, as the other one would be distorted.
func resized(tag, old string, to File) string {
	had := map[string]string{}
	for _, each := range extent.FindAllStringSubmatch(tag, -1) {
		had[each[1]] = each[3]
	}
	was := extentOf.FindStringSubmatch(old)
	whole := was != nil && had["width"] == was[1] && had["height"] == was[2] && to.Width > 0 && to.Height > 0
	is := map[string]int{"width": to.Width, "height": to.Height}
	return extent.ReplaceAllStringFunc(tag, func(attribute string) string {
		if !whole {
			return ""
		}
		parts := extent.FindStringSubmatch(attribute)
		return fmt.Sprintf(" %s=%s%d%s", parts[1], parts[2], is[parts[1]], parts[2])
	})
}

// readForm goes through the parts of a form; see form.Read.
type readForm func(field string, take func(before form.Texts, file form.File) error) (form.Texts, bool, error)

// Replace stores the file of a form in the place of a document's, and has all that names the old file name the new
// one, as saves of the caller. What somebody changes meanwhile is tried again.
func (s *Service) Replace(ctx context.Context, id string, read readForm) (Replaced, error) {
	doc, err := s.docs.Get(ctx, id)
	if err == nil {
		err = s.awaitUses(ctx)
	}
	if err != nil {
		return Replaced{}, err
	}
	var file File
	_, found, err := read("file", func(_ form.Texts, content form.File) (err error) {
		file, err = s.o.Store(ctx, doc.Kind, content)
		return err
	})
	if err == nil && !found {
		err = form.Missing("file")
	}
	if err == nil {
		err = s.put(ctx, id, file)
	}
	if err != nil {
		return Replaced{}, err
	}
	return s.renameAll(ctx, id, file)
}

// put makes a stored file that of a document.
func (s *Service) put(ctx context.Context, id string, file File) error {
	other, err := s.existing(ctx, file)
	if err == nil && other.ID != id {
		return inLibrary(other.Name)
	}
	if err != nil && !problem.Is(err, problem.NotFound) {
		return err
	}
	made, err := s.docs.Update(ctx, id, documents.Write{By: access.By(ctx)}, func(m *Media) error {
		m.Name = renamedFor(*m, file)
		m.Former = formerOf(*m, file.URL)
		m.URL, m.Type, m.Bytes, m.Sent = file.URL, file.Type, file.Bytes, file.Sent
		m.Width, m.Height, m.Duration, m.SlowStart = file.Width, file.Height, file.Duration, file.SlowStart
		return nil
	})
	if storage.IsDuplicate(err) {
		err = inLibrary("")
	}
	return changes.Err(ctx, made, err)
}

// formerOf returns the former addresses of a document's file once it has another address. That may be one of them.
func formerOf(m Media, url string) []string {
	all := slices.Clone(m.Former)
	if former := strings.TrimPrefix(m.URL, mediaPath); m.URL != url && !slices.Contains(all, former) {
		all = append(all, former)
	}
	all = slices.DeleteFunc(all, func(former string) bool { return mediaPath+former == url })
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

// renameAll has all that names a former address of a document's file name the given one, as long as that is the
// document's. The replacement that comes between finds what is left, as the given one is a former one then.
func (s *Service) renameAll(ctx context.Context, id string, file File) (Replaced, error) {
	doc, err := s.current(ctx, id, file)
	if err != nil {
		return Replaced{}, err
	}
	former := doc.addresses()[1:]
	done := Replaced{URL: file.URL, Changed: []Renamed{}, Failed: []Failed{}}
	if len(former) == 0 {
		return done, nil
	}
	tried := map[Renamed]bool{}
	r := renaming(file, former...)
	for range passes {
		begun := s.o.DB.Time()
		for _, u := range s.naming(former) {
			at := Renamed{u.collection, u.id, u.title}
			if tried[at] && slices.ContainsFunc(done.Failed, func(f Failed) bool { return f.Renamed == at }) {
				continue
			}
			if _, err := s.current(ctx, id, file); err != nil {
				return done, err
			}
			if err := s.rename(ctx, u, r); err != nil {
				if ctx.Err() != nil {
					return done, err
				}
				done.Failed = append(done.Failed, Failed{at, s.reason(ctx, at, err)})
			} else if !tried[at] {
				done.Changed = append(done.Changed, at)
			}
			tried[at] = true
		}
		s.awaitStream(ctx, begun)
		if len(s.naming(former)) == len(done.Failed) {
			break
		}
	}
	if _, err := s.current(ctx, id, file); err != nil {
		return done, err
	}
	return done, s.forgetFormer(ctx, id)
}

// current returns a document, or a Conflict problem when its file is another one than the given.
func (s *Service) current(ctx context.Context, id string, file File) (Media, error) {
	doc, err := s.docs.Get(ctx, id)
	if err == nil && doc.URL != file.URL {
		err = problem.New(problem.Conflict, "Somebody else replaced this file at the same time, and theirs is in its place "+
			"now. Look at it, and replace it again if yours is the right one.")
	}
	return doc, err
}

// naming returns the documents, not their former versions, that name one of the addresses.
func (s *Service) naming(urls []string) []*user {
	var all []*user
	for _, url := range urls {
		stem := stemOf(url)
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

// reason returns what a person is told of a document that could not be changed.
func (s *Service) reason(ctx context.Context, at Renamed, err error) string {
	var refused *problem.Error
	if errors.As(err, &refused) {
		return refused.Detail
	}
	s.o.Log.WarnContext(ctx, "a replaced file is still named", "collection", at.Collection, "id", at.ID, "error", err)
	return "It could not be saved. Please try again."
}

// forgetFormer removes the former addresses of a document's file that nothing but the history names.
func (s *Service) forgetFormer(ctx context.Context, id string) error {
	_, err := s.docs.Update(ctx, id, documents.Write{By: access.By(ctx)}, func(m *Media) error {
		m.Former = slices.DeleteFunc(slices.Clone(m.Former), func(key string) bool {
			return len(s.naming([]string{mediaPath + key})) == 0
		})
		if len(m.Former) == 0 {
			m.Former = nil
		}
		return nil
	})
	return err
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
