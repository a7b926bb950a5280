// Package library is the media library: a document for each stored picture, video and file, where it is used, and
// its replacement everywhere.
package library

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Kind says how a file is shown.
type Kind string

// The kinds of files.
const (
	Image Kind = "image"
	Video Kind = "video"
	Plain Kind = "file"
)

// Media is what is known of one stored file.
type Media struct {
	revision.Document `bson:",inline"`
	URL               string    `json:"url" bson:"url" doc:"Root-relative address, readable by everyone." example:"/media/images/3f2a…_1200x800_480_960.jpg"`
	Kind              Kind      `json:"kind" bson:"kind" enum:"image,video,file"`
	Name              string    `json:"name" bson:"name" example:"classroom.jpg"`
	Alt               string    `json:"alt" bson:"alt" doc:"The description that is offered where the picture is used; empty: none yet." example:"Students in the reading room"`
	Credit            string    `json:"credit" bson:"credit" doc:"Who made it, or whose it is." example:"Asha Rao"`
	Focus             *Focus    `json:"focus" bson:"focus,omitempty" doc:"The point that every crop keeps in view; null: the middle."`
	Tags              []string  `json:"tags" bson:"tags" nullable:"false" example:"campus"`
	Width             int       `json:"width" bson:"width" doc:"In pixels, as it is seen; 0 when it is not known."`
	Height            int       `json:"height" bson:"height" doc:"In pixels, as it is seen; 0 when it is not known."`
	Duration          float64   `json:"duration" bson:"duration" doc:"Of a video, in seconds; 0 when it is not known."`
	SlowStart         bool      `json:"slow_start" bson:"slow_start,omitempty" doc:"Of a video: its index stands at its end, so that players load the end, or all of it, before they show anything. Exported with fast start, it begins at once."`
	Poster            string    `json:"poster" bson:"poster" doc:"Address of a video's poster; empty when there is none." example:"/media/images/77c1…_1280x720_480_960.jpg"`
	Bytes             int64     `json:"bytes" bson:"bytes" doc:"The size of the stored file."`
	Type              string    `json:"type" bson:"type" doc:"The media type, told from the content." example:"image/jpeg"`
	UploadedAt        time.Time `json:"uploaded_at" bson:"uploaded_at"`
	UploadedBy        *Uploader `json:"uploaded_by" bson:"uploaded_by,omitempty" doc:"Null where nobody with an account did it."`
	Uses              int       `json:"uses" bson:"-" doc:"How many uses there are, those in the history included."`
	// Sent is the SHA-256 of the bytes that were sent, in hexadecimal; empty where they are not known.
	Sent string `json:"-" bson:"sent,omitempty"`
	// Former are the addresses of the files that were replaced, without MediaPath: so they keep no file from the sweep.
	// They stay, as somebody may save at any time what was open in a browser all along.
	Former []string `json:"-" bson:"former,omitempty"`
	// Replacement is nil unless documents may name a former address.
	Replacement *Replacement `json:"-" bson:"replacement,omitempty"`
}

// MediaPath is where files are read.
const MediaPath = "/media/"

// DisplayName returns the name.
func (m *Media) DisplayName() string { return m.Name }

// Focus is a point of a picture.
type Focus struct {
	X float64 `json:"x" bson:"x" minimum:"0" maximum:"1" doc:"From the left, as a share of the width." example:"0.5"`
	Y float64 `json:"y" bson:"y" minimum:"0" maximum:"1" doc:"From the top, as a share of the height." example:"0.3"`
}

// Uploader is the account that added a file.
type Uploader struct {
	ID   string `json:"id" bson:"id" example:"665f1f77bcf86cd799439012"`
	Name string `json:"name" bson:"-" example:"Asha Rao"`
}

// Update changes what is not nil, and the focus if one was sent.
type Update struct {
	Name   *string   `json:"name,omitempty" minLength:"1" maxLength:"300" example:"classroom.jpg"`
	Alt    *string   `json:"alt,omitempty" maxLength:"1000" example:"Students in the reading room"`
	Credit *string   `json:"credit,omitempty" maxLength:"300" example:"Asha Rao"`
	Focus  SentFocus `json:"focus,omitzero" doc:"Null removes it."`
	Tags   *[]string `json:"tags,omitempty" example:"campus"`
	Poster *string   `json:"poster,omitempty" maxLength:"2000" format:"file" doc:"Of a video only." example:"/media/images/77c1…_1280x720_480_960.jpg"`
}

// SentFocus is a focus in an update. Set tells "none" from "not sent".
type SentFocus struct {
	Set   bool
	Focus *Focus
}

// File is a stored file that is to get a document.
type File struct {
	URL           string
	Kind          Kind
	Name          string // as the sender named it
	Type          string
	Sent          string // see Media.Sent
	Bytes         int64
	Width, Height int
	Duration      float64 // in seconds
	SlowStart     bool    // see Media.SlowStart
}

// Options are what a Service needs.
type Options struct {
	DB *mongodb.Database
	// Names returns what tells how the account of an id is called.
	Names func(ctx context.Context) (func(id string) string, error)
	Now   func() time.Time
	Log   *slog.Logger
	// Rename changes what a document of a collection names.
	Rename func(ctx context.Context, collection, id string, r Renaming) error
}

// Service holds the rules of the library.
type Service struct {
	o     Options
	docs  *documents.Collection[Media, *Media]
	list  *list
	index *index
	patch patch.Patch[Media, Update]

	focusing sync.Mutex // locked by showFocus, so that the newest is shown last
	show     func(points map[string]Focus) error
}

// Collection is the name of the collection of documents.
const Collection = "media"

// NewService returns a Service.
func NewService(o Options) *Service {
	o.DB.Unique(Collection, false, "url")
	o.DB.Unique(Collection, true, "sent")
	s := &Service{
		o: o, list: &list{changed: func() {}},
		docs:  documents.New[Media, *Media](o.DB, Collection, "file").Guarded(documents.Guard[Media]{Read: mayRead}),
		index: newIndex(o.DB.Names),
		patch: patch.New[Media, Update]("Focus"),
	}
	documents.AddView(s.docs, s.list, func(m Media) (*listed, bool, error) { return newListed(m), true, nil })
	return s
}

// Follow has the library know which files the documents of collections name, by the collections' stored names. Show
// takes the focus of all pictures that have one, by address, and shows visitors those that something public names.
// It is called once, before the database is followed.
func (s *Service) Follow(collections []string, show func(points map[string]Focus) error) {
	s.show, s.list.changed = show, s.showFocus
	s.follow(s.o.DB, slices.Clone(collections))
}

const longestName = 300

// newMedia returns the document of a file that was stored at a time.
func newMedia(file File, at time.Time) Media {
	return Media{
		URL: file.URL, Kind: file.Kind, Name: text.Shorten(cmp.Or(text.Line(file.Name), string(file.Kind)), longestName),
		Tags: []string{}, Width: file.Width, Height: file.Height, Duration: file.Duration, SlowStart: file.SlowStart,
		Bytes: file.Bytes, Type: file.Type, Sent: file.Sent, UploadedAt: at.UTC().Truncate(time.Millisecond),
	}
}

// Record returns the document of a stored file, which it makes unless there is one of the bytes that were sent or of
// the address; existed says so. Then the document's file may be another than the given one.
func (s *Service) Record(ctx context.Context, file File) (doc Media, existed bool, err error) {
	doc = newMedia(file, s.o.Now())
	if by := access.By(ctx); by != "" {
		doc.UploadedBy = &Uploader{ID: by}
	}
	for range storage.MaxRounds {
		made, err := s.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &doc)
		if !storage.IsDuplicate(err) {
			doc, err = changes.Done(ctx, made, err)
			return s.answered(ctx, doc, false, err)
		}
		found, err := s.existing(ctx, file)
		if !problem.Is(err, problem.NotFound) { // else it has just been deleted
			return s.answered(ctx, found, true, err)
		}
	}
	return doc, false, storage.Busy("file")
}

func (s *Service) answered(ctx context.Context, doc Media, existed bool, err error) (Media, bool, error) {
	if err != nil {
		return Media{}, false, err
	}
	doc, err = s.complete(ctx, doc)
	return doc, existed, err
}

// existing returns the document of the bytes that were sent, or that of the address, which it completes with them.
func (s *Service) existing(ctx context.Context, file File) (Media, error) {
	if file.Sent != "" {
		found, err := s.docs.One(ctx, documents.Equal("sent", file.Sent))
		if !problem.Is(err, problem.NotFound) {
			return found, err
		}
	}
	found, err := s.docs.One(ctx, documents.Equal("url", file.URL))
	if err != nil || found.Sent != "" || file.Sent == "" {
		return found, err
	}
	made, err := s.docs.Update(ctx, found.ID, documents.Write{By: access.By(ctx)}, func(m *Media) error {
		m.Sent = cmp.Or(m.Sent, file.Sent)
		return nil
	})
	return changes.Done(ctx, made, err)
}

// Find returns the document of the bytes with a SHA-256, in hexadecimal, and false when there is none.
func (s *Service) Find(ctx context.Context, sent string) (Media, bool, error) {
	if sent == "" {
		return Media{}, false, nil
	}
	found, err := s.docs.One(ctx, documents.Equal("sent", sent))
	if problem.Is(err, problem.NotFound) {
		return Media{}, false, nil
	}
	return s.answered(ctx, found, true, err)
}

// Get returns the document of an id, or a NotFound problem.
func (s *Service) Get(ctx context.Context, id string) (Media, error) {
	doc, err := s.docs.Get(ctx, id)
	if err == nil {
		err = s.awaitUses(ctx)
	}
	if err != nil {
		return doc, err
	}
	return s.complete(ctx, doc)
}

// owner returns the account that uploaded a file; empty for nobody.
func (m Media) owner() string {
	if m.UploadedBy == nil {
		return ""
	}
	return m.UploadedBy.ID
}

func sameFocus(a, b *Focus) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// mayRead returns a problem where the caller may not read a file's document: writers read those of their own.
func mayRead(ctx context.Context, m Media) error {
	if access.May(ctx, access.MediaWrite) {
		return nil
	}
	return access.Check(ctx, access.ContentRead, m.owner())
}

// Check returns a NotFound problem unless there is a document of an id.
func (s *Service) Check(ctx context.Context, id string) error { return s.docs.Exists(ctx, id) }

// Update changes what is known of a file.
func (s *Service) Update(ctx context.Context, id string, w documents.Write, update Update) (Media, error) {
	text.Clean(&update)
	made, err := s.docs.Update(ctx, id, w, func(m *Media) error {
		if err := access.Check(ctx, access.MediaWrite, m.owner()); err != nil {
			return err
		}
		was := *m
		if moved := update.Focus.Set && !sameFocus(m.Focus, update.Focus.Focus); moved && s.used(*m) { // which crops follow
			if err := access.Check(ctx, access.ContentPublish, ""); err != nil {
				return err
			}
		}
		s.patch.Apply(m, update)
		if update.Focus.Set {
			m.Focus = update.Focus.Focus
		}
		return check(m, was)
	})
	doc, err := changes.Done(ctx, made, err)
	if err != nil {
		return doc, err
	}
	return s.complete(ctx, doc)
}

const (
	longestTag = 60
	mostTags   = 50
)

// check brings a document into the form in which it is stored, or says what is wrong with it.
func check(m *Media, was Media) error {
	var bad []problem.Field
	if m.Name == "" {
		bad = append(bad, problem.Field{Location: "body.name", Message: "Give the file a name."})
	}
	tags := []string{}
	for _, tag := range strings.Split(strings.Join(m.Tags, ","), ",") { // as people write them in one line
		tag = strings.TrimSpace(tag)
		if text.LongerThan(tag, longestTag) {
			bad = append(bad, problem.Field{Location: "body.tags", Message: text.TooLong(tag, longestTag)})
		}
		same := func(other string) bool { return text.Fold(other) == text.Fold(tag) }
		if tag != "" && !slices.ContainsFunc(tags, same) {
			tags = append(tags, tag)
		}
	}
	if m.Tags = tags; len(tags) > mostTags {
		bad = append(bad, problem.Field{Location: "body.tags", Message: fmt.Sprintf("Give at most %d tags.", mostTags)})
	}
	switch {
	case m.Poster == was.Poster:
	case m.Kind != Video && m.Poster != "":
		bad = append(bad, problem.Field{Location: "body.poster", Message: "Only a video has a poster."})
	default:
		bad = weburl.SetFile(bad, "body.poster", &m.Poster)
	}
	return problem.InvalidFields(bad)
}

// complete adds to a document what is not stored in it.
func (s *Service) complete(ctx context.Context, doc Media) (Media, error) {
	all, err := s.completeAll(ctx, []Media{doc})
	return all[0], err
}

// completeAll is complete for several documents, in place.
func (s *Service) completeAll(ctx context.Context, docs []Media) ([]Media, error) {
	name, err := s.o.Names(ctx)
	if err != nil {
		return docs, err
	}
	for i := range docs {
		if by := docs[i].UploadedBy; by != nil {
			docs[i].UploadedBy = &Uploader{by.ID, name(by.ID)}
		}
		docs[i].Uses = s.index.count(s.addresses(docs[i]), s.o.Now())
	}
	return docs, nil
}
