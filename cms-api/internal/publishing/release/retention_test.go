package release

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func keeping(keep, days int) Retention {
	return Retention{Keep: keep, Days: days, Young: 10 * time.Minute, Zone: time.UTC}
}

// made is a history of releases that were built so long before noon, each on top
// of the one before.
func made(ago ...time.Duration) []*Manifest {
	all := make([]*Manifest, len(ago))
	for i, d := range ago {
		all[i] = &Manifest{Release: fmt.Sprintf("r%02d", i), BuiltAt: noon.Add(-d), Shards: []*string{}}
		if i > 0 {
			all[i].Parent = all[i-1].Release
		}
	}
	return all
}

const day = 24 * time.Hour

func TestRetentionKeeps(t *testing.T) {
	ago := []time.Duration{
		40 * day, 39*day + time.Hour, 39 * day, 2*day + time.Hour, 2 * day, day, 3 * time.Hour, 2 * time.Hour, time.Hour,
	}
	old, partial, broken := made(ago...), made(ago...), made(ago...)
	partial[7].Partial = true
	broken[7].Shards = nil
	moscow := keeping(1, 3)
	moscow.Zone = time.FixedZone("three hours ahead", 3*60*60)
	for name, test := range map[string]struct {
		r             Retention
		all           []*Manifest
		current, held string
		want          string
	}{
		"the newest":                       {keeping(3, 0), old, "r08", "", "r06 r07 r08"},
		"the last of each day":             {keeping(1, 40), old, "r08", "", "r00 r02 r04 r05 r07 r08"},
		"of the newest days":               {keeping(1, 2), old, "r08", "", "r05 r07 r08"},
		"of days that had any":             {keeping(1, 4), old, "r08", "", "r02 r04 r05 r07 r08"},
		"days of the site's time zone":     {moscow, made(15*time.Hour+1, 15*time.Hour-1, 0), "r02", "", "r00 r01 r02"},
		"what is live, with its neighbors": {keeping(1, 0), old, "r03", "", "r02 r03 r04 r08"},
		"what is held":                     {keeping(1, 0), old, "r08", "r01", "r01 r07 r08"},
		"no release on the way":            {keeping(2, 0), partial, "r08", "", "r06 r08"},
		"unless it is live":                {keeping(2, 0), partial, "r07", "", "r06 r07 r08"},
		"or young": {keeping(1, 0), append(slices.Clone(old), &Manifest{
			Release: "r09", BuiltAt: noon.Add(-time.Minute), Partial: true, Shards: []*string{},
		}),
			"r08", "", "r07 r08 r09"},
		"what is made on top of the live one, whatever the clock says": {keeping(1, 0),
			append(slices.Clone(old), &Manifest{
				Release: "a", Parent: "r08", BuiltAt: noon.Add(-99 * day), Partial: true, Shards: []*string{},
			}), "r08", "",
			"a r07 r08"},
		"nothing that cannot be read":          {keeping(2, 40), broken, "r08", "", "r00 r02 r04 r05 r06 r08"},
		"days, however far the clock is ahead": {keeping(1, 3), made(2000*day, 1999*day, 1998*day), "r02", "", "r00 r01 r02"},
		"days around one that never was": {keeping(1, 3), made(2*day, 2*day-time.Hour, day, -2000*day, 0, -time.Minute),
			"r05", "",
			"r02 r03 r04 r05"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			kept := test.r.reasons(test.all, test.current, test.held, noon)
			for id := range kept {
				got = append(got, id)
			}
			slices.Sort(got)
			if s := strings.Join(got, " "); s != test.want {
				t.Errorf("kept %s, not %s; because of %v", s, test.want, kept)
			}
		})
	}
	all := keeping(2, 30).reasons(old, "r08", "r08", noon)
	if why := fmt.Sprint(all["r08"]); why != "[live held recent day]" {
		t.Errorf("the live release is kept because of %s", why)
	}
	if why := fmt.Sprint(all["r07"]); why != "[before recent]" {
		t.Errorf("the one before because of %s", why)
	}
}

// history writes releases, one a day, and makes the last one current.
func history(w *writer, texts ...string) []string {
	ids := make([]string, len(texts))
	parent := ""
	for i, text := range texts {
		ids[i] = w.prepare("f"+text, parent, site(text))
		parent = ids[i]
	}
	w.point(parent)
	return ids
}

func TestForget(t *testing.T) {
	w := newWriter(t)
	ids := history(w, "one", "two", "three", "four")
	store := open(t, w.dir)
	later := noon.Add(99 * day)
	left := func() string { return strings.Join(store.IDs(t.Context()), " ") }

	gone, err := store.Forget(t.Context(), keeping(1, 0), ids[1], later, true)
	if err != nil || !slices.Equal(gone, ids[:1]) || len(store.IDs(t.Context())) != 4 {
		t.Fatalf("dry: %v, %v, left %s", gone, err, left())
	}
	if gone, err = store.Forget(t.Context(), keeping(1, 0), ids[1], later, false); err != nil ||
		!slices.Equal(gone, ids[:1]) {
		t.Fatal(gone, err)
	}
	if left() != strings.Join(ids[1:], " ") {
		t.Fatalf("left %s", left())
	}
	if _, err := store.Check(t.Context(), ids[0]); err == nil {
		t.Error("one can go back to what is forgotten")
	}
	// The way back leads over what is no longer there.
	w.check(os.Remove(w.path("manifests", ids[2]+".json")))
	if before := store.Before(t.Context()); before != ids[1] {
		t.Errorf("before the live one is %q", before)
	}
	w.point(ids[1])
	if why, err := store.Reasons(t.Context(), keeping(1, 0), "", later); err != nil ||
		fmt.Sprint(why[ids[1]]) != "[live]" {
		t.Errorf("reasons: %v, %v", why, err)
	}
}

func TestForgetStopsWhenItIsNotPlainWhatIsLive(t *testing.T) {
	for name, spoil := range map[string]func(w *writer, ids []string){
		"CURRENT is gone":     func(w *writer, _ []string) { w.check(os.Remove(w.path("CURRENT"))) },
		"CURRENT is empty":    func(w *writer, _ []string) { w.put(w.path("CURRENT"), nil) },
		"CURRENT leads out":   func(w *writer, _ []string) { w.point("../x") },
		"it has no manifest":  func(w *writer, ids []string) { w.check(os.Remove(w.path("manifests", ids[2]+".json"))) },
		"it cannot be read":   func(w *writer, ids []string) { w.put(w.path("manifests", ids[2]+".json"), []byte("{")) },
		"the blobs are away":  func(w *writer, _ []string) { w.check(os.Rename(w.path("blobs"), w.path("away"))) },
		"there are no folder": func(w *writer, _ []string) { w.check(os.RemoveAll(w.path("manifests"))) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWriter(t)
			ids := history(w, "one", "two", "three")
			store := open(t, w.dir)
			spoil(w, ids)
			before := store.IDs(t.Context())
			gone, err := store.Forget(t.Context(), keeping(1, 0), "", noon.Add(99*day), false)
			if len(gone) > 0 || !slices.Equal(store.IDs(t.Context()), before) {
				t.Fatalf("%v are gone", gone)
			}
			if err == nil && name != "CURRENT is gone" {
				t.Error("nothing was said")
			}
		})
	}
}

// A release that has lost what it is made of blocks nobody.
func TestForgetsWhatCannotBeRead(t *testing.T) {
	w := newWriter(t)
	ids := history(w, "one", "two", "three")
	store := open(t, w.dir)
	w.put(w.path("manifests", "20250101T000000000Z-00000000.json"), []byte("{"))
	m, err := readManifest(t.Context(), directory(w.dir), ids[0])
	w.check(err)
	// The home page's, which differs between the releases.
	w.check(os.Remove(w.path("blobs", *m.Shards[shardIndex("/")])))
	gone, err := store.Forget(t.Context(), keeping(50, 0), "", noon.Add(99*day), false)
	if want := []string{"20250101T000000000Z-00000000", ids[0]}; err != nil || !slices.Equal(gone, want) {
		t.Fatal(gone, err)
	}
	// Unless somebody holds it: then it is for people to decide.
	m, err = readManifest(t.Context(), directory(w.dir), ids[1])
	w.check(err)
	w.check(os.Remove(w.path("blobs", *m.Shards[shardIndex("/")])))
	if gone, err := store.Forget(t.Context(), keeping(50, 0), ids[1], noon.Add(99*day), false); err != nil ||
		len(gone) > 0 {
		t.Fatal(gone, err)
	}
}

// overtaken makes another release live before anybody has the lock.
type overtaken struct {
	backend
	by string
}

func (o overtaken) exclusive(ctx context.Context, fn func(context.Context) error) error {
	return errors.Join(o.backend.write(ctx, currentKey, []byte(o.by+"\n")), fn(ctx))
}

func (o overtaken) uncached(context.Context) (backend, error) { return o, nil }

// A release is made live in the moment in which it is forgotten.
func TestForgetSeesThatItIsCurrentNow(t *testing.T) {
	w := newWriter(t)
	ids := history(w, "one", "two", "three")
	store := open(t, w.dir)
	store = onto(t, overtaken{store.Blobs.dir, ids[0]})
	if _, err := store.Forget(t.Context(), keeping(1, 0), "", noon.Add(99*day), false); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Check(t.Context(), ids[0]); err != nil {
		t.Errorf("the live release was forgotten: %v", err)
	}
}

// Whatever happens, what is live, held or among the newest can be gone back to.
func TestForgetAtRandom(t *testing.T) {
	for seed := range uint64(4) {
		draw := rand.New(rand.NewPCG(seed, 1))
		w := newWriter(t)
		store := open(t, w.dir)
		var ids []string
		current, held := "", ""
		now := noon
		for turn := range 25 {
			text := fmt.Sprint("text ", draw.IntN(8))
			id := w.prepare("f", current, map[string]string{
				"/index.html": long(text), "/" + fmt.Sprint(draw.IntN(4)) + ".html": long(text),
			})
			ids = append(ids, id)
			if draw.IntN(5) > 0 {
				current = id
				w.point(id)
			}
			if draw.IntN(6) == 0 {
				held = store.IDs(t.Context())[draw.IntN(len(store.IDs(t.Context())))]
				current = held
				w.check(store.Activate(t.Context(), held))
			}
			// The clock runs, jumps ahead and comes back.
			now = now.Add(time.Duration(draw.IntN(100)-30) * time.Hour)
			if current == "" {
				continue
			}
			if _, err := store.Forget(t.Context(), keeping(3, 5), held, now, false); err != nil {
				t.Fatalf("seed %d, turn %d: %v", seed, turn, err)
			}
			for _, id := range append(slices.Clone(ids[max(0, len(ids)-3):]), current, held) {
				if _, err := store.Check(t.Context(), id); id != "" && err != nil {
					t.Fatalf("seed %d, turn %d: %v", seed, turn, err)
				}
			}
		}
		if len(store.IDs(t.Context())) == len(ids) {
			t.Errorf("seed %d: nothing was forgotten", seed)
		}
	}
}
