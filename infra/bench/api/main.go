// Command api measures cms-api on the embedded stores, all on one machine:
//
//   - every public read against nginx serving the same bytes as files with the
//     same headers, asked in turns, so that what else the machine does meets
//     both alike;
//   - the upload of a large video, and how much memory it takes;
//   - the lists of the staff with many leads;
//   - on request, public reads against PocketBase with the same articles;
//   - on request, a backup and its restore on an empty system;
//   - on request, saving an article beside another version of this program;
//   - on request, a form beside three cms-api, with few and with many others;
//   - on request, photos, documents and videos for the media library, by each way;
//   - on request, the history of articles that have been edited for a year;
//   - the memory of cms-api in each of these states.
//
// It prints Markdown, or JSON, and fails when something misses its bar.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"academy/infra/program"
)

type options struct {
	articles int
	match    string
	rounds   int
	duration time.Duration
	leads    int
	asked    int
	upload   int64 // MiB
	parts    []string
	json     bool
	bin      string
	before   string
	source   string
	versions int
	within   time.Duration
	peer     string
	seed     string
	bars     bars
}

// bars are the limits that measurements have to meet.
type bars struct {
	ratio  float64
	list   time.Duration
	growth int64 // MiB
	slug   float64
	newest float64
	save   float64
	form   float64
	longer float64
	room   float64
	media  int64 // MiB
	cpu    time.Duration
}

// allParts is what can be measured, in this order; usual is what is.
var (
	usual    = []string{"reads", "upload", "lists"}
	allParts = append(slices.Clone(usual), "peers", "backup", "saves", "history", "forms", "media", "leads")
)

func main() {
	var o options
	flag.IntVar(&o.articles, "articles", 1000, "number of articles")
	flag.StringVar(&o.match, "match", "", "only reads whose name contains this")
	flag.IntVar(&o.rounds, "rounds", 3, "how often each read is measured")
	flag.DurationVar(&o.duration, "duration", time.Second, "length of one measurement, in whole seconds")
	flag.IntVar(&o.leads, "leads", 50_000, "number of leads of each kind")
	flag.IntVar(&o.asked, "asked", 200, "how often each view of a list is asked for")
	flag.Int64Var(&o.upload, "upload", 1024, "size of the video, in MiB")
	parts := flag.String("parts", strings.Join(usual, ","), "what to measure: of "+strings.Join(allParts, ","))
	flag.BoolVar(&o.json, "json", false, "print JSON")
	flag.StringVar(&o.bin, "bin", "../.build/bin", "folder with the programs cms-api and embedded")
	flag.StringVar(&o.before, "before", "../.build/before/.build/bin", "the same folder of the version before")
	flag.StringVar(&o.peer, "peer", "../.build/peers/base", "PocketBase's program")
	flag.StringVar(&o.seed, "seed", "../content-seed", "content that the articles are added to")
	flag.Float64Var(&o.bars.ratio, "bar", 0.6, "smallest share of nginx's requests a second that is good enough")
	flag.DurationVar(&o.bars.list, "list-bar", 150*time.Millisecond,
		"longest p99 of a list's first page that is good enough")
	flag.Int64Var(&o.bars.growth, "growth-bar", 64, "most memory that an upload may take, in MiB")
	flag.Float64Var(&o.bars.slug, "slug-bar", 15,
		"how many times PocketBase's requests a second are good enough for an article")
	flag.Float64Var(&o.bars.newest, "newest-bar", 50, "and for the newest 20")
	flag.Float64Var(&o.bars.save, "save-bar", 1.3,
		"largest share of the version before's time for a save that is good enough")
	flag.Float64Var(&o.bars.form, "form-bar", 1.5,
		"how many times as much a form may take of the stores beside many others")
	flag.StringVar(&o.source, "source", "../cms-api", "folder with cms-api's source, which makes histories")
	flag.IntVar(&o.versions, "versions", 200, "number of versions of an article with a long history")
	flag.DurationVar(&o.within, "within", 6*time.Minute, "after how long no further article gets a long history")
	flag.Float64Var(&o.bars.longer, "history-bar", 2,
		"how many times as long as a short history a long one may take to open")
	flag.Float64Var(&o.bars.room, "room-bar", 0.5, "largest share of all versions' texts that storage may grow by")
	flag.Int64Var(&o.bars.media, "media-bar", 250, "most memory that a file for the library may take, in MiB")
	flag.DurationVar(&o.bars.cpu, "cpu-bar", 5*time.Second, "and most processor time, but for a video")
	flag.Parse()
	o.parts = strings.Split(*parts, ",")

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-api:", err)
		os.Exit(1)
	}
}

// run measures, prints, and fails when something misses its bar.
func run(ctx context.Context, o options) error {
	for _, part := range o.parts {
		if !slices.Contains(allParts, part) {
			return fmt.Errorf("%q cannot be measured, only %s", part, strings.Join(allParts, ", "))
		}
	}
	for tool, needed := range map[string]bool{"nginx": o.wants("reads"), "wrk": o.wants("reads") || o.wants("peers")} {
		if _, err := exec.LookPath(tool); err != nil && needed {
			return fmt.Errorf("%s is missing: apt-get install nginx wrk", tool)
		}
	}
	dir, err := os.MkdirTemp("", "bench-api-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancel(ctx)
	all := &program.Processes{}
	defer all.Wait()
	defer cancel()

	b := &bench{options: o, product: &product{Processes: all, dir: dir, bin: o.bin}, results: newResults(o)}
	if err := b.measure(ctx); err != nil {
		return err
	}
	if err := b.results.print(os.Stdout, o.json); err != nil {
		return err
	}
	return b.results.missed(o.bars)
}

// wants reports whether a part is to be measured.
func (o options) wants(part string) bool { return slices.Contains(o.parts, part) }

func say(format string, values ...any) { fmt.Fprintf(os.Stderr, format+" …\n", values...) }

// bench is one run.
type bench struct {
	options
	*product
	results *results
	staff   *staff
	filled  bool // with leads
}

func (b *bench) measure(ctx context.Context) error {
	say("seeding %d articles", b.articles)
	if err := b.startStores(ctx); err != nil {
		return err
	}
	if err := b.product.seed(ctx, b.options.seed, b.articles); err != nil {
		return err
	}
	if err := writeRelease(filepath.Join(b.dir, "releases")); err != nil {
		return fmt.Errorf("make a release: %w", err)
	}
	if err := b.restart(ctx); err != nil {
		return err
	}
	if err := b.remember(fmt.Sprintf("idle, %d articles", b.articles)); err != nil {
		return err
	}
	var err error
	if b.staff, err = signUp(ctx, b.address); err != nil {
		return fmt.Errorf("sign up: %w", err)
	}
	for _, part := range []struct {
		name    string
		measure func(context.Context) error
	}{
		{"reads", b.reads}, {"upload", b.largeUpload}, {"lists", b.lists}, {"peers", b.peers}, {"backup", b.backup},
		{"saves", b.saves}, {"leads", b.leadsBeside}, {"history", b.history}, {"forms", b.forms}, {"media", b.media},
	} {
		if !b.wants(part.name) {
			continue
		}
		if err := part.measure(ctx); err != nil {
			return err
		}
	}
	return nil
}

// remember records the memory of cms-api and resets its peak.
func (b *bench) remember(state string) error {
	now, err := program.Watched(b.api)
	if err != nil {
		return err
	}
	b.results.Memory = append(b.results.Memory, memoryResult{State: state, Memory: now[0]})
	_, err = program.Watch(b.api)
	return err
}

func (b *bench) reads(ctx context.Context) error {
	subjects, err := fetchSubjects(ctx, b.address, b.match)
	if err != nil {
		return err
	}
	nginx, err := b.startNginx(ctx, filepath.Join(b.dir, "nginx"), subjects)
	if err != nil {
		return err
	}
	if err := sameAnswers(ctx, nginx, subjects); err != nil {
		return err
	}
	if err := b.remember("every read made once"); err != nil {
		return err
	}
	say("reading: wrk -t2 -c32 -d%s, %d rounds", b.duration, b.rounds)
	if err := measureReads(ctx, b.address, nginx, subjects, b.options); err != nil {
		return err
	}
	b.results.addReads(subjects)
	return b.remember("after the reads, 32 readers at once")
}

func (b *bench) largeUpload(ctx context.Context) error {
	say("uploading %d MiB", b.upload)
	// Restarted, so that memory which the reads freed does not hide growth.
	if err := b.restart(ctx); err != nil {
		return err
	}
	var err error
	if b.results.Upload, err = measureUpload(ctx, b.staff, b.product, b.upload<<20); err != nil {
		return err
	}
	return b.remember(fmt.Sprintf("after an upload of %d MiB, in a new process", b.upload))
}

func (b *bench) lists(ctx context.Context) error {
	if err := b.storeLeads(ctx, allLeads()); err != nil {
		return err
	}
	took, err := warmUp(ctx, b.staff, b.address, b.bars.list)
	if err != nil {
		return err
	}
	b.results.ListsReady = took
	if err := b.remember(fmt.Sprintf("%d leads of each kind, in a new process", b.leads)); err != nil {
		return err
	}
	say("looking at lists, each view %d times", b.asked)
	if b.results.Lists, err = measureLists(ctx, b.staff, b.address, b.leads, b.asked); err != nil {
		return err
	}
	return b.remember(fmt.Sprintf("after the lists, %d people at once", maxAtOnce))
}

// storeLeads stores many leads of some kinds and restarts cms-api.
func (b *bench) storeLeads(ctx context.Context, kinds []leads) error {
	if b.filled {
		return nil
	}
	say("storing %d leads of each kind", b.leads)
	for _, kind := range kinds {
		if _, err := b.staff.post(ctx, b.address+kind.create, kind.sample); err != nil {
			return err
		}
	}
	if err := b.api.Stop(); err != nil {
		return err
	}
	if err := multiply(ctx, b.mongodb, kinds, b.leads); err != nil {
		return err
	}
	b.filled = len(kinds) == len(allLeads())
	return b.restart(ctx)
}
