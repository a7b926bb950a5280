package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// soak is how long the load of TestSteadyLoadDoesNotGrow lasts (make soak: an hour).
var soak = flag.Duration("soak", 3*time.Second, "how long to put a steady load on embedded")

const (
	soakPause     = 20 * time.Millisecond // between two writes
	soakSamples   = 60
	soakCutEvery  = 500  // writes
	soakDocuments = 1000 // of 2 KB, written in turns
	soakSampleEnv = "EMBEDDED_SAMPLE_EVERY"
)

// sample writes to standard error, now and then, what the process uses; never when every
// is no duration.
func sample(every string) {
	pause, err := time.ParseDuration(every)
	if err != nil {
		return
	}
	for range time.Tick(pause) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		status, _ := os.ReadFile("/proc/self/status")
		var resident int
		for line := range strings.Lines(string(status)) {
			_, _ = fmt.Sscanf(line, "VmRSS: %d kB", &resident)
		}
		fmt.Fprintf(os.Stderr, "sample %d %d %d\n", runtime.NumGoroutine(), m.HeapAlloc>>10, resident)
	}
}

// used is a sample: goroutines, and KiB of heap, of memory and of files.
type used struct{ goroutines, heap, resident, files int }

// samples are those of a process, in their order.
type samples struct {
	mu  sync.Mutex
	all []used
}

// halfAndLast returns the sample in the middle and the last one.
func (s *samples) halfAndLast() (half, last used) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return half, last
	}
	return s.all[len(s.all)/2], s.all[len(s.all)-1]
}

// read collects what sample has written, and logs everything else.
func (s *samples) read(t *testing.T, from io.Reader, dir string) {
	began := time.Now()
	for lines := bufio.NewScanner(from); lines.Scan(); {
		var u used
		if _, err := fmt.Sscanf(lines.Text(), "sample %d %d %d", &u.goroutines, &u.heap, &u.resident); err != nil {
			t.Log(lines.Text())
			continue
		}
		_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil // files of SQLite come and go
			}
			if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
				u.files += int(info.Size() >> 10)
			}
			return nil
		})
		s.mu.Lock()
		s.all = append(s.all, u)
		s.mu.Unlock()
		t.Logf("%7s goroutines %d, heap %d KiB, resident %d KiB, files %d KiB",
			time.Since(began).Round(time.Second), u.goroutines, u.heap, u.resident, u.files)
	}
}

// cutter makes connections that it can cut.
type cutter struct {
	mu   sync.Mutex
	open []net.Conn
}

func (c *cutter) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.open = append(c.open, conn)
	}
	return conn, err
}

func (c *cutter) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, each := range c.open {
		_ = each.Close()
	}
	c.open = nil
}

// A steady load of writes of every kind, of documents that expire, and of a stream whose
// connections are cut leaves embedded as it was, and every write is told once.
func TestSteadyLoadDoesNotGrow(t *testing.T) {
	dir := t.TempDir()
	stderr, to, err := os.Pipe()
	check(t, err)
	t.Setenv(soakSampleEnv, (*soak / soakSamples).String())
	p := startWith(t, to, dir)
	check(t, to.Close())
	var taken samples
	var sampling sync.WaitGroup
	sampling.Go(func() { taken.read(t, stderr, dir) })

	ctx := t.Context()
	c := p.mongodb.Collection("documents")
	_, err = p.mongodb.Collection("sessions").Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys: bson.D{{Key: "expires_at", Value: 1}}, Options: options.Index().SetExpireAfterSeconds(0),
	})
	check(t, err)
	connections := &cutter{}
	reader, err := mongo.Connect(options.Client().ApplyURI(p.uri).SetDialer(connections))
	check(t, err)
	t.Cleanup(func() { _ = reader.Disconnect(context.Background()) })
	stream, err := reader.Database(p.mongodb.Name()).Collection(c.Name()).Watch(ctx, mongo.Pipeline{})
	check(t, err)
	token := stream.ResumeToken()
	check(t, stream.Close(ctx))

	written := make(chan int, 1)
	go func() { written <- writeSteadily(t, p, connections) }()
	told, wanted := 0, -1 // not known before the last write
	missing := func() bool { return wanted < 0 || told < wanted }
	for missing() {
		stream, err := reader.Database(p.mongodb.Name()).Collection(c.Name()).Watch(ctx, mongo.Pipeline{},
			options.ChangeStream().SetResumeAfter(token))
		if mongo.IsNetworkError(err) {
			continue
		}
		check(t, err)
		for missing() {
			if stream.TryNext(ctx) {
				told, token = told+1, stream.ResumeToken()
			} else if stream.Err() != nil {
				break
			}
			select {
			case wanted = <-written:
			default:
			}
		}
		if err := stream.Err(); err != nil && !mongo.IsNetworkError(err) {
			t.Fatal(err)
		}
		_ = stream.Close(ctx)
	}
	half, last := taken.halfAndLast() // when an hour is half over the history of events is full
	check(t, p.stdin.Close())
	check(t, p.end(t))
	sampling.Wait()
	if told != wanted {
		t.Errorf("%d events of %d writes", told, wanted)
	}
	t.Logf("%d writes, each told once", wanted)
	if half.goroutines == 0 || last.goroutines > half.goroutines+20 || last.heap > half.heap+8<<10 {
		t.Errorf("after the half %+v, at the end %+v", half, last)
	}
}

// writeSteadily writes for the time of the test, cuts connections, and returns how many
// events of documents there are.
func writeSteadily(t *testing.T, p *process, connections *cutter) (events int) {
	body := strings.Repeat("x", 2000)
	ctx, c := t.Context(), p.mongodb.Collection("documents")
	tick := time.NewTicker(soakPause)
	defer tick.Stop()
	for end, n := time.Now().Add(*soak), 0; time.Now().Before(end); n++ {
		<-tick.C
		id := bson.D{{Key: "_id", Value: fmt.Sprint(n % soakDocuments)}}
		set := bson.D{{Key: "$set", Value: bson.D{{Key: "n", Value: n}, {Key: "body", Value: body}}}}
		var err error
		switch n % 5 {
		case 0:
			_, err = c.DeleteOne(ctx, id)
			if n >= soakDocuments { // before there is none
				events++
			}
			if err == nil {
				_, err = c.InsertOne(ctx, append(id, bson.E{Key: "body", Value: body}))
			}
		case 1:
			err = c.FindOneAndUpdate(ctx, id, set, options.FindOneAndUpdate().SetUpsert(true)).Err()
			if errors.Is(err, mongo.ErrNoDocuments) {
				err = nil
			}
		case 2:
			_, err = c.ReplaceOne(ctx, id, bson.D{{Key: "n", Value: n}, {Key: "body", Value: body}},
				options.Replace().SetUpsert(true))
		default:
			_, err = c.UpdateOne(ctx, id, set, options.UpdateOne().SetUpsert(true))
		}
		events++
		if err == nil && n%10 == 0 {
			_, err = p.mongodb.Collection("sessions").InsertOne(ctx, bson.D{{Key: "expires_at", Value: time.Now()}})
		}
		if err != nil {
			t.Error(err)
			return events
		}
		if n%soakCutEvery == soakCutEvery-1 {
			connections.cut()
		}
	}
	return events
}
