package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/views"
)

// ProbePrefix begins the names of what is stored for a moment.
const ProbePrefix = "doctor/"

// reachTime is how long the database may take to answer at all.
const reachTime = 5 * time.Second

// slowDatabase is from when on a round trip is felt: a call makes several.
const slowDatabase = 20 * time.Millisecond

// Database looks at the database at an address.
func Database(db *mongodb.Database, address string, production bool) Check {
	return Check{Name: "database", Look: func(ctx context.Context, n *Notes) {
		reaching, cancel := context.WithTimeout(ctx, reachTime)
		defer cancel()
		if err := db.Reach(reaching); err != nil {
			if refused(err) {
				n.Fail("The database at "+address+" does not let us in.",
					"Correct user, password and authSource in MONGODB_URI.")
				return
			}
			n.Fail(fmt.Sprintf("The database at %s does not answer: %v", address, cause(err)),
				"Start it, or correct MONGODB_URI; then look at names, ports and firewalls between here and there.")
			return
		}
		about, err := askDatabase(ctx, db)
		if err != nil {
			n.Fail(fmt.Sprintf("The database does not say what it is: %v", err), "Look into its log.")
			return
		}
		describe(n, about, production)
		if about.RoundTrip > slowDatabase {
			n.Warn(fmt.Sprintf("A round trip to the database takes %s.", about.RoundTrip.Round(time.Millisecond)),
				"Run cms-api near the database, or see what keeps it busy.")
		}
		if err := tryDatabase(ctx, db); err != nil {
			do := "Look at the database's disk and log."
			if refused(err) {
				do = "Give the user of MONGODB_URI the role readWrite on the database."
			}
			n.Fail(fmt.Sprintf("It cannot be written and read: %v", err), do)
			return
		}
		n.OK("A document was written, read and removed.")
		streams(ctx, db, n)
	}}
}

func describe(n *Notes, about facts, production bool) {
	switch {
	case about.Embedded && production:
		n.Warn("It is the embedded database, in production.",
			"Move to a real MongoDB with cms-api backup and restore when several machines or many leads are expected.")
	case about.Embedded:
		n.OK("The embedded database answers in %s.", about.RoundTrip.Round(10*time.Microsecond))
	case about.ReplicaSet == "":
		n.OK("MongoDB %s answers in %s.", about.Version, about.RoundTrip.Round(10*time.Microsecond))
	default:
		n.OK("MongoDB %s, replica set %s, answers in %s.",
			about.Version, about.ReplicaSet, about.RoundTrip.Round(10*time.Microsecond))
	}
}

// streams says whether the database has change streams for us.
func streams(ctx context.Context, db *mongodb.Database, n *Notes) {
	err := db.TryStream(ctx)
	switch {
	case err == nil:
		n.OK("Its change streams can be followed.")
	case refused(err):
		n.Fail("It does not let us see its change streams.",
			"Give the user of MONGODB_URI the role readWrite on the whole database.")
	case errors.Is(err, views.ErrNoStreams):
		n.Fail("It has no change streams, without which cms-api does not work.",
			"Make it a replica set, of one member if need be.")
	default:
		n.Fail(fmt.Sprintf("Its change streams cannot be opened: %v", cause(err)), "Look into its log.")
	}
}

// Data reports a restore that has not completed.
func Data(db *mongodb.Database) Check {
	return Check{Name: "data", Needs: "database", Look: func(ctx context.Context, n *Notes) {
		switch err := backup.NewDocuments(db).CheckComplete(ctx); {
		case errors.Is(err, backup.ErrRestoring):
			n.Fail("A restore was begun and has not ended.",
				"Wait when it still runs; else run cms-api restore again.")
		case err != nil:
			n.Fail(fmt.Sprintf("The data cannot be read: %v", cause(err)),
				"See what is said of the database above.")
		default:
			n.OK("No restore is under way.")
		}
	}}
}

// Media looks whether the media library agrees with the storage.
func Media(compare func(context.Context) (library.Comparison, error)) Check {
	return Check{Name: "media library", Needs: "object storage", Look: func(ctx context.Context, n *Notes) {
		found, err := compare(ctx)
		if err != nil {
			n.Fail(fmt.Sprintf("It cannot be compared with the storage: %v", cause(err)),
				"See what is said of the database and the object storage above.")
			return
		}
		if found.Missing > 0 {
			n.Warn(fmt.Sprintf("%d of %d files are not in the storage.", found.Missing, found.Files),
				"Send them again in the dashboard's tab Media, or restore a backup.")
		} else {
			n.OK("All %d files are in the storage.", found.Files)
		}
		n.OK("%d stored files are not in the library: the sweep removes those that nothing names.", found.Unlisted)
		if found.Unfinished > 0 {
			n.Warn(fmt.Sprintf("%d replacements have not ended.", found.Unfinished),
				"They are tried again for a quarter of an hour. Then replace the files once more and see what is said there.")
		} else {
			n.OK("0 replacements have not ended.")
		}
	}}
}

// cause returns what is behind a problem, whose own words are for visitors.
func cause(err error) error {
	var told *problem.Error
	if errors.As(err, &told) && told.Unwrap() != nil {
		return told.Unwrap()
	}
	return err
}

const probeType = "image/png"

// Objects looks at the object storage.
func Objects(store *objectstore.Store, address, bucket string) Check {
	return Check{Name: "object storage", Look: func(ctx context.Context, n *Notes) {
		exists, err := store.HasBucket(ctx)
		switch {
		case errors.Is(err, objectstore.ErrRefused):
			n.Fail("The object storage at "+address+" does not let us in.",
				"Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and let that key use the bucket "+bucket+".")
			return
		case err != nil:
			n.Fail(fmt.Sprintf("The object storage at %s does not answer: %v", address, cause(err)),
				"Start it, or correct S3_ENDPOINT (and S3_REGION).")
			return
		case !exists:
			n.Fail("There is no bucket "+bucket+".",
				"Start cms-api serve, which makes it, or make it and correct S3_BUCKET.")
			return
		}
		if err := tryObjects(ctx, store); err != nil {
			n.Fail(fmt.Sprintf("Files cannot be kept in the bucket %s: %v", bucket, cause(err)),
				"Let the key read, write, list and delete in that bucket, and look at the storage's disk and log.")
			return
		}
		n.OK("A file was stored in the bucket %s, read with its type, and removed.", bucket)
	}}
}

func tryObjects(ctx context.Context, store *objectstore.Store) (err error) {
	key, content := ProbePrefix+mongodb.NewID(), "cms-api doctor looked here"
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = errors.Join(err, store.Delete(ending, key))
	}()
	if _, err := store.Put(ctx, key, probeType, strings.NewReader(content), int64(len(content))); err != nil {
		return err
	}
	body, info, err := store.Get(ctx, key)
	if err != nil {
		return err
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	switch {
	case err != nil:
		return fmt.Errorf("read it back: %w", err)
	case string(got) != content:
		return errors.New("what was read is not what was stored")
	case info.ContentType != probeType:
		return fmt.Errorf("the type %s came back as %q", probeType, info.ContentType)
	}
	return nil
}

// From when on a clock counts as set wrongly. Signed messages and requests to the
// object storage are refused when they are minutes off; limits and leases, which
// several machines share, suffer earlier.
const (
	clockWarning = 5 * time.Second
	clockFailure = time.Minute
)

// Clock compares this machine's clock with those of the stores.
func Clock(db *mongodb.Database, store *objectstore.Store, now func() time.Time) Check {
	return Check{Name: "clock", Look: func(ctx context.Context, n *Notes) {
		begun := now()
		if about, err := askDatabase(ctx, db); err == nil && !about.Clock.IsZero() {
			judge(n, "database", about.Clock.Sub(now()), now().Sub(begun))
		}
		begun = now()
		if at, err := store.Clock(ctx); err == nil {
			// It has whole seconds, rounded down.
			judge(n, "object storage", at.Add(500*time.Millisecond).Sub(now()), now().Sub(begun)+time.Second)
		}
		if len(n.findings) == 0 {
			n.Warn("No store tells the time.", "Compare this machine's clock with another one.")
		}
	}}
}

func judge(n *Notes, whose string, ahead, doubt time.Duration) {
	off := max(ahead.Abs()-doubt, 0)
	found := fmt.Sprintf("This machine's clock and that of the %s differ by %s.",
		whose, ahead.Abs().Round(100*time.Millisecond))
	do := "Set both by NTP (chrony or systemd-timesyncd)."
	switch {
	case off > clockFailure:
		n.Fail(found, do)
	case off > clockWarning:
		n.Warn(found, do)
	default:
		n.OK("It agrees with that of the %s.", whose)
	}
}
