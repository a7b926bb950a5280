package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

const bucket = "media"

// TestMain lets the test binary be the program itself, so that the tests can kill
// a real process.
func TestMain(m *testing.M) {
	if os.Getenv("EMBEDDED_RUN_MAIN") == "1" {
		go sample(os.Getenv(soakSampleEnv))
		main()
		return
	}
	os.Exit(m.Run())
}

// process is a running embedded with clients of both stores.
type process struct {
	cmd     *exec.Cmd
	stdin   io.Closer
	stdout  *bytes.Buffer
	uri     string // of MongoDB's protocol
	mongodb *mongo.Database
	s3      *minio.Client
}

var ready = regexp.MustCompile(`^embedded: ready mongodb=(\S+) s3=(\S+)$`)

// start runs embedded on the folder and waits for its ready line.
func start(t testing.TB, dir string, flags ...string) *process {
	t.Helper()
	return startWith(t, os.Stderr, dir, flags...)
}

// startWith is start with another standard error of the process.
func startWith(t testing.TB, stderr *os.File, dir string, flags ...string) *process {
	t.Helper()
	p := &process{stdout: &bytes.Buffer{}}
	p.cmd = command(append([]string{
		"--data-dir", dir, "--mongodb-listen", "127.0.0.1:0", "--s3-listen", "127.0.0.1:0",
		"--s3-bucket", bucket, "--exit-with-stdin",
	}, flags...)...)
	p.cmd.Stderr = stderr
	stdin, err := p.cmd.StdinPipe()
	check(t, err)
	p.stdin = stdin
	stdout, err := p.cmd.StdoutPipe()
	check(t, err)
	check(t, p.cmd.Start())
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	line, err := bufio.NewReader(io.TeeReader(stdout, p.stdout)).ReadString('\n')
	check(t, err)
	match := ready.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
	if match == nil {
		t.Fatalf("not a ready line: %q", line)
	}
	p.uri = match[1]
	// Without a time limit of connections, a pause of the whole machine ends no write: a heartbeat
	// that is late would close them all.
	client, err := mongo.Connect(options.Client().ApplyURI(p.uri).SetConnectTimeout(0))
	check(t, err)
	t.Cleanup(func() { _ = client.Disconnect(context.Background()) })
	p.mongodb = client.Database("academy")
	endpoint, err := url.Parse(match[2])
	check(t, err)
	p.s3, err = minio.New(endpoint.Host, &minio.Options{Creds: credentials.NewStaticV4("key", "secret-secret", "")})
	check(t, err)
	return p
}

func command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "EMBEDDED_RUN_MAIN=1", "S3_ACCESS_KEY_ID=key", "S3_SECRET_ACCESS_KEY=secret-secret")
	cmd.Stderr = os.Stderr
	return cmd
}

// end waits for the process and fails when it goes on.
func (p *process) end(t *testing.T) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- p.cmd.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(time.Minute):
		t.Fatal("embedded did not end")
		return nil
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestBothStoresAnswerTheirRealClients(t *testing.T) {
	for _, listen := range []string{"tcp", "unix"} {
		t.Run(listen, func(t *testing.T) {
			ctx := t.Context()
			var flags []string
			if listen == "unix" {
				// A short folder of its own: socket paths have about 100 characters.
				dir, err := os.MkdirTemp("", "e")
				check(t, err)
				t.Cleanup(func() { _ = os.RemoveAll(dir) })
				flags = []string{"--mongodb-listen", "unix:" + filepath.Join(dir, "m.sock")}
			}
			p := start(t, t.TempDir(), flags...)

			articles := p.mongodb.Collection("articles")
			_, err := articles.Indexes().CreateOne(ctx, mongo.IndexModel{
				Keys: bson.D{{Key: "slug", Value: 1}}, Options: options.Index().SetUnique(true),
			})
			check(t, err)
			_, err = articles.InsertOne(ctx, bson.M{"_id": "1", "slug": "first", "views": 1})
			check(t, err)
			if _, err = articles.InsertOne(ctx, bson.M{"_id": "2", "slug": "first"}); !mongo.IsDuplicateKeyError(err) {
				t.Fatalf("a second article with the same slug: %v, want a duplicate key error", err)
			}
			var after struct{ Views int }
			check(t, articles.FindOneAndUpdate(ctx, bson.M{"_id": "1"}, bson.M{"$inc": bson.M{"views": 1}},
				options.FindOneAndUpdate().SetReturnDocument(options.After)).Decode(&after))
			if after.Views != 2 {
				t.Fatalf("views = %d, want 2", after.Views)
			}

			// Larger than one part, of unknown length: a streamed multipart upload.
			content := make([]byte, 17<<20)
			_, _ = rand.Read(content)
			_, err = p.s3.PutObject(ctx, bucket, "a/video.mp4", bytes.NewReader(content), -1,
				minio.PutObjectOptions{ContentType: "video/mp4", PartSize: 5 << 20})
			check(t, err)
			var part minio.GetObjectOptions
			check(t, part.SetRange(6<<20, 6<<20+999))
			object, err := p.s3.GetObject(ctx, bucket, "a/video.mp4", part)
			check(t, err)
			got, err := io.ReadAll(object)
			check(t, err)
			if !bytes.Equal(got, content[6<<20:6<<20+1000]) {
				t.Fatal("the range is not what was uploaded")
			}
			info, err := p.s3.StatObject(ctx, bucket, "a/video.mp4", minio.StatObjectOptions{})
			check(t, err)
			if info.ContentType != "video/mp4" || info.Size != int64(len(content)) {
				t.Fatalf("stored as %s, %d bytes", info.ContentType, info.Size)
			}
			check(t, p.s3.RemoveObject(ctx, bucket, "a/video.mp4", minio.RemoveObjectOptions{}))
		})
	}
}

// Every acknowledged write is there after the process was killed in the middle of
// more of them, and the same folder opens again.
func TestAcknowledgedWritesSurviveAKilledProcess(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	p := start(t, dir)
	const before = 200
	acknowledged, killed := make(chan int), make(chan struct{})
	go func() {
		defer close(acknowledged)
		for i := 0; ; i++ {
			if _, err := p.mongodb.Collection("n").InsertOne(ctx, bson.M{"_id": int64(i)}); err != nil {
				return
			}
			body := fmt.Sprintf("object %d", i)
			if _, err := p.s3.PutObject(ctx, bucket, fmt.Sprint(i), strings.NewReader(body), int64(len(body)),
				minio.PutObjectOptions{}); err != nil {
				return
			}
			acknowledged <- i
		}
	}()
	last := -1
	for i := range acknowledged {
		last = i
		if i == before {
			check(t, p.cmd.Process.Kill())
			close(killed)
		}
	}
	<-killed
	_ = p.end(t)

	again := start(t, dir)
	found, err := again.mongodb.Collection("n").CountDocuments(ctx, bson.M{"_id": bson.M{"$lte": int64(last)}})
	check(t, err)
	if found != int64(last)+1 {
		t.Fatalf("%d of %d acknowledged documents are left", found, last+1)
	}
	for i := range last + 1 {
		object, err := again.s3.GetObject(ctx, bucket, fmt.Sprint(i), minio.GetObjectOptions{})
		check(t, err)
		body, err := io.ReadAll(object)
		check(t, err)
		if string(body) != fmt.Sprintf("object %d", i) {
			t.Fatalf("object %d reads %q", i, body)
		}
	}
}

func TestABucketWhoseCreationWasInterruptedIsCreatedAgain(t *testing.T) {
	dir := t.TempDir()
	check(t, os.MkdirAll(filepath.Join(dir, "objects", bucket), 0o700))
	p := start(t, dir)
	_, err := p.s3.PutObject(t.Context(), bucket, "x", strings.NewReader("x"), 1, minio.PutObjectOptions{})
	check(t, err)
}

func TestItEndsQuietlyWhenAsked(t *testing.T) {
	for name, ask := range map[string]func(*process) error{
		"SIGTERM":      func(p *process) error { return p.cmd.Process.Signal(syscall.SIGTERM) },
		"SIGINT":       func(p *process) error { return p.cmd.Process.Signal(os.Interrupt) },
		"stdin closed": func(p *process) error { return p.stdin.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, t.TempDir())
			check(t, p.mongodb.Client().Ping(t.Context(), nil))
			check(t, ask(p))
			if err := p.end(t); err != nil {
				t.Fatalf("ended with %v, want exit code 0", err)
			}
			if lines := strings.Count(p.stdout.String(), "\n"); lines != 1 {
				t.Fatalf("standard output holds %d lines, want the ready line alone:\n%s", lines, p.stdout)
			}
		})
	}
}

func TestItRefusesToStartInOneSentence(t *testing.T) {
	used := t.TempDir()
	running := start(t, used)
	port := running.s3.EndpointURL().Host
	for name, c := range map[string]struct {
		args []string
		env  string
		want string
	}{
		"folder in use": {args: []string{"--data-dir", used}, want: "another process is using " + used},
		"port taken": {
			args: []string{"--data-dir", t.TempDir(), "--mongodb-listen", "127.0.0.1:0", "--s3-listen", port},
			want: "address already in use",
		},
		"no folder": {want: "--data-dir is required"},
		"no credentials": {
			args: []string{"--data-dir", t.TempDir()}, env: "S3_SECRET_ACCESS_KEY=", want: "S3_SECRET_ACCESS_KEY must be set",
		},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := command(c.args...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if c.env != "" {
				cmd.Env = append(cmd.Env, c.env)
			}
			if err := cmd.Run(); err == nil {
				t.Fatal("started")
			}
			if !strings.Contains(stderr.String(), c.want) || strings.Count(stderr.String(), "\n") != 1 {
				t.Fatalf("said %q, want one line with %q", stderr.String(), c.want)
			}
		})
	}
}
