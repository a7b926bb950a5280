package target

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// notes returns what the mirror keeps about itself, without the lock.
func (p place) notes() map[string]string {
	p.t.Helper()
	all := p.everything()
	maps.DeleteFunc(all, func(path, _ string) bool {
		return !strings.HasPrefix(path, "/"+notesFolder) || strings.HasSuffix(path, "/lock")
	})
	return all
}

// The first run is cut off: whatever is missing, the next one brings it.
func TestMirror_FirstRunCutOff(t *testing.T) {
	onBothGivenUp(t, func(t *testing.T, p place) {
		for _, at := range []string{"icon.svg", "404.html", "sitemap.xml", "release.json"} {
			p := p.another()
			press := newPress(t)
			press.publish(siteFiles("one"))
			store := press.open()
			m := p.open(store)
			m.host = broken{m.host, at}
			if _, err := m.Update(t.Context(), store.Current()); !errors.Is(err, errBroken) {
				t.Fatal(err)
			}
			p.mirror(store)
			p.equal(store, siteFiles("one"), nil)
		}
	})
}

// Notes that are gone or damaged are made again. What earlier releases had there
// goes as far as the release store knows them; what is somebody else's stays.
func TestMirror_LostNotes(t *testing.T) {
	spoilt := map[string]func(p place, name string){
		"missing": func(p place, name string) { p.delete(name) },
		"damaged": func(p place, name string) { p.write(name, `{"routes":{}}`) },
		"cut":     func(p place, name string) { p.write(name, `{"routes":{"/`) },
	}
	onBoth(t, func(t *testing.T, p place) {
		for name, spoil := range spoilt {
			t.Run(name, func(t *testing.T) {
				p := p.another()
				p.t = t
				press := newPress(t)
				press.publish(siteFiles("one"))
				p.mirror(press.open())
				others := map[string]string{"/google123.html": "somebody else's"}
				p.write("/google123.html", others["/google123.html"])
				for path := range p.notes() {
					if strings.Contains(path, listsFolder) {
						spoil(p, path)
					}
				}
				files := siteFiles("two")
				delete(files, "/blog/a.html")
				press.publish(files)
				store := press.open()
				p.mirror(store)
				p.equal(store, files, others)

				// And when nobody has them any more.
				for path := range p.notes() {
					spoil(p, path)
				}
				press.publish(siteFiles("three"))
				press.forget()
				store = press.open()
				p.mirror(store)
				p.equal(store, siteFiles("three"), others)
				if done := p.mirror(store); done != (Updated{}) {
					t.Errorf("it is looked at for ever: %+v", done)
				}
				p.write("/"+stateKey, "{")
				delete(files, "/icon.svg")
				press.publish(files)
				store = press.open()
				p.mirror(store)
				p.equal(store, files, others)
			})
		}
	})
}

// late is a host that carries some requests out after the process has ended.
type late struct {
	host
	takes func(key string) bool
	held  []func(context.Context) error
}

var errEnded = errors.New("the process was killed")

func (l *late) put(ctx context.Context, f file) error {
	if l.takes(f.key) {
		l.held = append(l.held, func(ctx context.Context) error { return l.host.put(ctx, f) })
		return errEnded
	}
	return l.host.put(ctx, f)
}

func (l *late) remove(ctx context.Context, key string) error {
	if l.takes(key) {
		l.held = append(l.held, func(ctx context.Context) error { return l.host.remove(ctx, key) })
		return errEnded
	}
	return l.host.remove(ctx, key)
}

// Requests of a killed process reach the bucket after the next run: a look some
// time later puts right what they did.
func TestMirror_RequestsThatComeLate(t *testing.T) {
	stores := newStores(t)
	one, two := siteFiles("one"), siteFiles("two")
	delete(two, "/blog/a.html")
	for name, takes := range map[string]func(string) bool{
		"a page":     func(key string) bool { return key == "index.html" },
		"a deletion": func(key string) bool { return key == "blog/a.html" },
		"the notes":  func(key string) bool { return key == stateKey },
	} {
		t.Run(name, func(t *testing.T) {
			p := bucketPlace(t, stores)
			press := newPress(t)
			press.publish(one)
			p.mirror(press.open())
			press.publish(two)
			store := press.open()
			killed := p.open(store)
			cut := &late{host: killed.host, takes: takes}
			killed.host = cut
			if _, err := killed.Update(t.Context(), store.Current()); !errors.Is(err, errEnded) {
				t.Fatal(err)
			}
			three := siteFiles("three")
			three["/blog/b.html"] = "only in this one"
			press.publish(three)
			store = press.open()
			m := p.open(store)
			now := time.Now()
			m.now = func() time.Time { return now }
			update := func() {
				t.Helper()
				if _, err := m.Update(t.Context(), store.Current()); err != nil {
					t.Fatal(err)
				}
			}
			update()
			for _, request := range cut.held {
				press.check(request(t.Context()))
			}
			last := siteFiles("four")
			press.publish(last)
			press.check(store.Reload(context.Background()))
			update()
			now = now.Add(fileTime + time.Second)
			update()
			p.equal(store, last, nil)
			if done, err := m.Update(t.Context(), store.Current()); done != (Updated{}) || err != nil {
				t.Errorf("it is looked at for ever: %+v %v", done, err)
			}
		})
	}
}

// A deletion of a list comes late, when the list is noted again.
func TestMirror_ListsAreNotedAgain(t *testing.T) {
	p := bucketPlace(t, newStores(t))
	press := newPress(t)
	one, two := siteFiles("one"), siteFiles("two")
	for _, files := range []map[string]string{one, two} {
		press.publish(files)
		p.mirror(press.open())
	}
	unused := p.unused(press)
	if len(unused) == 0 {
		t.Fatal("no list became unused")
	}
	press.publish(one)
	p.mirror(press.open())
	if again := p.unused(press); slices.ContainsFunc(unused, func(list string) bool {
		return slices.Contains(again, list)
	}) {
		t.Errorf("%v are unused and needed", again)
	}
	press.publish(two)
	press.forget()
	store := press.open()
	p.mirror(store)
	p.equal(store, two, nil)
	if lists := len(p.notes()) - 1; lists != len(store.Current().Lists())+len(p.unused(press)) {
		t.Errorf("%d lists are noted", lists)
	}
}

// unused returns the lists that the next run deletes.
func (p place) unused(press *press) []string {
	p.t.Helper()
	s, err := p.open(press.open()).readState(p.t.Context())
	press.check(err)
	return s.Unused
}

func (p place) delete(path string) {
	p.t.Helper()
	h := p.open(nil).host
	end, err := h.open(p.t.Context())
	if err == nil {
		err = h.remove(p.t.Context(), path[1:])
		end()
	}
	if err != nil {
		p.t.Fatal(err)
	}
}
