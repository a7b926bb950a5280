package server

import (
	"context"
	"io"
	"slices"

	"academy/cms-api/internal/upload"
	"academy/cms-api/internal/video"
)

func (a *App) makeUploads() *upload.Service {
	widths := slices.Clone(a.cfg.ImageWidths)
	slices.Sort(widths)
	return upload.NewService(a.objects, upload.Limits{
		ImageWidths: slices.Compact(widths),
		ImageBytes:  a.cfg.MaxImageBytes, ImagePixels: a.cfg.MaxImagePixels, VideoBytes: a.cfg.MaxVideoBytes,
	})
}

func (a *App) makeVideos(uploads *upload.Service) *video.Service {
	return video.NewService(video.Options{
		Store: video.NewStore(a.db), Changed: a.changed, Now: a.clock.Now, Log: a.log,
		StoreFile: func(ctx context.Context, field string, content io.Reader) (video.File, error) {
			stored, err := uploads.Video(ctx, field, content)
			return video.File{URL: stored.URL, Duration: stored.Duration}, err
		},
		RemoveFile: uploads.RemoveVideo,
	})
}
