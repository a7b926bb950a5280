package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"time"

	"academy/infra/program"
)

// short is a video of shortSeconds, whose description (the box "moov") stands at
// its end, as cameras and encoders write it.
//
//go:embed testdata/short.mp4
var short []byte

const shortSeconds = 95

// uploadResult is what one large upload cost.
type uploadResult struct {
	Bytes     int64         `json:"bytes"`
	Took      time.Duration `json:"took_ns"`
	Growth    int64         `json:"growth"`        // of cms-api's memory, at most
	Stores    int64         `json:"stores_growth"` // of the embedded stores'
	Duration  float64       `json:"duration"`      // from the answer
	RemovedIn time.Duration `json:"removed_in_ns"` // until the file of the deleted video was gone
}

// video returns a valid video of size bytes, made while it is read: the short one with
// a box of filler in front of its description, so that reading the duration needs the
// end of the file.
func video(size int64) (io.Reader, error) {
	at := bytes.Index(short, []byte("moov")) - 4
	if at < 0 {
		return nil, fmt.Errorf("the short video has no description")
	}
	head, description := short[:at], short[at:]
	filler := size - int64(len(short))
	if filler < 16 {
		return nil, fmt.Errorf("a video needs at least %d bytes", len(short)+16)
	}
	// A box whose size stands in 64 bits, for it may be larger than 4 GiB.
	box := binary.BigEndian.AppendUint32(nil, 1)
	box = append(box, "free"...)
	box = binary.BigEndian.AppendUint64(box, uint64(filler))
	noise := io.LimitReader(rand.NewChaCha8([32]byte{}), filler-int64(len(box)))
	return io.MultiReader(bytes.NewReader(head), bytes.NewReader(box), noise, bytes.NewReader(description)), nil
}

// form returns a request that sends a video as a browser does: with a Content-Length,
// and as a stream.
func form(ctx context.Context, address string, size int64) (*http.Request, error) {
	file, err := video(size)
	if err != nil {
		return nil, err
	}
	var around bytes.Buffer
	writer := multipart.NewWriter(&around)
	for _, field := range [][2]string{
		{"title", "A long lecture"}, {"description", "For measuring."}, {"category", "Polity"},
	} {
		if err := writer.WriteField(field[0], field[1]); err != nil {
			return nil, err
		}
	}
	if _, err := writer.CreateFormFile("file", "lecture.mp4"); err != nil {
		return nil, err
	}
	before := around.Len()
	if err := writer.Close(); err != nil {
		return nil, err
	}
	begin, end := around.Bytes()[:before], around.Bytes()[before:]
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address,
		io.MultiReader(bytes.NewReader(begin), file, bytes.NewReader(end)))
	if err != nil {
		return nil, err
	}
	request.ContentLength = int64(around.Len()) + size
	request.Header.Set("Content-Type", writer.FormDataContentType())
	return request, nil
}

// measureUpload uploads a video, looks at what became of it, and deletes it.
func measureUpload(ctx context.Context, s *staff, p *product, size int64) (*uploadResult, error) {
	request, err := form(ctx, p.address+"/api/videos", size)
	if err != nil {
		return nil, err
	}
	before, err := program.Watch(p.api, p.stores)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	_, body, err := s.do(request)
	if err != nil {
		return nil, fmt.Errorf("upload a video: %w", err)
	}
	result := &uploadResult{Bytes: size, Took: time.Since(begun)}
	after, err := program.Watched(p.api, p.stores)
	if err != nil {
		return nil, err
	}
	result.Growth = max(0, after[0].Peak-before[0].Resident)
	result.Stores = max(0, after[1].Peak-before[1].Resident)

	var made struct {
		ID       string  `json:"id"`
		File     string  `json:"file"`
		Duration float64 `json:"duration"`
	}
	if err := json.Unmarshal(body, &made); err != nil {
		return nil, fmt.Errorf("read the answer to the upload: %w", err)
	}
	if result.Duration = made.Duration; made.Duration != shortSeconds {
		return nil, fmt.Errorf("the video lasts %d s, the answer says %v", shortSeconds, made.Duration)
	}
	stored, err := head(ctx, p.address+made.File)
	if err != nil {
		return nil, err
	}
	if stored.StatusCode != http.StatusOK || stored.ContentLength != size {
		return nil, fmt.Errorf("%s answered %s with %d bytes, not %d", made.File, stored.Status, stored.ContentLength, size)
	}
	result.RemovedIn, err = remove(ctx, s, p.address+"/api/videos/"+made.ID, p.address+made.File)
	return result, err
}

// remove deletes a video and waits until its file is gone.
func remove(ctx context.Context, s *staff, video, file string) (time.Duration, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodDelete, video, nil)
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	if _, _, err := s.do(request); err != nil {
		return 0, err
	}
	for time.Since(begun) < time.Minute {
		answer, err := head(ctx, file)
		if err != nil {
			return 0, err
		}
		if answer.StatusCode == http.StatusNotFound {
			return time.Since(begun), nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return 0, fmt.Errorf("%s is still there a minute after its video was deleted", file)
}

func head(ctx context.Context, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept-Encoding", "identity")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	return response, response.Body.Close()
}
