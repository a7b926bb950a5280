package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"academy/infra/program"
)

// mediaResult is what one file cost that came into the media library.
type mediaResult struct {
	What   string        `json:"what"`
	Way    string        `json:"way"` // form, or pieces that can be continued
	Bytes  int64         `json:"bytes"`
	Took   time.Duration `json:"took_ns"`
	CPU    time.Duration `json:"cpu_ns"` // the processor time of cms-api and its decoders
	Peak   int64         `json:"peak"`   // of the private memory of cms-api and its decoders together
	Growth int64         `json:"growth"` // of it
	large  bool          // too large for the bar on the processor time
}

// piece is how many bytes the dashboard sends in its first request, and in that after a cut.
const piece = 1 << 20

// media measures what photos and large files cost by each way into the library, each in a new process.
func (b *bench) media(ctx context.Context) error {
	profiled, err := os.ReadFile(filepath.Join(b.source, "internal/media/upload/testdata/colours/upright.jpg"))
	if err != nil {
		return err
	}
	for i, way := range []string{"form", "pieces"} {
		plain, err := photo(byte(i), nil)
		if err != nil {
			return err
		}
		phone, err := photo(byte(2+i), profiled)
		if err != nil {
			return err
		}
		document := append([]byte("%PDF-1.7\n"), noise(byte(4+i), 20<<20-9)...)
		clip, err := video(b.upload << 20)
		if err != nil {
			return err
		}
		for _, file := range []struct {
			name, what string
			size       int64
			content    io.Reader
			large      bool
		}{
			{"photo.jpg", "photo of 12 MP", int64(len(plain)), bytes.NewReader(plain), false},
			{"phone.jpg", "the same in Display P3, turned", int64(len(phone)), bytes.NewReader(phone), false},
			{"document.pdf", "document", int64(len(document)), bytes.NewReader(document), false},
			{"lecture.mp4", "video", b.upload << 20, clip, true},
		} {
			say("%s by %s", file.what, way)
			if err := b.restart(ctx); err != nil {
				return err
			}
			send := b.sendForm
			if way == "pieces" {
				send = b.sendPieces
			}
			watched, err := b.watch(ctx, func() (string, error) { return send(ctx, file.name, file.size, file.content) })
			if err != nil {
				return fmt.Errorf("%s by %s: %w", file.what, way, err)
			}
			watched.What, watched.Way, watched.Bytes, watched.large = file.what, way, file.size, file.large
			b.results.Media = append(b.results.Media, watched)
		}
	}
	return nil
}

// watch sends a file, looks at the memory meanwhile, and deletes the file.
func (b *bench) watch(ctx context.Context, send func() (id string, err error)) (result mediaResult, err error) {
	before, err := program.Watch(b.api)
	if err != nil {
		return result, err
	}
	idle, err := b.api.CPU()
	if err != nil {
		return result, err
	}
	done, looked := make(chan struct{}), make(chan error, 1)
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				looked <- nil
				return
			case <-tick.C:
			}
			now, err := program.Watched(b.api)
			if err != nil {
				looked <- err
				return
			}
			result.Peak = max(result.Peak, now[0].Private)
		}
	}()
	begun := time.Now()
	id, err := send()
	took := time.Since(begun)
	close(done)
	if failed := <-looked; err == nil {
		err = failed
	}
	if err != nil {
		return result, err
	}
	busy, err := b.api.CPU()
	if err != nil {
		return result, err
	}
	result.CPU = busy - idle
	result.Took, result.Growth = took, max(0, result.Peak-before[0].Private)
	request, err := http.NewRequestWithContext(ctx, http.MethodDelete, b.address+"/api/admin/media/"+id, nil)
	if err == nil {
		_, _, err = b.staff.do(request)
	}
	return result, err
}

// sendForm sends a file as a form, and returns the id of its document.
func (b *bench) sendForm(ctx context.Context, name string, size int64, content io.Reader) (string, error) {
	var around bytes.Buffer
	writer := multipart.NewWriter(&around)
	if _, err := writer.CreateFormFile("file", name); err != nil {
		return "", err
	}
	before := around.Len()
	if err := writer.Close(); err != nil {
		return "", err
	}
	body := io.MultiReader(bytes.NewReader(around.Bytes()[:before]), content, bytes.NewReader(around.Bytes()[before:]))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.address+"/api/admin/media", body)
	if err != nil {
		return "", err
	}
	request.ContentLength = int64(around.Len()) + size
	request.Header.Set("Content-Type", writer.FormDataContentType())
	_, answered, err := b.staff.do(request)
	var made struct {
		ID string `json:"id"`
	}
	if err == nil {
		err = json.Unmarshal(answered, &made)
	}
	return made.ID, err
}

// sendPieces sends a file as the dashboard does, and returns the id of its document.
func (b *bench) sendPieces(ctx context.Context, name string, size int64, content io.Reader) (string, error) {
	call := func(method, address string, body io.Reader, header ...string) (http.Header, error) {
		request, err := http.NewRequestWithContext(ctx, method, address, body)
		if err != nil {
			return nil, err
		}
		request.Header.Set("Tus-Resumable", "1.0.0")
		for i := 0; i < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		answered, _, err := b.staff.do(request)
		return answered, err
	}
	begun, err := call(http.MethodPost, b.address+"/api/admin/media/uploads", nil, "Upload-Length",
		strconv.FormatInt(size, 10), "Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
	var id string
	buffer := make([]byte, piece)
	for sent := int64(0); err == nil && sent < size; {
		var n int
		if n, err = io.ReadFull(content, buffer[:min(piece, size-sent)]); err != nil {
			return "", err
		}
		var answered http.Header
		answered, err = call(http.MethodPatch, b.address+begun.Get("Location"), bytes.NewReader(buffer[:n]),
			"Content-Type", "application/offset+octet-stream", "Upload-Offset", strconv.FormatInt(sent, 10))
		sent += int64(n)
		id = answered.Get("Upload-Media-Id")
	}
	return id, err
}

func noise(seed byte, count int) []byte {
	data := make([]byte, count)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(data) // never fails
	return data
}

// photo returns a JPEG of 12 megapixels and about 12 MB, with what stands before the pixels of another JPEG: its
// orientation and profile.
func photo(seed byte, like []byte) ([]byte, error) {
	const width, height, quality = 4000, 3000, 94
	img := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	for i, v := range noise(seed, len(img.Y)) {
		img.Y[i] = byte(i%width*80/width+i/width*40/height) + v>>1
	}
	for i, v := range noise(seed+1, len(img.Cb)) {
		img.Cb[i], img.Cr[i] = 96+v>>2, 120+v>>3
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	const start = 2 // the mark that begins a JPEG
	if tables := bytes.Index(like, []byte{0xff, 0xdb}); tables > 0 {
		return append(append([]byte{}, like[:tables]...), out.Bytes()[start:]...), nil
	}
	return out.Bytes(), nil
}
