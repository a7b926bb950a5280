package apitest_test

import (
	"bufio"
	"bytes"
	crand "crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/manualclock"
)

const uploadsPath = "/api/admin/media/uploads"

// begun begins an upload and returns its address.
func begun(t *testing.T, who *apitest.Client, name, kind string, size int) string {
	t.Helper()
	made := who.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0", "Upload-Length", strconv.Itoa(size),
		"Upload-Metadata", metadata(name, kind)).Want(http.StatusCreated)
	address := made.Header.Get("Location")
	if !strings.HasPrefix(address, uploadsPath+"/") || made.Header.Get("Tus-Resumable") != "1.0.0" {
		t.Fatalf("Location is %q", address)
	}
	return address
}

func metadata(name, kind string) string {
	encoded := base64.StdEncoding.EncodeToString
	return "filename " + encoded([]byte(name)) + ",filetype " + encoded([]byte(kind))
}

// more sends bytes of an upload from an offset.
func more(who *apitest.Client, address string, offset int, data []byte) *apitest.Response {
	return who.Do(http.MethodPatch, address, bytes.NewReader(data), "Tus-Resumable", "1.0.0",
		"Upload-Offset", strconv.Itoa(offset), "Content-Type", "application/offset+octet-stream")
}

// arrived returns how much of an upload is stored.
func arrived(t *testing.T, who *apitest.Client, address string) int {
	t.Helper()
	answer := who.Do(http.MethodHead, address, nil, "Tus-Resumable", "1.0.0").Want(http.StatusOK)
	offset, err := strconv.Atoi(answer.Header.Get("Upload-Offset"))
	if err != nil {
		t.Fatal(err)
	}
	return offset
}

// cutLine sends at most so many bytes of an upload from an offset. The server waits for the rest until the line is
// closed.
func cutLine(
	t *testing.T, who *apitest.Client, app *apitest.App, address string, offset int, data []byte, most int,
) net.Conn {
	t.Helper()
	line, err := net.Dial("tcp", strings.TrimPrefix(app.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.Close() })
	_, err = fmt.Fprintf(line, "PATCH %s HTTP/1.1\r\nHost: academy.test\r\nCookie: session=%s\r\nTus-Resumable: 1.0.0\r\n"+
		"Upload-Offset: %d\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: %d\r\n\r\n",
		address, who.Cookie("session"), offset, len(data)-offset)
	if err == nil {
		_, err = line.Write(data[offset:min(len(data), offset+most)])
	}
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// noise returns bytes that cannot be compressed, others for each seed.
func noise(seed uint64, count int) []byte {
	data := make([]byte, count)
	_, _ = rand.NewChaCha8([32]byte{byte(seed)}).Read(data) // never fails
	return data
}

// photo returns a PNG of some more bytes than so many.
func photo(t *testing.T, seed uint64, count int) []byte {
	t.Helper()
	const width = 1000
	height := count / width / 4
	img := &image.NRGBA{Pix: noise(seed, height*width*4), Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// longVideo returns a video of so many bytes, most of which no player reads.
func longVideo(t *testing.T, count int) []byte {
	t.Helper()
	data := clip(t, "moov-first.mp4")
	padding := noise(5, count-len(data))
	copy(padding[4:], "free")
	binary.BigEndian.PutUint32(padding, uint32(len(padding)))
	return append(data, padding...)
}

func pdfOf(count int) []byte { return append([]byte("%PDF-1.7\n"), noise(6, count)...) }

// A file goes on where its line broke, at another replica, and no byte of a stored one is sent twice.
func TestResume_ALineThatBreaks(t *testing.T) { eachStorage(t, testResumeALineThatBreaks) }

func testResumeALineThatBreaks(t *testing.T, storage func(*apitest.Options)) {
	one := apitest.New(t, storage).Ready(t)
	same := func(o *apitest.Options) { o.Config.S3Bucket = one.Config.S3Bucket }
	two := apitest.Start(t, one.Database, storage, same).Ready(t)
	staff := one.Staff(t)
	for name, file := range map[string][]byte{
		"photo.png": photo(t, 1, 3_000_000), "lecture.mp4": longVideo(t, 19_000_000), "syllabus.pdf": pdfOf(9_500_000),
	} {
		t.Run(name, func(t *testing.T) {
			staff := staff.In(t)
			address := begun(t, staff, name, "", len(file))
			const cut = 2_300_000
			sent, offset := 0, 0
			for apps := []*apitest.App{one, two}; ; apps[0], apps[1] = apps[1], apps[0] {
				if len(file)-offset <= cut {
					last := more(staff.On(apps[0]), address, offset, file[offset:]).Want(http.StatusNoContent)
					sent += len(file) - offset
					checkMedia(t, staff, last.Header.Get("Upload-Media-Id"), name, file)
					break
				}
				line := cutLine(t, staff, apps[0], address, offset, file, cut)
				sent += cut
				if err := line.Close(); err != nil {
					t.Fatal(err)
				}
				was := offset
				apitest.Eventually(t, func() bool {
					offset = arrived(t, staff.On(apps[1]), address)
					return offset > was
				})
				if offset != was+cut {
					t.Errorf("%d bytes after %d and %d are stored", offset, was, cut)
				}
			}
			if sent != len(file) {
				t.Errorf("%d bytes were sent of %d", sent, len(file))
			}
			// A client that missed the answer learns it.
			again := staff.On(two).Do(http.MethodHead, address, nil, "Tus-Resumable", "1.0.0").Want(http.StatusOK)
			if again.Header.Get("Upload-Offset") != strconv.Itoa(len(file)) || again.Header.Get("Upload-Media-Id") == "" {
				t.Errorf("afterwards: %v", again.Header)
			}
			if left := stored(t, one, "uploads/"); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// checkMedia checks the document and the file of an upload.
func checkMedia(t *testing.T, staff *apitest.Client, id, name string, file []byte) {
	t.Helper()
	doc := staff.Get("/api/admin/media/" + id).Want(http.StatusOK)
	if doc.Text("name") != name {
		t.Errorf("the document is %s", doc.Body)
	}
	got := staff.Get(doc.Text("url")).Want(http.StatusOK)
	if !bytes.Equal(got.Body, file) {
		t.Errorf("%s: %d bytes are not the %d that were sent", name, len(got.Body), len(file))
	}
}

// A line that is dead without anybody knowing does not keep others from going on, at this process or another.
func TestResume_ADeadLineGivesWay(t *testing.T) {
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	staff := one.Staff(t)
	file := photo(t, 2, 2_000_000)
	address := begun(t, staff, "photo.png", "image/png", len(file))
	offset := 0
	for _, app := range []*apitest.App{one, two} {
		cutLine(t, staff, one, address, offset, file, 600_000)
		was := offset
		apitest.Eventually(t, func() bool {
			offset = arrived(t, staff.On(app), address)
			return offset > was
		})
	}
	more(staff.On(two), address, offset, file[offset:]).Want(http.StatusNoContent)
}

const resumeEnv = "RESUME_TEST_CHILD"

// The process of TestResume_AKilledProcess: it receives a file, until it is killed.
func TestResumeProcess(t *testing.T) {
	database, bucket, child := strings.Cut(os.Getenv(resumeEnv), " ")
	if !child {
		return // it is started by the other test
	}
	app := apitest.Start(t, database, func(o *apitest.Options) { o.Config.S3Bucket = bucket }).Ready(t)
	file := longVideo(t, killedSize)
	staff := app.Staff(t)
	address := begun(t, staff, "lecture.mp4", "video/mp4", len(file))
	cutLine(t, staff, app, address, 0, file, killedSize-killedSize/10)
	fmt.Println(address)
	select {}
}

const killedSize = 20_000_000

// A process that was killed loses no more than the part that it had in memory, and its lock ends.
func TestResume_AKilledProcess(t *testing.T) {
	database, bucket := "killed-"+strings.ToLower(crand.Text()), "apitest-"+strings.ToLower(crand.Text())
	process := exec.Command(os.Args[0], "-test.run=^TestResumeProcess$")
	process.Env = append(os.Environ(), resumeEnv+"="+database+" "+bucket)
	output, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Error(err)
	}
	address = strings.TrimSpace(address)
	app := apitest.Start(t, database, func(o *apitest.Options) { o.Config.S3Bucket = bucket }).Ready(t)
	staff := app.Staff(t)
	const part = 8 << 20
	apitest.Eventually(t, func() bool { return offsetIn(t, app, address) == 2*part })
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // it was killed
	offset := arrived(t, staff, address)
	if offset != 2*part {
		t.Errorf("%d bytes are stored", offset)
	}
	file := longVideo(t, killedSize)
	last := more(staff, address, offset, file[offset:]).Want(http.StatusNoContent)
	checkMedia(t, staff, last.Header.Get("Upload-Media-Id"), "lecture.mp4", file)
}

// offsetIn returns how much of an upload is stored, as the database has it.
func offsetIn(t *testing.T, app *apitest.App, address string) int {
	t.Helper()
	var found struct {
		Offset int `bson:"offset"`
	}
	id := strings.TrimPrefix(address, uploadsPath+"/")
	uploads := app.Server().Stores.DB.Collection("uploads")
	err := uploads.FindOne(t.Context(), bson.D{{Key: "_id", Value: id}}).Decode(&found)
	if err != nil {
		t.Fatal(err)
	}
	return found.Offset
}

func TestResume_Refusals(t *testing.T) {
	app := apitest.New(t, ownBucket, func(o *apitest.Options) {
		o.Config.MaxImageBytes, o.Config.MaxFileBytes, o.Config.MaxVideoBytes = 3_000_000, 3_000_000, 30_000_000
	}).Ready(t)
	staff, stranger := app.Staff(t), app.Anonymous(t)
	begin := func(who *apitest.Client, size int, name, kind string) *apitest.Response {
		return who.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0", "Upload-Length", strconv.Itoa(size),
			"Upload-Metadata", metadata(name, kind))
	}
	begin(stranger, 100, "a.png", "image/png").Problem(http.StatusUnauthorized)
	begin(staff, 0, "a.png", "image/png").Problem(http.StatusUnprocessableEntity)
	begin(staff, 30_000_001, "a.bin", "").Problem(http.StatusRequestEntityTooLarge)
	if said, _ := begin(staff, 3_000_001, "a.png", "image/png").Problem(http.StatusRequestEntityTooLarge); said !=
		"a.png: The picture is larger than 2 MB." {
		t.Error(said)
	}
	staff.Do(http.MethodPost, uploadsPath, nil, "Upload-Length", "10").Problem(http.StatusPreconditionFailed)
	staff.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0").Problem(http.StatusBadRequest)
	staff.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0", "Upload-Length", "-3").
		Problem(http.StatusBadRequest)
	for header, value := range map[string]string{
		"Upload-Defer-Length": "1", "Upload-Concat": "partial", "upload-concat": "final;/a /b",
	} {
		said, _ := staff.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0", "Upload-Length", "10",
			header, value).Problem(http.StatusBadRequest)
		if !strings.Contains(said, "Upload-") {
			t.Errorf("%s: %s", header, said)
		}
	}
	deferred, _ := staff.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0", "Upload-Defer-Length", "1").
		Problem(http.StatusBadRequest)
	if !strings.Contains(deferred, "Upload-Length") {
		t.Error(deferred)
	}
	staff.Do(http.MethodPost, uploadsPath, nil, "Tus-Resumable", "1.0.0", "Upload-Length", "10", "Origin",
		"https://evil.example").Problem(http.StatusForbidden)

	unknown := uploadsPath + "/0123456789abcdef0123456789abcdef"
	staff.Do(http.MethodHead, unknown, nil).Want(http.StatusNotFound)
	more(staff, unknown, 0, []byte("x")).Problem(http.StatusNotFound)
	staff.Delete(unknown, "Tus-Resumable", "1.0.0").Problem(http.StatusNotFound)

	file := photo(t, 3, 1_000_000)
	address := begun(t, staff, "a.png", "image/png", len(file))
	other := colleague(t, app, "ravi@example.com", "Ravi Iyer")
	other.Do(http.MethodHead, address, nil).Want(http.StatusForbidden)
	more(other, address, 0, file).Problem(http.StatusForbidden)
	other.Delete(address, "Tus-Resumable", "1.0.0").Problem(http.StatusForbidden)
	more(stranger, address, 0, file).Problem(http.StatusUnauthorized)
	more(staff, address, 5, file[5:]).Problem(http.StatusConflict)
	more(staff, address, 0, append(bytes.Clone(file), 'x')).Problem(http.StatusRequestEntityTooLarge)
	staff.Do(http.MethodPatch, address, strings.NewReader("x"), "Tus-Resumable", "1.0.0", "Upload-Offset", "0").
		Problem(http.StatusBadRequest)
	if got := arrived(t, staff, address); got != 0 {
		t.Errorf("%d bytes of refused requests are stored", got)
	}
	more(staff, address, 0, file).Want(http.StatusNoContent)

	// A file that is refused ends the upload.
	oldVideo := append([]byte("RIFF\x00\x00\x10\x00AVI LIST"), make([]byte, 9_000_000)...)
	damagedVideo := append(clip(t, "moov-first.mp4")[:32], noise(7, 9_000_000)...)
	for name, c := range map[string]struct {
		data []byte
		want int
	}{
		"text":               {[]byte("<script>alert(1)</script>"), http.StatusUnsupportedMediaType},
		"a broken picture":   {picture(t, 30, 20)[:60], http.StatusUnprocessableEntity},
		"a long file":        {bytes.Repeat([]byte("notes\n"), 1_600_000), http.StatusRequestEntityTooLarge},
		"an old video":       {oldVideo, http.StatusUnsupportedMediaType},
		"a damaged video":    {damagedVideo, http.StatusUnprocessableEntity},
		"a video, cut short": {clip(t, "moov-first.mp4")[:600], http.StatusUnprocessableEntity},
	} {
		t.Run(name, func(t *testing.T) {
			staff := staff.In(t)
			address := begun(t, staff, "x", "", len(c.data))
			more(staff, address, 0, c.data).Problem(c.want)
			staff.Do(http.MethodHead, address, nil).Want(http.StatusNotFound)
			if left := append(stored(t, app, "uploads/"), stored(t, app, "videos/")...); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

func TestResume_BeginWithBytes_Cancel_AndAgain(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	file := picture(t, 40, 30)
	begin := func(data []byte) *apitest.Response {
		return staff.Do(http.MethodPost, uploadsPath, bytes.NewReader(data), "Tus-Resumable", "1.0.0",
			"Upload-Length", strconv.Itoa(len(file)), "Upload-Metadata", metadata("a.png", "image/png"),
			"Content-Type", "application/offset+octet-stream").Want(http.StatusCreated)
	}
	made := begin(file)
	id := made.Header.Get("Upload-Media-Id")
	if made.Header.Get("Upload-Offset") != strconv.Itoa(len(file)) || id == "" {
		t.Fatalf("answered %v", made.Header)
	}
	part := begin(file[:20])
	address := part.Header.Get("Location")
	if part.Header.Get("Upload-Offset") != "20" || arrived(t, staff, address) != 20 ||
		len(stored(t, app, "uploads/")) != 1 {
		t.Errorf("answered %v", part.Header)
	}
	staff.Delete(address, "Tus-Resumable", "1.0.0").Want(http.StatusNoContent)
	staff.Do(http.MethodHead, address, nil).Want(http.StatusNotFound)
	if left := stored(t, app, "uploads/"); len(left) != 0 {
		t.Errorf("left of what was cancelled: %v", left)
	}
	// The same bytes are one document, however they come.
	if again := begin(file).Header.Get("Upload-Media-Id"); again != id {
		t.Errorf("the same file is %s and %s", id, again)
	}
	if again := staff.Upload("/api/admin/media", "file", "b.png", file).Want(http.StatusOK); again.Text("id") != id {
		t.Errorf("sent as a form it is %s", again.Body)
	}
	if entries := auditLog(t, staff, "&action=continueMediaUpload"); len(entries) != 0 {
		t.Errorf("%d entries of requests that changed nothing", len(entries))
	}
	if entries := auditLog(t, staff, "&action=beginMediaUpload"); len(entries) != 1 {
		t.Errorf("the audit log has %+v", entries)
	}
}

// forgetEnd makes the next process take an upload for one whose process died between putting the file into the library
// and saying so: it has the upload go back to what it was before its last request.
func forgetEnd(t *testing.T, app *apitest.App, address string, last func()) {
	t.Helper()
	uploads := app.Server().Stores.DB.Collection("uploads")
	itself := bson.D{{Key: "_id", Value: strings.TrimPrefix(address, uploadsPath+"/")}}
	var before bson.M
	if err := uploads.FindOne(t.Context(), itself).Decode(&before); err != nil {
		t.Fatal(err)
	}
	last()
	if _, err := uploads.ReplaceOne(t.Context(), itself, before); err != nil {
		t.Fatal(err)
	}
}

// A process that dies when the file is in the library, and before the upload says so, costs nothing, whatever becomes
// of the upload.
func TestResume_DiedAfterTheLibraryHadIt(t *testing.T) {
	for name, end := range map[string]func(*testing.T, *apitest.App, *apitest.Client, *manualclock.Clock, string){
		"cancelled": func(_ *testing.T, _ *apitest.App, staff *apitest.Client, _ *manualclock.Clock, address string) {
			staff.Delete(address, "Tus-Resumable", "1.0.0").Want(http.StatusNoContent)
		},
		"swept": func(t *testing.T, app *apitest.App, staff *apitest.Client, clock *manualclock.Clock, address string) {
			clock.Advance(25 * time.Hour)
			swept, err := app.Server().Content.Sweeper.Once(t.Context(), 0, false)
			if err != nil || len(swept.Unfinished) != 1 {
				t.Errorf("swept %v, %v", swept.Unfinished, err)
			}
			staff.Do(http.MethodHead, address, nil).Want(http.StatusNotFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			clock := manualclock.New()
			app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
			staff := app.Staff(t)
			file := longVideo(t, 9_000_000)
			address := begun(t, staff, "lecture.mp4", "", len(file))
			more(staff, address, 0, file[:8_500_000]).Want(http.StatusNoContent)
			var doc string
			forgetEnd(t, app, address, func() {
				doc = more(staff, address, 8_500_000, file[8_500_000:]).Want(http.StatusNoContent).Header.Get("Upload-Media-Id")
			})
			end(t, app, staff, clock, address)
			checkMedia(t, staff, doc, "lecture.mp4", file)
		})
	}
}

// A file that the storage has lost is there again when somebody sends it again, and what named it names it.
func TestResume_AFileThatTheStorageLost(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	store := storage(t, app)
	for name, file := range map[string][]byte{
		"lecture.mp4": longVideo(t, 9_000_000), "syllabus.pdf": pdfOf(9_000_000), "photo.png": photo(t, 4, 1_000_000),
	} {
		t.Run(name, func(t *testing.T) {
			staff := staff.In(t)
			made := staff.Upload("/api/admin/media", "file", name, file).Want(http.StatusCreated)
			id := made.Text("id")
			lose := func() {
				url := staff.Get("/api/admin/media/" + id).Want(http.StatusOK).Text("url")
				if err := store.Delete(t.Context(), keyOf(url)); err != nil {
					t.Fatal(err)
				}
			}
			article := ""
			if name == "syllabus.pdf" {
				article = staff.Post("/api/articles", apitest.JSON{
					"title": "A", "content": `<p><a href="` + made.Text("url") + `">Syllabus</a></p>`,
				}).Want(http.StatusCreated).Text("id")
			}
			lose()
			again := staff.Upload("/api/admin/media", "file", name, file)
			if again.Text("id") != id {
				t.Fatalf("sent again as a form it is %d %s", again.Status, again.Body)
			}
			checkMedia(t, staff, id, name, file)
			lose()
			address := begun(t, staff, name, "", len(file))
			last := more(staff, address, 0, file).Want(http.StatusNoContent)
			if got := last.Header.Get("Upload-Media-Id"); got != id {
				t.Errorf("sent again in pieces it is %s", got)
			}
			checkMedia(t, staff, id, name, file)
			if article == "" {
				return
			}
			url := staff.Get("/api/admin/media/" + id).Want(http.StatusOK).Text("url")
			if got := staff.Get("/api/articles/" + article).Want(http.StatusOK); !strings.Contains(string(got.Body), url) {
				t.Errorf("the article is %s", got.Body)
			}
		})
	}
}

// A backup has nothing of uploads that are not finished, and a bucket with nothing else is empty.
func TestBackup_LeavesUnfinishedUploadsOut(t *testing.T) {
	from := apitest.New(t, ownBucket).Ready(t)
	staff := from.Staff(t)
	file := pdfOf(3_000_000)
	address := begun(t, staff, "marks.pdf", "", len(file))
	more(staff, address, 0, file[:2_000_000]).Want(http.StatusNoContent)
	if left := stored(t, from, "uploads/"); len(left) != 1 {
		t.Fatalf("stored: %v", left)
	}
	archive, manifest := backedUp(t, from, false)
	if manifest.MediaBytes != 0 {
		t.Errorf("the archive has %d bytes of media", manifest.MediaBytes)
	}
	to := apitest.New(t, ownBucket).Ready(t)
	if _, err := storage(t, to).Put(t.Context(), "uploads/3f2a/1", "", strings.NewReader("x"), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := restore(t, to, archive, false); err != nil {
		t.Error(err)
	}
}

// An upload that nobody continued for a day is removed; one that was continued stays, and so does a file of the
// library.
func TestResume_Swept(t *testing.T) {
	clock := manualclock.New()
	app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	file := longVideo(t, 9_000_000)
	left, going := begun(t, staff, "left.mp4", "", len(file)), begun(t, staff, "going.mp4", "", len(file))
	cut := func(address string, offset, most int) {
		if err := cutLine(t, staff, app, address, offset, file, most).Close(); err != nil {
			t.Fatal(err)
		}
		apitest.Eventually(t, func() bool { return arrived(t, staff, address) == offset+most })
	}
	cut(left, 0, 8_900_000)
	cut(going, 0, 8_700_000)
	sweep := func() []string {
		swept, err := app.Server().Content.Sweeper.Once(t.Context(), 0, false)
		if err != nil {
			t.Fatal(err)
		}
		return swept.Unfinished
	}
	clock.Advance(13 * time.Hour)
	cut(going, 8_700_000, 100_000)
	if swept := sweep(); len(swept) != 0 {
		t.Errorf("after half a day %v went", swept)
	}
	clock.Advance(13 * time.Hour)
	if dry, err := app.Server().Content.Sweeper.Once(t.Context(), 0, true); err != nil || len(dry.Unfinished) != 1 {
		t.Errorf("would remove %v, %v", dry.Unfinished, err)
	}
	if swept := sweep(); len(swept) != 1 {
		t.Errorf("after more than a day %v went", swept)
	}
	staff.Do(http.MethodHead, left, nil).Want(http.StatusNotFound)
	last := more(staff, going, 8_800_000, file[8_800_000:]).Want(http.StatusNoContent)
	clock.Advance(25 * time.Hour)
	sweep()
	staff.Do(http.MethodHead, going, nil).Want(http.StatusNotFound)
	checkMedia(t, staff, last.Header.Get("Upload-Media-Id"), "going.mp4", file)
	if stray := append(stored(t, app, "uploads/"), stored(t, app, "videos/")...); len(stray) != 1 {
		t.Errorf("stored: %v", stray)
	}
}
