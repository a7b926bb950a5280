package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// boxes returns the types of the boxes that a video consists of.
func boxes(t *testing.T, data []byte) []string {
	t.Helper()
	var types []string
	for len(data) > 0 {
		if len(data) < 16 {
			t.Fatalf("%d bytes are left after %v", len(data), types)
		}
		size := uint64(binary.BigEndian.Uint32(data))
		if size == 1 {
			size = binary.BigEndian.Uint64(data[8:])
		}
		if size < 8 || size > uint64(len(data)) {
			t.Fatalf("after %v comes a box of %d bytes, and %d are left", types, size, len(data))
		}
		types = append(types, string(data[4:8]))
		data = data[size:]
	}
	return types
}

func TestVideo_IsWholeAndOfItsSize(t *testing.T) {
	const size = 1 << 20
	reader, err := video(size)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(reader)
	if err != nil || len(data) != size {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	got := strings.Join(boxes(t, data), " ")
	if !strings.HasPrefix(got, "ftyp ") || !strings.HasSuffix(got, " mdat free moov") {
		t.Error(got)
	}
	if _, err := video(100); err == nil {
		t.Error("a video smaller than its description was made")
	}
}

func TestForm_IsOfTheSizeItSays(t *testing.T) {
	request, err := form(t.Context(), "http://127.0.0.1/api/videos", 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(request.Body)
	if err != nil || int64(len(body)) != request.ContentLength {
		t.Fatalf("%d bytes instead of %d, %v", len(body), request.ContentLength, err)
	}
	_, boundary, _ := strings.Cut(request.Header.Get("Content-Type"), "boundary=")
	sent, err := multipart.NewReader(bytes.NewReader(body), boundary).ReadForm(1 << 20)
	if err != nil || sent.Value["title"][0] == "" || sent.Value["category"][0] == "" ||
		sent.File["file"][0].Size != 1<<16 {
		t.Errorf("%v %v", sent, err)
	}
}

func TestCopyOf_ChangesWhatMustDiffer(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)
	first := bson.D{
		{Key: "_id", Value: "0123456789abcdef01234567"}, {Key: "revision", Value: int32(1)}, {Key: "name", Value: sampleName},
		{Key: "email", Value: sampleEmail}, {Key: "city", Value: "Bengaluru"},
		{Key: "created_at", Value: bson.NewDateTimeFromTime(at)},
	}
	made := copyOf(first, 26)
	want := bson.D{
		{Key: "_id", Value: "0123456789abcdef0000001a"}, {Key: "revision", Value: int32(1)},
		{Key: "name", Value: "Asha Rao 00026"},
		{Key: "email", Value: "asha.00026@example.com"}, {Key: "city", Value: "Bengaluru"},
		{Key: "created_at", Value: bson.NewDateTimeFromTime(at.Add(-26 * time.Minute))},
	}
	for i := range want {
		if made[i] != want[i] {
			t.Errorf("%v, want %v", made[i], want[i])
		}
	}
	if first[2].Value != sampleName {
		t.Error("the first document was changed")
	}
}

func TestNginxLocation(t *testing.T) {
	s := &subject{name: "list", file: "subject-1", variants: []*variant{{header: http.Header{
		"Content-Type": {"application/json"}, "Etag": {`"a"`}, "Link": {`</x>; rel="next"`}, "Vary": {"Accept-Encoding"},
	}}}}
	got, err := nginxLocation(s)
	want := `    location = /subject-1 {
      types {}
      default_type "application/json";
      add_header Link "</x>; rel=\"next\"";
      add_header Vary "Accept-Encoding";
    }
`
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	s.variants[0].header.Set("Link", "$uri")
	if _, err := nginxLocation(s); err == nil {
		t.Error("nginx would have read a variable")
	}
}
