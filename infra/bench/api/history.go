package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	mongoOptions "go.mongodb.org/mongo-driver/v2/mongo/options"
)

// historyResult is what a year of saves costs.
type historyResult struct {
	Articles int           `json:"articles"`
	Versions int           `json:"versions"` // of each, the present one included
	Texts    int64         `json:"texts"`    // bytes of all versions
	Filled   time.Duration `json:"filled_ns"`
	File     int64         `json:"file"` // by which the database's files grew
	BSON     int64         `json:"bson"` // by which the documents grew
	Few      time.Duration `json:"few_ns"`
	Many     time.Duration `json:"many_ns"`
	Asked    int           `json:"asked"` // times each
	Ratio    float64       `json:"ratio"`
	Archive  int64         `json:"archive"`
	Backup   commandRun    `json:"backup"`
	Load     string        `json:"load"` // of the machine, when the lists had been measured
}

const (
	fewVersions = 5
	fewArticles = 10 // that have as many
)

// history measures articles that have been saved for a year beside some with a few versions.
func (b *bench) history(ctx context.Context) error {
	r := &historyResult{Articles: b.articles - fewArticles, Versions: b.versions}
	b.results.History = r
	if r.Articles < 1 || r.Versions <= fewVersions {
		return fmt.Errorf("more than %d articles and %d versions are needed", fewArticles, fewVersions)
	}
	if err := b.api.Stop(); err != nil {
		return err
	}
	b.api = nil
	file, documents, err := b.stored(ctx)
	if err != nil {
		return err
	}
	say("saving %d articles %d times", r.Articles, r.Versions-1)
	begun := time.Now()
	if err := b.editForAYear(ctx, r); err != nil {
		return err
	}
	r.Filled = time.Since(begun)
	if r.File, r.BSON, err = b.stored(ctx); err != nil {
		return err
	}
	r.File, r.BSON = r.File-file, r.BSON-documents
	if err := b.restart(ctx); err != nil {
		return err
	}
	if err := b.timeHistories(ctx, r); err != nil {
		return err
	}
	archive := filepath.Join(b.dir, "year.tar.zst")
	say("backing up")
	if r.Backup, err = b.command(ctx, "backup", archive); err != nil {
		return err
	}
	info, err := os.Stat(archive)
	if err == nil {
		r.Archive = info.Size()
	}
	return err
}

// stored returns the size of the database's files and that of the documents that versions
// are in. cms-api must not run: the stores are started again.
func (b *bench) stored(ctx context.Context) (file, documents int64, err error) {
	if err := b.stores.Stop(); err != nil { // which writes what is in the journal
		return 0, 0, err
	}
	err = filepath.WalkDir(filepath.Join(b.dir, "data", "mongodb"), func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			file += info.Size()
		}
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	if err := b.startStores(ctx); err != nil {
		return 0, 0, err
	}
	documents, err = sizeOfDocuments(ctx, b.mongodb, "articles", "versions")
	return file, documents, err
}

func sizeOfDocuments(ctx context.Context, uri string, collections ...string) (size int64, err error) {
	client, err := mongo.Connect(mongoOptions.Client().ApplyURI(uri))
	if err != nil {
		return 0, fmt.Errorf("connect to the database: %w", err)
	}
	defer func() { err = errors.Join(err, client.Disconnect(context.WithoutCancel(ctx))) }()
	for _, name := range collections {
		all, err := client.Database(database).Collection(name).Find(ctx, bson.D{})
		if err != nil {
			return 0, fmt.Errorf("read %s: %w", name, err)
		}
		for all.Next(ctx) {
			size += int64(len(all.Current))
		}
		if err := errors.Join(all.Err(), all.Close(ctx)); err != nil {
			return 0, fmt.Errorf("read %s: %w", name, err)
		}
	}
	return size, nil
}

var edited = regexp.MustCompile(`(?m)^versions: (.*)$`)

// editForAYear has cms-api's own code for documents save the articles: 200,000 calls would take
// most of an hour.
func (b *bench) editForAYear(ctx context.Context, r *historyResult) error {
	asked, err := json.Marshal(map[string]any{
		"URI": b.mongodb, "Database": database, "Few": fewArticles, "FewOf": fewVersions, "Versions": b.versions,
		"Within": b.within,
	})
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-tags", "nodynamic", "-count=1", "-timeout=0", "-v",
		"-run=^TestVersionsOfAYear$", "./internal/platform/documents")
	cmd.Dir, cmd.Env = b.source, append(os.Environ(), "MONGODB_TEST_YEAR="+string(asked))
	said, err := cmd.CombinedOutput()
	found := edited.FindSubmatch(said)
	if err != nil || found == nil {
		return fmt.Errorf("save articles for a year: %w\n%s", err, said)
	}
	return json.Unmarshal(found[1], r)
}

// timeHistories opens the lists of articles with few and with many versions, in turns.
func (b *bench) timeHistories(ctx context.Context, r *historyResult) error {
	_, body, err := b.staff.get(ctx, fmt.Sprintf("%s/api/articles?limit=%d&sort=publish_date", b.address, 2*fewArticles))
	if err != nil {
		return err
	}
	var articles []struct{ ID string }
	if err := json.Unmarshal(body, &articles); err != nil {
		return err
	}
	lists := map[int][]string{} // by the number of versions
	for _, each := range articles {
		list := b.address + "/api/admin/history/articles/" + each.ID
		versions, err := b.staff.count(ctx, list)
		if err != nil {
			return err
		}
		lists[versions] = append(lists[versions], list)
		// The oldest text that was replaced is there.
		if _, _, err := b.staff.get(ctx, list+"/2"); err != nil {
			return err
		}
	}
	if len(lists[fewVersions]) != fewArticles || len(lists[b.versions]) != fewArticles {
		return fmt.Errorf("the histories are not as long as they were made: %v", lists)
	}
	say("opening histories, %d times each", b.asked)
	times := map[int][]time.Duration{}
	for i := range b.asked + fewArticles {
		for _, versions := range [][]int{{fewVersions, b.versions}, {b.versions, fewVersions}}[i%2] {
			took, err := timed(ctx, b.staff, lists[versions][i%fewArticles])
			if err != nil {
				return err
			}
			if i >= fewArticles { // the first only warm up
				times[versions] = append(times[versions], took)
			}
		}
	}
	r.Asked, r.Few, r.Many = b.asked, percentile(times[fewVersions], 0.5), percentile(times[b.versions], 0.5)
	r.Ratio = float64(r.Many) / float64(r.Few)
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		r.Load = strings.Fields(string(load))[0]
	}
	return b.remember(fmt.Sprintf("%d versions of each article, in a new process", b.versions))
}

// missed is an error when versions take more room than a share of their texts, or a long
// history takes more times as long as a short one.
func (r *historyResult) missed(longer, share float64) error {
	var failed []error
	if r.Ratio > longer {
		failed = append(failed, fmt.Errorf("history: a list of %d opens in %.2f of the time of one of %d, the bar is %.1f",
			r.Versions, r.Ratio, fewVersions, longer))
	}
	for where, grown := range map[string]int64{"the database's files": r.File, "the documents": r.BSON} {
		if part := float64(grown) / float64(r.Texts); part > share {
			failed = append(failed, fmt.Errorf("history: %s grew by %.2f of all texts, the bar is %.2f", where, part, share))
		}
	}
	return errors.Join(failed...)
}

func (r *historyResult) markdown() string {
	part := func(size int64) string {
		return fmt.Sprintf("%s, %.1f %%", mebibytes(size), 100*float64(size)/float64(r.Texts))
	}
	loaded := ""
	if r.Load != "" {
		loaded = ", at a load of " + r.Load
	}
	return fmt.Sprintf("%d articles with %d versions each, made in %.0f s%s:\n\n", r.Articles, r.Versions,
		r.Filled.Seconds(), loaded) +
		table([][]string{
			{"what", "figure"},
			{"all texts", mebibytes(r.Texts)},
			{"growth of the database's files, of the texts", part(r.File)},
			{"growth of the documents as BSON", part(r.BSON)},
			{fmt.Sprintf("list of %d, median of %d", fewVersions, r.Asked), milliseconds(r.Few)},
			{fmt.Sprintf("list of %d", r.Versions), fmt.Sprintf("%s, %.2f times", milliseconds(r.Many), r.Ratio)},
			{"backup", fmt.Sprintf("%.1f s, %s", r.Backup.Took.Seconds(), mebibytes(r.Archive))},
			{"its peak memory", mebibytes(r.Backup.Peak)},
		}, 1)
}
