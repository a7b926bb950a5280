package server

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/mongodb"
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
		Store: video.NewStore(a.db), Now: a.clock.Now, Log: a.log,
		StoreFile: func(ctx context.Context, field string, content form.File) (video.File, error) {
			stored, err := uploads.Video(ctx, field, content)
			return video.File{URL: stored.URL, Duration: stored.Duration}, err
		},
		CheckSize: uploads.CheckVideoSize, TakeBack: uploads.TakeBack, RemoveFile: a.sweeper.RemoveVideo,
	})
}

// namesNoMedia are the collections in which no file of ours is named by what the
// site shows: what visitors send, who is signed in, and how the software keeps
// itself going. Any other, one that is added later included, is looked through.
func namesNoMedia() []string {
	return []string{
		"enrollments", "mentorship_applications", "contact_messages", "subscribers", "submissions",
		"users", "sessions", "one_time_codes", "password_resets", "invitations", "rate_limits",
		"audit_log", "leases", "publish_state", "publish_targets", "releases", "webhook_deliveries",
	}
}

const sweepTime = 10 * time.Minute // at most, for one round

func (a *App) makeSweeper() *upload.Sweeper {
	return upload.NewSweeper(upload.SweepOptions{
		Objects: a.objects, After: a.cfg.MediaSweepAfter, Now: a.clock.Now,
		Held: func(ctx context.Context) (bool, error) { return a.backupMark().Any(ctx, a.clock.Now()) },
		EachText: func(ctx context.Context, each func([]byte)) error {
			return a.db.EachDocument(ctx, namesNoMedia(), each)
		},
	})
}

// sweepMedia removes uploads that nothing names any more, now and then, in one
// process at a time.
func (a *App) sweepMedia(ctx context.Context) error {
	lease := mongodb.NewLease(a.db, "media sweep")
	return lease.Run(ctx, mongodb.Terms{Now: a.clock.Now}, func(ctx context.Context) {
		for ctx.Err() == nil {
			err := a.objects.WaitReady(ctx)
			if err == nil {
				err = a.sweepRound(ctx)
			}
			if errors.Is(err, upload.ErrHeld) {
				a.log.Info("unused media stay while a backup is running")
			} else if err != nil && ctx.Err() == nil {
				a.log.Warn("unused media could not be removed; will try again", "error", err)
			}
			pause(ctx, a.cfg.MediaSweepEvery)
		}
	})
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

func (a *App) sweepRound(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	removed, err := a.sweeper.Round(ctx)
	level := slog.LevelDebug
	if len(removed.Keys)+len(removed.Unfinished) > 0 {
		level = slog.LevelInfo
	}
	a.log.Log(ctx, level, "media looked through", "removed", removed.Keys, "bytes", removed.Bytes, "unfinished", removed.Unfinished)
	return err
}

// SweepMedia removes uploads that nothing names and that are older than after;
// dry only says which those are. It is for an App that does not run.
func (a *App) SweepMedia(ctx context.Context, after time.Duration, dry bool) (upload.Swept, error) {
	return a.sweeper.Once(ctx, after, dry)
}
