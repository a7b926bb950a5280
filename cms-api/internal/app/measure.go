package app

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
)

// measureReleases adds the metrics of the release store.
func measureReleases(m *metrics.Metrics, releases *release.Store) {
	live := func(read func(*release.Release) float64) func() float64 {
		return func() float64 {
			if current := releases.Current(); current != nil {
				return read(current)
			}
			return 0
		}
	}
	m.Gauge("release_live_timestamp_seconds", "When the live release was built; 0 before the first.",
		live(func(r *release.Release) float64 {
			return float64(r.BuiltAt.UnixMilli()) / 1000
		}))
	m.Gauge("release_routes", "Routes of the live release.",
		live(func(r *release.Release) float64 { return float64(r.Routes) }))
	m.Gauge("release_failed_pages", "Pages that could not be rendered when the live release was built; it has them as they were, or not at all.",
		live(func(r *release.Release) float64 { return float64(r.FailedCount) }))
	m.Gauge("release_refused", "1 while the newest release is not whole and so is not served.",
		func() float64 { return one(releases.Refused() != "") })
	m.Gauge("release_cache_bytes", "Contents of the release's files that are held in memory.",
		func() float64 { return float64(releases.Cache().Bytes) })
	m.Counter("release_cache_hits_total", "Files of the release that were in memory.",
		func() float64 { return float64(releases.Cache().Hits) })
	m.Counter("release_cache_misses_total", "Files of the release that had to be read.",
		func() float64 { return float64(releases.Cache().Misses) })
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func since(at, now time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return max(0, now.Sub(at).Seconds())
}

// measure adds the metrics that are read when they are asked for.
func (a *App) measure(public *snapshot.Handler) {
	m, db, snapshots, publisher := a.metrics, a.Stores.DB, a.Content.Snapshots, a.Publishing.Publisher
	measureReleases(m, a.Publishing.Releases)
	m.Gauge("snapshot_revision", "When the newest document was written that the process has shown to the public, in milliseconds since 1970.",
		func() float64 {
			if current := snapshots.Current(); current != nil {
				return float64(current.Revision())
			}
			return 0
		})
	m.Gauge("snapshot_articles", "Articles that the public sees.", func() float64 {
		if current := snapshots.Current(); current != nil {
			return float64(current.Len())
		}
		return 0
	})
	m.Gauge("snapshot_age_seconds", "For how long nobody has made sure that what the public sees is what the database has; 0 before it was loaded.",
		func() float64 { return since(db.Heard(), time.Now()) })
	m.Counter("snapshot_reads_total", "Public reads that were answered from memory.",
		func() float64 { return float64(public.Served()) })
	m.Gauge("published", "1 while the site shows the content, or what an editor holds live.",
		func() float64 { return one(publisher.Gauges().Shown) })
	m.Gauge("unpublished_seconds", "For how long the site has not shown the content; 0 when it does.",
		func() float64 { return publisher.Gauges().Behind.Seconds() })
	m.Gauge("publish_held", "1 while an editor holds an older release live.",
		func() float64 { return one(publisher.Gauges().Pinned) })
	m.Gauge("scheduled_changes_refused", "Scheduled changes that were not published when they were due.",
		func() float64 { return float64(len(a.Content.refusedChanges())) })
	m.Gauge("publish_leader", "1 in the process that tells webhooks.",
		func() float64 { return one(publisher.Gauges().Leader) })
	for name, ready := range map[string]func() bool{
		"database": db.Ready, "storage": a.Stores.Objects.Ready, "content": snapshots.Ready,
	} {
		m.Gauge(name+"_ready", "1 while it answers.", func() float64 { return one(ready()) })
	}
	m.Gauge("database_stream", "1 while the change stream of the database is open.",
		func() float64 { return one(db.Streaming()) })
	m.Gauge("sessions", "Sign-ins that have not expired, of all processes together.", a.countSessions)
}

// countTime bounds how long a request for the metrics waits for the database.
const countTime = time.Second

// countSessions counts the sessions; while the database is away it returns the
// last number.
func (a *App) countSessions() float64 {
	ctx, cancel := context.WithTimeout(context.Background(), countTime)
	defer cancel()
	if a.Stores.DB.Ready() {
		if count, err := a.Accounts.Sessions.CountSessions(ctx); err == nil {
			a.openSessions.Store(int64(count))
		}
	}
	return float64(a.openSessions.Load())
}
