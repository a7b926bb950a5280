package sheet

import (
	"context"
	"io"
	"iter"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
)

// downloadTimeout bounds how long a download may take.
const downloadTimeout = 10 * time.Minute

// Table is a file of rows, read while it is sent.
type Table[T any] struct {
	// Name of the file, such as "enrollments.csv".
	Name string
	// Head is the first row.
	Head []string
	// Open begins to read what a search finds; it fails when nothing can be read.
	Open func(ctx context.Context, search paging.Search) (iter.Seq2[T, error], error)
	// Row returns the cells of one document.
	Row func(T) []string
}

// Download answers with what a search finds. Rows are sent as they are read, so its
// length does not matter; when reading fails half-way the connection breaks
// off, and nobody takes what came for the whole.
func (t Table[T]) Download(ctx context.Context, search paging.Search) (*huma.StreamResponse, error) {
	// The answer is still being sent when the call is over.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), downloadTimeout)
	rows, err := t.Open(ctx, search)
	if err != nil {
		cancel()
		return nil, err
	}
	return &huma.StreamResponse{Body: func(call huma.Context) {
		call.SetHeader("Content-Type", "text/csv; charset=utf-8")
		call.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": t.Name}))
		reader, writer := io.Pipe()
		go func() {
			defer cancel()
			writer.CloseWithError(t.write(writer, rows))
		}()
		humafiber.Unwrap(call).RequestCtx().SetBodyStream(reader, -1)
	}}, nil
}

func (t Table[T]) write(to io.Writer, rows iter.Seq2[T, error]) error {
	w := NewWriter(to)
	// What is not read to its end stays open.
	err := w.Row(t.Head)
	for doc, readErr := range rows {
		if err == nil {
			err = readErr
		}
		if err != nil {
			return err
		}
		err = w.Row(t.Row(doc))
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// Describe adds to an operation what a download answers. A download takes data
// out of the system, so it leaves an entry in the audit log.
func Describe(op huma.Operation) huma.Operation {
	op.Method = http.MethodGet
	op.Responses = map[string]*huma.Response{"200": {
		Description: "A table: UTF-8 with a byte order mark, lines that end in CRLF. " +
			"Cells that a spreadsheet would run as a formula are preceded by an apostrophe.",
		Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
		Headers: map[string]*huma.Param{
			"Content-Disposition": {Description: "The file's name.", Schema: &huma.Schema{Type: huma.TypeString}},
		},
	}}
	return access.Audited(op)
}
