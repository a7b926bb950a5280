// Package video is the video library.
package video

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/weburl"
	"academy/cms-api/internal/publishing/snapshot"
)

// Part is the name of videos in the public snapshot.
const Part = "videos"

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

// File is a stored video file.
type File struct {
	URL      string
	Duration float64 // in seconds; 0 when it is not known
}

// Options are what a Service needs.
type Options struct {
	DB *mongodb.Database
	// StoreFile keeps a video while it arrives; what it refuses, it refuses with
	// a problem that names the field.
	StoreFile func(ctx context.Context, field string, content form.File) (File, error)
	// CheckSize refuses a file that is larger than is accepted.
	CheckSize func(size int64) error
	// TakeBack deletes a file that StoreFile just kept.
	TakeBack func(ctx context.Context, url string) error
	Now      func() time.Time
	Log      *slog.Logger
}

// Service holds the rules of videos.
type Service struct {
	o    Options
	docs *documents.Collection[Video, *Video]
}

// NewService returns a Service, which keeps videos in the collection "videos".
func NewService(o Options) *Service {
	docs := documents.New[Video](o.DB, "videos", "video").Versioned().WithTrash(nil).Listed(documents.Listing{
		Default: "-created_at",
		Sort: map[string]string{
			"created_at": "created_at", "title": "title", "category": "category", "duration": "duration",
		},
		Search: []string{"title", "description", "category"}, Project: documents.Without(), InMemory: true,
	})
	return &Service{o, docs}
}

// Page returns one page of videos, newest first unless asked otherwise, and how
// many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]Video, int, error) {
	return s.docs.List(ctx, page)
}

// All returns all videos.
func (s *Service) All(ctx context.Context) ([]Video, error) { return s.docs.All(ctx, "id") }

// Add stores a video of another installation, whose file is stored already, under the same rules
// as any other.
func (s *Service) Add(ctx context.Context, video Video) error {
	bad := weburl.SetFile(nil, "body.file", &video.File)
	if err := errors.Join(problem.InvalidFields(bad), video.check()); err != nil {
		return err
	}
	made, err := s.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &video)
	changes.Wrote(ctx, made)
	return err
}

// ShowIn has a snapshot show the videos, newest first.
func (s *Service) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, Part, s.docs, func(all []Video) snapshot.Content {
		slices.SortFunc(all, func(a, b Video) int {
			return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
		})
		for i := range all {
			all[i].Revision = 0
		}
		return snapshot.Content{Value: all}
	})
}

// Seed stores videos that come with the site and are missing; their ids come from
// their files. It returns how many were.
func (s *Service) Seed(ctx context.Context, videos []Video) (int, error) {
	for i, video := range videos {
		videos[i].ID = documents.SeedID("videos", video.File)
	}
	return s.docs.InsertMissing(ctx, documents.Write{}, videos)
}
