package target

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/test/teststore"
)

const killEnv = "TARGET_TEST_KILL"

// TestMirrorProcess is the process that TestKilledAtAnyMoment kills: it mirrors
// once and says when it has written or deleted something.
func TestMirrorProcess(t *testing.T) {
	given := strings.Split(os.Getenv(killEnv), "|")
	if len(given) != 3 {
		return // nobody wants it
	}
	store, err := release.Open(release.Options{Dir: given[0]})
	if err != nil {
		t.Fatal(err)
	}
	m := place{address: given[1], storage: storageAt(given[2]), t: t}.open(store)
	m.host = speaking{m.host}
	if _, err := m.Update(t.Context(), store.Current()); err != nil {
		t.Fatal(err)
	}
}

type speaking struct{ host }

func (s speaking) put(ctx context.Context, f file) error {
	err := s.host.put(ctx, f)
	os.Stdout.WriteString("put\n")
	return err
}

func (s speaking) remove(ctx context.Context, key string) error {
	err := s.host.remove(ctx, key)
	os.Stdout.WriteString("remove\n")
	return err
}

// killAfter mirrors in a process of its own, and kills it after some steps.
func (p place) killAfter(dir, endpoint string, steps int) {
	p.t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestMirrorProcess$")
	process.Env = append(os.Environ(), killEnv+"="+dir+"|"+p.address+"|"+endpoint)
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); steps > 0 && lines.Scan(); {
		steps--
	}
	_ = process.Process.Kill()
	_ = process.Wait()
}

// chance makes sites that change at random: pages that name the assets which they
// need, and assets of both kinds.
type chance struct {
	*rand.Rand
	pages map[string]string
	n     int
}

func (c *chance) change() map[string]string {
	c.n++
	if c.pages == nil {
		c.pages = map[string]string{}
	}
	paths := []string{
		"/index.html", "/blog.html", "/404.html", "/blog/a.html", "/blog/b.html", "/blog/ಅಧ್ವ.html", "/about/us.html",
		"/x/y/z.html",
	}
	for range 1 + c.IntN(4) {
		path := paths[c.IntN(len(paths))]
		if c.IntN(4) == 0 && path != "/404.html" {
			delete(c.pages, path)
			continue
		}
		text := fmt.Sprintf("release %d", c.n)
		for range c.IntN(4) {
			if n := c.IntN(12); c.IntN(3) == 0 {
				text += fmt.Sprintf("\n/pictures/%d.svg", n)
			} else {
				text += fmt.Sprintf("\n/_next/static/%d.js", n)
			}
		}
		c.pages[path] = text
	}
	if c.pages["/404.html"] == "" {
		c.pages["/404.html"] = "not found"
	}
	files := maps.Clone(c.pages)
	for _, text := range c.pages {
		for _, asset := range strings.Split(text, "\n")[1:] {
			files[asset] = asset
			if strings.HasSuffix(asset, ".svg") { // its name does not change with it
				files[asset] += fmt.Sprint(c.n)
			}
		}
	}
	files["/sitemap.xml"] = strings.Join(slices.Sorted(maps.Keys(c.pages)), "\n")
	return files
}

// whole fails when a page lies there without something that it needs, or when
// something lists a page that is not there.
func (p place) whole(when string) {
	p.t.Helper()
	files := p.files()
	for path, text := range files {
		if !strings.HasSuffix(path, ".html") {
			continue
		}
		for _, asset := range strings.Split(text, "\n")[1:] {
			if found, ok := files[asset]; !ok || !strings.HasPrefix(found, asset) {
				p.t.Errorf("%s: %s is there and %s, which it needs, is not", when, path, asset)
			}
		}
	}
}

// Whatever is published, and whenever the process is killed: what lies there is
// whole at any moment, and equal to the last release in the end.
func TestKilledAtAnyMoment(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for name, rounds := range map[string]int{"folder": 4, "bucket": 3} {
		t.Run(name, func(t *testing.T) {
			endpoint, settle := "", func() {}
			p := folderPlace(t)
			if name == "bucket" {
				stores := teststore.Start(t)
				p, endpoint = bucketPlace(t, stores), stores.S3Endpoint
				// What the killed process has asked for is carried out or not, and no more later.
				settle = func() {
					stores.Stop()
					stores.Restart(t)
				}
			}
			press := newPress(t)
			site := &chance{Rand: rand.New(rand.NewPCG(seed, 1))}
			others := map[string]string{"/google123.html": "somebody else's", "/blog/theirs.txt": "theirs"}
			for path, text := range others {
				p.write(path, text)
			}
			for round := range rounds {
				var files map[string]string
				var ids []string
				for range 2 + site.IntN(4) {
					files = site.change()
					ids = append(ids, press.publish(files))
					steps := site.IntN(40)
					p.killAfter(press.dir, endpoint, steps)
					p.whole(fmt.Sprintf("round %d, %s killed after %d steps", round, ids[len(ids)-1], steps))
				}
				if site.IntN(2) == 0 {
					press.forget()
				}
				settle()
				store := press.open()
				p.mirror(store)
				p.equal(store, files, others)
			}
		})
	}
}
