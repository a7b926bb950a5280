// Package video is the video library.
package video

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/weburl"
)

// Video is one recorded lecture. All videos are public.
type Video struct {
	revision.Document `bson:",inline"`
	Title             string    `json:"title" bson:"title" example:"Reading the Preamble"`
	Description       string    `json:"description" bson:"description" example:"A lecture of forty minutes."`
	Category          string    `json:"category" bson:"category" example:"Polity"`
	Duration          float64   `json:"duration" bson:"duration" doc:"In seconds; 0 when it is not known."`
	File              string    `json:"file" bson:"file" doc:"Root-relative address of the file." example:"/media/videos/5f.mp4"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// DisplayName returns the title.
func (v *Video) DisplayName() string { return v.Title }

// Update changes what is not nil.
type Update struct {
	Title       *string `json:"title,omitempty" minLength:"1" maxLength:"300" example:"Reading the Preamble"`
	Description *string `json:"description,omitempty" maxLength:"5000" text:"block" example:"A lecture of forty minutes."`
	Category    *string `json:"category,omitempty" minLength:"1" maxLength:"120" example:"Polity"`
}

// File is a stored video file.
type File struct {
	URL      string
	Duration float64 // in seconds; 0 when it is not known
	// Keep puts it into the media library, which may have it at another address.
	Keep func(ctx context.Context) (url string, err error)
}

// Options are what a Service needs.
type Options struct {
	DB *mongodb.Database
	// StoreFile stores a video while it arrives; what it refuses, it refuses with
	// a problem that names the field.
	StoreFile func(ctx context.Context, field string, content form.File) (File, error)
	// FromLibrary returns the file of a video of the library. What is none it refuses
	// with a problem that names the field.
	FromLibrary func(ctx context.Context, field, id string) (url string, duration float64, err error)
	// CheckSize refuses a file that is larger than is accepted.
	CheckSize func(size int64) error
	// TakeBack deletes a file that StoreFile just stored and nobody kept.
	TakeBack func(ctx context.Context, url string) error
	Now      func() time.Time
	Log      *slog.Logger
}

// Service holds the rules of videos.
type Service struct {
	*collection.Service[Video, *Video, Update, Update]
	o Options
}

// NewService returns the collection of videos.
func NewService(o Options) *Service {
	return &Service{o: o, Service: collection.New(o.DB, collection.Kind[Video, *Video, Update, Update]{
		Name: "videos", StaffPath: "/videos", Check: check,
		Compare: func(a, b Video) int {
			return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
		},
		Key: func(v Video) []string { return []string{v.File} }, Rename: rename,
		Listing: documents.Listing{
			Default: "-created_at",
			Sort: map[string]string{
				"created_at": "created_at", "title": "title", "category": "category", "duration": "duration",
			},
			Search: []string{"title", "description", "category"}, Project: documents.Without(), InMemory: true,
		},
	})}
}

// rename has a video show another file, and name it in its description.
func rename(v *Video, r library.Renaming) {
	v.Description = r.Replace(v.Description)
	if file := r.Replace(v.File); file != v.File {
		v.File, v.Duration = file, r.Duration
	}
}

// Add stores a video of another installation, whose file is stored already, under the same rules
// as any other.
func (s *Service) Add(ctx context.Context, video Video) error {
	if err := problem.InvalidFields(weburl.SetFile(nil, "body.file", &video.File)); err != nil {
		return err
	}
	_, err := s.Service.Add(ctx, video)
	return err
}
