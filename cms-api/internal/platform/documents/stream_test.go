package documents_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/views"
	"academy/cms-api/internal/test/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }

// logged is a log that a test reads while others write it.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logged) count(said string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), said)
}

// thing is a document of any resource.
type thing struct {
	revision.Document `bson:",inline"`
	Title             string `bson:"title"`
}

type things = documents.Collection[thing, *thing]

// titles is a view: the title of each document.
type titles struct {
	mu    sync.Mutex
	all   map[string]string
	loads int
}

func (v *titles) Replace(all map[string]string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.all, v.loads = maps.Clone(all), v.loads+1
	return nil
}

func (v *titles) Apply(_ context.Context, put map[string]string, gone []string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	maps.Copy(v.all, put)
	for _, id := range gone {
		delete(v.all, id)
	}
	return nil
}

func (v *titles) of(id string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.all[id]
}

// count returns how many documents have ids that begin with a prefix.
func (v *titles) count(prefix string) (n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for id := range v.all {
		if strings.HasPrefix(id, prefix) {
			n++
		}
	}
	return n
}

func (v *titles) loaded() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.loads
}

func (v *titles) copy() map[string]string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return maps.Clone(v.all)
}

// process is one of several on the same database.
type process struct {
	*mongodb.Database
	docs     *things
	titles   *titles
	notified <-chan struct{}
	log      *logged

	mu       sync.Mutex
	commands []string
}

func (p *process) observed(command string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	count := 0
	for _, each := range p.commands {
		if each == command {
			count++
		}
	}
	return count
}

// start starts a process that follows the collection "things".
func start(t *testing.T, stores *teststore.Stores, writes ...views.Writes) *process {
	t.Helper()
	p := &process{titles: &titles{}, log: &logged{}}
	var err error
	log := slog.New(slog.NewTextHandler(p.log, nil))
	p.Database, err = mongodb.Open(stores.MongoURI, stores.Name("streams"), time.Now, log,
		func(_ context.Context, command, _ string) func(error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.commands = append(p.commands, command)
			return func(error) {}
		})
	if err != nil {
		t.Fatal(err)
	}
	p.Unique("things", true, "slug")
	p.docs = documents.New[thing](p.Database, "things", "thing")
	documents.AddView(p.docs, p.titles, func(doc thing) (string, bool, error) {
		return doc.Title, doc.Title != "hidden", nil
	})
	p.notified = p.Notified(writes...)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { p.Run(ctx) })
	running.Go(func() {
		if err := p.Follow(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("following ended with %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
		_ = p.Close(context.Background())
	})
	return p
}

func (p *process) untilLoaded(t *testing.T) *process {
	t.Helper()
	until(t, "everything is loaded", func() bool { return p.titles.loaded() > 0 })
	return p
}

// patience bounds what hangs; nothing here takes that long.
const patience = 20 * time.Second

func await(t *testing.T, what string, notified <-chan struct{}) {
	t.Helper()
	select {
	case <-notified:
	case <-time.After(patience):
		t.Fatalf("waited too long for %s", what)
	}
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(patience); !holds(); {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited too long until %s", what)
		}
	}
}

func insert(t *testing.T, db *mongodb.Database, collection, id string) {
	t.Helper()
	if _, err := db.Collection(collection).InsertOne(t.Context(), bson.D{{Key: "_id", Value: id}}); err != nil {
		t.Fatal(err)
	}
}

func TestFollow_NotifiesOfWhatIsWantedOnly(t *testing.T) {
	stores := teststore.Start(t)
	p := start(t, stores, views.Writes{Collection: "tasks", Prefix: "a/"}, views.Writes{
		Collection: "leases", Prefix: "one", Only: "delete",
	})
	await(t, "the first look", p.notified) // what was written before the stream was open
	if !p.Streaming() {
		t.Error("it does not say that the stream is open")
	}
	other := stores.Database(t, "streams")
	insert(t, other, "tasks", "a/1")
	await(t, "the write of another process", p.notified)
	// Events come in order: had these notified, it would have been before the last.
	insert(t, other, "tasks", "b/1")
	insert(t, other, "others", "a/1")
	insert(t, other, "leases", "one")
	last := p.Notified(views.Writes{Collection: "tasks", Prefix: "a/2"})
	insert(t, other, "tasks", "a/2")
	await(t, "the last write", last)
	await(t, "the last write", p.notified)
	if _, err := other.Collection("leases").DeleteOne(t.Context(), bson.D{{Key: "_id", Value: "one"}}); err != nil {
		t.Fatal(err)
	}
	await(t, "the deletion", p.notified)
	select {
	case <-p.notified:
		t.Error("notified of what nobody wanted")
	default:
	}
	if p.log.count("changes of the database are followed") != 1 {
		t.Errorf("the log says\n%s", &p.log.text)
	}
	if p.observed("getMore") > 0 {
		t.Error("waiting for events is measured as a slow command")
	}
}

// Who is notified of a write finds it in the views.
func TestFollow_NotifiesOfWhatIsShown(t *testing.T) {
	stores := teststore.Start(t)
	p := start(t, stores, views.Writes{Collection: "things"}).untilLoaded(t)
	await(t, "the first look", p.notified)
	c := stores.Database(t, "streams").Collection("things")
	for _, id := range []string{"a", "b", "c"} {
		if _, err := c.InsertOne(t.Context(), bson.D{{Key: "_id", Value: id}, {Key: "title", Value: id}}); err != nil {
			t.Fatal(err)
		}
		await(t, "the write", p.notified)
		if got := p.titles.of(id); got != id {
			t.Fatalf("when the write of %q was notified the view had %q", id, got)
		}
	}
}

// What is written past cms-api, by the driver and in any way, is in every view.
func TestFollow_ShowsWhatAnybodyWrites(t *testing.T) {
	stores := teststore.Start(t)
	one, two := start(t, stores).untilLoaded(t), start(t, stores).untilLoaded(t)
	c := stores.Database(t, "streams").Collection("things")
	id := bson.D{{Key: "_id", Value: "a"}}
	for _, c := range []struct {
		what string
		do   func() error
		want string
	}{
		{"insert", func() error {
			_, err := c.InsertOne(t.Context(), append(id, bson.E{Key: "title", Value: "inserted"}))
			return err
		}, "inserted"},
		{"$set", func() error {
			_, err := c.UpdateOne(t.Context(), id, bson.D{{Key: "$set", Value: bson.D{{Key: "title", Value: "set"}}}})
			return err
		}, "set"},
		{"replace", func() error {
			_, err := c.ReplaceOne(t.Context(), id, bson.D{{Key: "title", Value: "replaced"}})
			return err
		}, "replaced"},
		{"hide", func() error {
			_, err := c.ReplaceOne(t.Context(), id, bson.D{{Key: "title", Value: "hidden"}})
			return err
		}, ""},
		{"upsert", func() error {
			_, err := c.ReplaceOne(t.Context(), id, bson.D{{Key: "title", Value: "upserted"}}, options.Replace().SetUpsert(true))
			return err
		}, "upserted"},
		{"delete", func() error { _, err := c.DeleteMany(t.Context(), bson.D{}); return err }, ""},
	} {
		if err := c.do(); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*process{one, two} {
			until(t, c.what+" is seen", func() bool { return p.titles.of("a") == c.want })
		}
	}
}

// A write through Documents is in the writer's view when it returns, whether the stream
// is open or not, and costs the writer no further reading when its event comes.
func TestFollow_OwnWritesAreShownAtOnce(t *testing.T) {
	relay, stores := teststore.Embedded(t).Relay(t)
	p := start(t, stores).untilLoaded(t)
	write := func(id, title string) {
		t.Helper()
		if _, err := p.docs.Update(t.Context(), id, documents.Write{}, func(doc *thing) error {
			doc.Title = title
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if got := p.titles.of(id); got != title {
			t.Fatalf("after the write of %q the view has %q", title, got)
		}
	}
	doc := thing{Title: "first"}
	if _, err := p.docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
		t.Fatal(err)
	}
	if got := p.titles.of(doc.ID); got != "first" {
		t.Fatalf("after the insert the view has %q", got)
	}
	before := p.observed("find")
	write(doc.ID, "second")
	other := thing{Title: "other"}
	if _, err := start(t, stores).docs.Insert(t.Context(), documents.Write{}, &other); err != nil {
		t.Fatal(err)
	}
	until(t, "a later event was worked off", func() bool { return p.titles.of(other.ID) == "other" })
	if found := p.observed("find") - before; found != 2 { // by Update, and for the other's write
		t.Errorf("%d documents were read", found)
	}
	relay.Fail(teststore.Streaming, 1)
	relay.Cut()
	until(t, "the stream is broken", func() bool { return !p.Streaming() })
	until(t, "the database answers again", func() bool { _, err := p.docs.Get(t.Context(), doc.ID); return err == nil })
	write(doc.ID, "third")
	if _, err := p.docs.Delete(t.Context(), doc.ID, documents.Write{}); err != nil {
		t.Fatal(err)
	}
	if got := p.titles.of(doc.ID); got != "" {
		t.Fatalf("after the deletion the view has %q", got)
	}
}

// Events of what this process wrote before it deleted a document are its own too.
func TestFollow_OwnDeletionsAreNotReadAgain(t *testing.T) {
	stores := teststore.Start(t)
	p := start(t, stores).untilLoaded(t)
	before := p.observed("find")
	for range 50 {
		doc := thing{Title: "brief"}
		if _, err := p.docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
			t.Fatal(err)
		}
		if _, err := p.docs.Delete(t.Context(), doc.ID, documents.Write{}); err != nil {
			t.Fatal(err)
		}
	}
	other := thing{Title: "other"}
	if _, err := start(t, stores).docs.Insert(t.Context(), documents.Write{}, &other); err != nil {
		t.Fatal(err)
	}
	until(t, "a later event was worked off", func() bool { return p.titles.of(other.ID) == "other" })
	if found := p.observed("find") - before; found != 1 { // for the other's write
		t.Errorf("%d documents were read", found)
	}
}

// An older document that another program puts back while this process saves is shown: the
// event of the own save may come with the revision of that document.
func TestFollow_AnOlderDocumentPutBackIsShown(t *testing.T) {
	stores := teststore.Start(t)
	p := start(t, stores).untilLoaded(t)
	doc := thing{Title: "first"}
	if _, err := p.docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
		t.Fatal(err)
	}
	old := bson.D{{Key: "_id", Value: doc.ID}, {Key: "revision", Value: 1}, {Key: "title", Value: "put back"}}
	for n := range 60 {
		var putBack error
		var both sync.WaitGroup
		both.Go(func() {
			for range 4 {
				_, err := p.docs.Raw().ReplaceOne(t.Context(), old[:1], old)
				putBack = errors.Join(putBack, err)
			}
		})
		_, err := p.docs.Update(t.Context(), doc.ID, documents.Write{}, func(d *thing) error {
			d.Title = fmt.Sprint(n)
			return nil
		})
		both.Wait()
		if err := errors.Join(err, putBack); err != nil {
			t.Fatal(err)
		}
		stored, err := p.docs.Get(t.Context(), doc.ID)
		if err != nil {
			t.Fatal(err)
		}
		until(t, "what is stored is shown", func() bool { return p.titles.of(doc.ID) == stored.Title })
	}
}

// When the history is gone that the stream would go on from, everything is loaded again.
func TestFollow_LoadsAgainWhenTheHistoryIsLost(t *testing.T) {
	direct := teststore.Embedded(t)
	relay, stores := direct.Relay(t)
	p := start(t, stores).untilLoaded(t)
	other := direct.Database(t, "streams")
	for n, code := range []int{286, 280, 260} {
		relay.Fail(teststore.Streaming, 1)
		relay.Fail("getMore", code, "NonResumableChangeStreamError")
		until(t, "the stream is broken", func() bool { return !p.Streaming() })
		id := fmt.Sprint("missed", n)
		if _, err := other.Collection("things").InsertOne(t.Context(), bson.D{
			{Key: "_id", Value: id}, {Key: "title", Value: id},
		}); err != nil {
			t.Fatal(err)
		}
		relay.Fail("getMore", 0)
		relay.Fail(teststore.Streaming, 0)
		until(t, "what was missed is there", func() bool { return p.titles.of(id) == id })
		until(t, "everything was loaded again", func() bool { return p.titles.loaded() == n+2 })
	}
}

// A stream that is cut again and again loses nothing, and begins where it was cut.
func TestFollow_LosesNothingWhenItIsCut(t *testing.T) {
	direct := teststore.Embedded(t)
	relay, stores := direct.Relay(t)
	reader, writer := start(t, stores).untilLoaded(t), start(t, direct).untilLoaded(t)
	want := map[string]string{}
	for i := range 20 {
		for j := range 5 {
			doc := thing{Title: fmt.Sprint(i, "/", j)}
			if _, err := writer.docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
				t.Fatal(err)
			}
			want[doc.ID] = doc.Title
		}
		relay.Cut()
	}
	until(t, "everything is seen", func() bool { return maps.Equal(reader.titles.copy(), want) })
	if loads := reader.titles.loaded(); loads != 1 {
		t.Errorf("everything was loaded %d times", loads)
	}
}

// Several writers in two processes, with the same few documents: both views end as the
// database is, and while one writes alone its view never goes back.
func TestFollow_ProcessesAgree(t *testing.T) {
	stores := teststore.Start(t)
	processes := []*process{start(t, stores).untilLoaded(t), start(t, stores).untilLoaded(t)}
	ids := []string{"a", "b", "c"}
	for _, id := range ids {
		if _, err := processes[0].docs.Insert(t.Context(), documents.Write{}, &thing{
			Document: revision.Document{ID: id}, Title: "first",
		}); err != nil {
			t.Fatal(err)
		}
	}
	var writers sync.WaitGroup
	for w := range 6 {
		p := processes[w%2]
		writers.Go(func() {
			for i := range 15 {
				id := ids[(w+i)%len(ids)]
				_, err := p.docs.Update(t.Context(), id, documents.Write{}, func(doc *thing) error {
					doc.Title = fmt.Sprint(w, "/", i)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	stored := map[string]string{}
	for _, id := range ids {
		doc, err := processes[0].docs.Get(t.Context(), id)
		if err != nil || doc.Revision != 31 {
			t.Fatalf("revision %d, error %v", doc.Revision, err)
		}
		stored[id] = doc.Title
	}
	for _, p := range processes {
		until(t, "the view is as the database", func() bool { return maps.Equal(p.titles.copy(), stored) })
	}
}

// What is written while everything is being read is shown as it is at the end.
func TestFollow_ManyWritesAtOnce(t *testing.T) {
	stores := teststore.Start(t)
	reader, writer := start(t, stores).untilLoaded(t), stores.Database(t, "streams")
	docs := documents.New[thing](writer, "things", "thing")
	many := make([]thing, 600)
	for i := range many {
		many[i] = thing{Document: revision.Document{ID: mongodb.NewID()}, Title: fmt.Sprint(i)}
	}
	if stored, err := docs.InsertMissing(t.Context(), many); err != nil || stored != len(many) {
		t.Fatal(stored, err)
	}
	if _, err := docs.Update(t.Context(), many[0].ID, documents.Write{}, func(doc *thing) error {
		doc.Title = "last"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	until(t, "all are seen", func() bool {
		return len(reader.titles.copy()) == len(many) && reader.titles.of(many[0].ID) == "last"
	})
}

// Without change streams the database is never ready, and the log says why.
func TestRun_WithoutChangeStreamsIsNotReady(t *testing.T) {
	for name, code := range map[string]int{"alone": 40573, "no such stage": 40324, "no right": 13} {
		t.Run(name, func(t *testing.T) {
			relay, stores := teststore.Embedded(t).Relay(t)
			relay.Fail(teststore.Streaming, code)
			p := start(t, stores)
			until(t, "it was asked again", func() bool { return relay.Asked(teststore.Streaming) > 2 })
			if p.Ready() || p.log.count("no change streams") != 1 {
				t.Errorf("ready %v, and the log says\n%s", p.Ready(), &p.log.text)
			}
			if err := p.TryStream(t.Context()); !errors.Is(err, views.ErrNoStreams) {
				t.Errorf("trying says %v", err)
			}
			relay.Fail(teststore.Streaming, 0) // it was made a replica set
			until(t, "it is ready", p.Ready)
		})
	}
}

// A document that cms-api cannot have written does not keep the others from being seen.
func TestFollow_LeavesOutWhatCannotBeRead(t *testing.T) {
	stores := teststore.Start(t)
	c := stores.Database(t, "streams").Collection("things")
	wrong := bson.D{{Key: "_id", Value: "wrong"}, {Key: "title", Value: 7}}
	if _, err := c.InsertMany(t.Context(), []any{
		wrong, bson.D{{Key: "_id", Value: "right"}, {Key: "title", Value: "right"}},
	}); err != nil {
		t.Fatal(err)
	}
	p := start(t, stores).untilLoaded(t)
	if got := slices.Collect(maps.Keys(p.titles.copy())); !slices.Equal(got, []string{"right"}) {
		t.Errorf("shown are %v", got)
	}
	if p.log.count("a document cannot be shown") != 1 {
		t.Errorf("the log says\n%s", &p.log.text)
	}
}

// A stream that can be opened and then fails, each time, is tried more and more seldom
// and reported once.
func TestFollow_OpensSeldomWhatFailsAtOnce(t *testing.T) {
	relay, stores := teststore.Embedded(t).Relay(t)
	p := start(t, stores).untilLoaded(t)
	until(t, "the stream answers", func() bool { return p.log.count("are followed") == 1 })
	before, begun := relay.Asked(teststore.Streaming), time.Now()
	relay.Fail("getMore", 286)
	until(t, "it was tried four times", func() bool { return relay.Asked(teststore.Streaming) >= before+4 })
	// The pauses are 100, 200, 400 and 800 milliseconds; equal ones of 100 would be over.
	if took := time.Since(begun); took < 1500*time.Millisecond {
		t.Errorf("four tries took %s", took)
	}
	if said := p.log.count("cannot be followed"); said != 1 {
		t.Errorf("the log says it %d times:\n%s", said, &p.log.text)
	}
	relay.Fail("getMore", 0)
	until(t, "the stream answers", func() bool { return p.log.count("are followed") == 2 })
}

// An error that nobody knows does not keep a process for ever from what was written.
func TestFollow_LoadsAgainWhenTheServerRefusesToGoOn(t *testing.T) {
	for name, c := range map[string]struct {
		labels []string
		tries  int // to go on, before it is given up
	}{
		"labelled":   {[]string{"NonResumableChangeStreamError"}, 1},
		"repeatedly": {nil, 3},
	} {
		t.Run(name, func(t *testing.T) {
			relay, stores := teststore.Embedded(t).Relay(t)
			p := start(t, stores).untilLoaded(t)
			until(t, "the stream answers", func() bool { return p.log.count("are followed") == 1 })
			opened := relay.Asked(teststore.Streaming)
			relay.Fail("getMore", 10334, c.labels...)
			until(t, "everything is loaded again", func() bool { return p.titles.loaded() > 1 })
			if tries := relay.Asked(teststore.Streaming) - opened; tries < c.tries {
				t.Errorf("it was given up after %d tries", tries)
			}
			relay.Fail("getMore", 0)
			until(t, "the stream answers", func() bool { return p.log.count("are followed") == 2 })
		})
	}
}

// A stream that breaks for good is noticed while the database answers.
func TestSilent_WhenTheStreamIsBroken(t *testing.T) {
	relay, stores := teststore.Embedded(t).Relay(t)
	p := start(t, stores).untilLoaded(t)
	until(t, "the stream answers", func() bool { return p.log.count("are followed") == 1 })
	if p.Silent(time.Now()) {
		t.Error("a stream that answers is called silent")
	}
	relay.Fail(teststore.Streaming, 1)
	relay.Fail("getMore", 1)
	until(t, "the stream is broken", func() bool { return !p.Streaming() })
	late := p.Heard().Add(31 * time.Second)
	if !p.Ready() || !p.Silent(late) {
		t.Errorf("ready %v, silent %v", p.Ready(), p.Silent(late))
	}
	relay.Fail("getMore", 0)
	relay.Fail(teststore.Streaming, 0)
	until(t, "it is heard again", func() bool { return !p.Silent(late) })
}

// An index that cannot be made is not taken for a database that is away.
func TestRun_SaysWhichIndexCannotBeMade(t *testing.T) {
	stores := teststore.Start(t)
	c := stores.Database(t, "streams").Collection("twins")
	for _, id := range []string{"a", "b"} {
		if _, err := c.InsertOne(t.Context(), bson.D{{Key: "_id", Value: id}, {Key: "slug", Value: "same"}}); err != nil {
			t.Fatal(err)
		}
	}
	log := &logged{}
	db, err := mongodb.Open(stores.MongoURI, stores.Name("streams"), time.Now, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	db.Unique("twins", false, "slug")
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { db.Run(ctx) })
	until(t, "it says so", func() bool { return log.count("database not re") > 0 })
	if log.count("database not ready to be used") != 1 || log.count("of twins") != 1 || log.count("slug") != 1 {
		t.Errorf("the log says\n%s", &log.text)
	}
	cancel()
	running.Wait()
	_ = db.Close(context.Background())
}
