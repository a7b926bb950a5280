package snapshot

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/teststore"
)

// truth is a resource of the smallest kind on the real database.
type truth struct{ db *mongodb.Database }

type truthArticle struct {
	ID    string `bson:"_id"`
	Title string `bson:"title"`
}

func (r truth) put(t testing.TB, id, title string) {
	t.Helper()
	r.delete(t, id)
	if _, err := r.db.Collection("articles").InsertOne(context.Background(), truthArticle{id, title}); err != nil {
		t.Fatal(err)
	}
}

func (r truth) delete(t testing.TB, id string) {
	t.Helper()
	if _, err := r.db.Collection("articles").DeleteOne(context.Background(), map[string]string{"_id": id}); err != nil {
		t.Fatal(err)
	}
}

func (r truth) article(a truthArticle) Article {
	return testArticle(a.ID, "slug-"+a.ID, a.Title, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
}

func (r truth) LoadArticles(ctx context.Context, yield func(Article) error) error {
	cursor, err := r.db.Collection("articles").Find(ctx, map[string]string{})
	if err != nil {
		return err
	}
	var all []truthArticle
	if err := cursor.All(ctx, &all); err != nil {
		return err
	}
	for _, a := range all {
		if err := yield(r.article(a)); err != nil {
			return err
		}
	}
	return nil
}

func (r truth) LoadArticle(ctx context.Context, id string) (Article, bool, error) {
	var a truthArticle
	err := r.db.Collection("articles").FindOne(ctx, map[string]string{"_id": id}).Decode(&a)
	if mongodb.IsMissing(err) {
		return Article{}, false, nil
	}
	return r.article(a), err == nil, err
}

func (r truth) Name() string { return "settings" }

func (r truth) LoadPart(ctx context.Context) (Part, error) {
	n, err := r.db.Collection("settings").CountDocuments(ctx, map[string]string{})
	return Part{Name: "settings", JSON: json.RawMessage(fmt.Sprintf(`{"documents":%d}`, n))}, err
}

// replica is one process of several on the same database.
type replica struct {
	*Store
	sync *Sync
}

func startReplica(t testing.TB, db *mongodb.Database, reconcile time.Duration, edits ...func(*SyncOptions)) *replica {
	t.Helper()
	source := truth{db}
	r := &replica{Store: NewStore(Options{})}
	options := SyncOptions{
		Store: r.Store, State: NewState(db), Articles: source, Parts: []PartSource{source},
		Log: slog.New(slog.DiscardHandler), PollEvery: 5 * time.Millisecond, ReconcileEvery: reconcile,
	}
	for _, edit := range edits {
		edit(&options)
	}
	r.sync = NewSync(options)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = r.sync.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return r
}

// wait returns once the condition holds for the current snapshot.
func (r *replica) wait(t testing.TB, what string, holds func(*Snapshot) bool) {
	t.Helper()
	woken, stop := r.Subscribe()
	defer stop()
	deadline := time.After(20 * time.Second)
	for {
		if current := r.Current(); current != nil && holds(current) {
			return
		}
		select {
		case <-woken:
		case <-deadline:
			t.Fatalf("waited too long until %s", what)
		}
	}
}

func loaded(*Snapshot) bool { return true }

func has(id, title string) func(*Snapshot) bool {
	return func(s *Snapshot) bool {
		e, ok := s.byID.get(id)
		if title == "" {
			return !ok
		}
		return ok && string(e.Full) == string(truth{}.article(truthArticle{id, title}).Full)
	}
}

func TestRecordShowsTheWriteBeforeItReturns(t *testing.T) {
	ctx := context.Background()
	db := teststore.Start(t).Database(t, "record")
	r, source := startReplica(t, db, time.Hour), truth{db}
	r.wait(t, "loaded", loaded)

	for _, title := range []string{"one", "two", ""} {
		if title == "" {
			source.delete(t, "a")
		} else {
			source.put(t, "a", title)
		}
		if err := r.sync.Record(ctx, Articles, "a"); err != nil {
			t.Fatal(err)
		}
		if !has("a", title)(r.Current()) {
			t.Fatalf("after Record the snapshot does not show %q", title)
		}
	}
	if _, err := db.Collection("settings").InsertOne(ctx, map[string]string{"_id": "x"}); err != nil {
		t.Fatal(err)
	}
	if err := r.sync.Record(ctx, "settings", ""); err != nil {
		t.Fatal(err)
	}
	if got := string(r.Current().Body("settings").Identity()); got != `{"documents":1}` {
		t.Fatalf("settings are %s", got)
	}
	if r.Current().Revision() != 4 {
		t.Fatalf("revision %d after four records", r.Current().Revision())
	}
	if err := r.sync.Record(ctx, "no-such-part", ""); err == nil {
		t.Fatal("a part that nobody loads was recorded without an error")
	}
}

func TestReplicasFollowEachOther(t *testing.T) {
	ctx := context.Background()
	db := teststore.Start(t).Database(t, "replicas")
	source := truth{db}
	source.put(t, "old", "old")
	a, b := startReplica(t, db, time.Hour), startReplica(t, db, time.Hour)
	a.wait(t, "a loaded", loaded)
	b.wait(t, "b loaded", loaded)

	source.put(t, "new", "new")
	if err := a.sync.Record(ctx, Articles, "new"); err != nil {
		t.Fatal(err)
	}
	source.delete(t, "old")
	if err := b.sync.Record(ctx, Articles, "old"); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*replica{a, b} {
		r.wait(t, "both writes are seen", func(s *Snapshot) bool { return has("new", "new")(s) && has("old", "")(s) })
	}
	if a.Current().Fingerprint() != b.Current().Fingerprint() {
		t.Fatal("replicas with equal content have different fingerprints")
	}
	restarted := startReplica(t, db, time.Hour)
	restarted.wait(t, "loaded", loaded)
	if a.Current().Fingerprint() != restarted.Current().Fingerprint() {
		t.Fatal("the fingerprint changed with a restart")
	}
}

// Where the database tells of writes, nobody waits for the next look: here it
// would come in an hour.
func TestReplicasAreToldOfEachOther(t *testing.T) {
	_, streaming := teststore.Embedded(t).Streams(t)
	seldom := func(o *SyncOptions) { o.PollEvery = time.Hour }
	var replicas [2]*replica
	var dbs [2]*mongodb.Database
	for i := range replicas {
		dbs[i] = streaming.Database(t, "told")
		replicas[i] = startReplica(t, dbs[i], time.Hour, seldom)
		replicas[i].wait(t, "loaded", loaded)
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = dbs[i].FollowWrites(ctx)
		}()
		t.Cleanup(func() {
			cancel()
			<-done
		})
	}
	for _, title := range []string{"first", "second"} {
		for i, r := range replicas {
			id := fmt.Sprint("of", i)
			truth{dbs[i]}.put(t, id, title)
			if err := r.sync.Record(t.Context(), Articles, id); err != nil {
				t.Fatal(err)
			}
			replicas[1-i].wait(t, "the other one has it", has(id, title))
		}
	}
}

// Many writers of few articles: whatever the order, the end is what is stored.
func TestConcurrentRecords(t *testing.T) {
	ctx := context.Background()
	db := teststore.Start(t).Database(t, "concurrent")
	r, source := startReplica(t, db, 20*time.Millisecond), truth{db}
	other := startReplica(t, db, time.Hour)
	r.wait(t, "loaded", loaded)
	var writers sync.WaitGroup
	for w := range 8 {
		writers.Go(func() {
			id := fmt.Sprint("article-", w%3)
			for i := range 10 {
				filter, set := map[string]string{"_id": id}, map[string]any{"$set": map[string]string{"title": fmt.Sprint(w, "-", i)}}
				if _, err := db.Collection("articles").UpdateOne(ctx, filter, set); err != nil {
					t.Error(err)
				}
				if err := r.sync.Record(ctx, Articles, id); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 3 {
		source.put(t, fmt.Sprint("article-", i), "first")
	}
	writers.Wait()
	for i := range 3 {
		id := fmt.Sprint("article-", i)
		if err := r.sync.Record(ctx, Articles, id); err != nil {
			t.Fatal(err)
		}
		stored, _, err := source.LoadArticle(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		same := func(s *Snapshot) bool { e, ok := s.byID.get(id); return ok && e.same(stored) }
		if !same(r.Current()) {
			t.Fatalf("%s is not as it is stored", id)
		}
		other.wait(t, id+" arrives at the other replica", same)
	}
}

// Two replicas that announce at the same time make different revisions, and none
// is lost.
func TestReplicasRecordAtTheSameTime(t *testing.T) {
	ctx := context.Background()
	db := teststore.Start(t).Database(t, "same_time")
	source := truth{db}
	replicas := []*replica{startReplica(t, db, time.Hour), startReplica(t, db, time.Hour)}
	const each = 40
	var writers sync.WaitGroup
	for n, r := range replicas {
		r.wait(t, "loaded", loaded)
		writers.Go(func() {
			for i := range each {
				id := fmt.Sprint("article-", n, "-", i)
				source.put(t, id, "text")
				if err := r.sync.Record(ctx, Articles, id); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	for _, r := range replicas {
		r.wait(t, "every article of both is seen", func(s *Snapshot) bool { return s.Len() == 2*each })
	}
	if revision, err := NewState(db).revision(ctx); err != nil || revision != 2*each {
		t.Fatalf("revision %d after %d records, error %v", revision, 2*each, err)
	}
}

// A replica that is so far behind that the log no longer tells everything
// compares everything; and revisions go on from where an earlier version of the
// program left them.
func TestForgottenRevisions(t *testing.T) {
	ctx := context.Background()
	db := teststore.Start(t).Database(t, "behind")
	if _, err := db.Collection("content_state").InsertOne(ctx, map[string]any{"_id": "content", "revision": int64(70)}); err != nil {
		t.Fatal(err)
	}
	source := truth{db}
	replica := func() *Sync { // one that looks only when it is told to
		return NewSync(SyncOptions{Store: NewStore(Options{}), State: NewState(db), Articles: source, Log: slog.New(slog.DiscardHandler)})
	}
	behind := replica()
	if err := behind.first(ctx); err != nil || behind.seen != 70 {
		t.Fatalf("began at revision %d, error %v", behind.seen, err)
	}
	// As if revisions 71 to 90 had been made, and swept, while it slept.
	entry := map[string]any{"_id": "content/0000000000000090", "at": time.Now(), "content": []write{}}
	if _, err := db.Collection("change_logs").InsertOne(ctx, entry); err != nil {
		t.Fatal(err)
	}
	if revision, err := NewState(db).bump(ctx, []write{}); err != nil || revision != 91 {
		t.Fatalf("revision %d, error %v", revision, err)
	}
	source.put(t, "a", "unseen")
	behind.opts.State = NewState(db) // which does not trust what it knew before the sleep
	if err := behind.follow(ctx); err != nil || behind.seen != 91 {
		t.Fatalf("followed to revision %d, error %v", behind.seen, err)
	}
	if !has("a", "unseen")(behind.opts.Store.Current()) {
		t.Fatal("the article was not found by comparing")
	}
}

// What was written without a record, because the writer died in between, is
// found by the next comparison.
func TestReconcileFindsWhatNobodyRecorded(t *testing.T) {
	db := teststore.Start(t).Database(t, "reconcile")
	r := startReplica(t, db, 10*time.Millisecond)
	r.wait(t, "loaded", loaded)
	truth{db}.put(t, "a", "silent")
	r.wait(t, "the article is found", has("a", "silent"))
	truth{db}.delete(t, "a")
	r.wait(t, "the deletion is found", has("a", ""))
}

func TestOutage(t *testing.T) {
	stores := teststore.Embedded(t)
	db := stores.Database(t, "outage")
	source := truth{db}
	source.put(t, "a", "before")
	r := startReplica(t, db, time.Hour)
	r.wait(t, "loaded", loaded)

	stores.Stop()
	late := startReplica(t, db, time.Hour)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := r.sync.Record(ctx, Articles, "a"); err == nil {
		t.Fatal("a record during an outage gave no error")
	}
	if !has("a", "before")(r.Current()) || late.Ready() {
		t.Fatal("the outage changed what is shown")
	}
	stores.Restart(t)
	late.wait(t, "the late one has loaded", has("a", "before"))
	source.put(t, "a", "after")
	if err := r.sync.Record(context.Background(), Articles, "a"); err != nil {
		t.Fatal(err)
	}
	for _, replica := range []*replica{r, late} {
		replica.wait(t, "the write after the outage is seen", has("a", "after"))
	}
}
