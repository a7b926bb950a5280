package lead

import (
	"context"
	"io"
	"iter"
	"mime"
	"net/http"
	"path"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/sheet"
)

// exportTimeout bounds how long an export may take.
const exportTimeout = 10 * time.Minute

type exportInput struct {
	paging.Search
	Filter
}

// export answers with what a search finds. Rows are sent as they are read, so their
// number does not matter; when reading fails half-way the connection is cut, so that
// nobody takes the part that was sent for the whole.
func (s *service[F, T, S, P]) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	// The answer is still being sent when the call is over.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exportTimeout)
	names, err := s.o.names(ctx)
	var where []documents.Condition
	if err == nil {
		where, err = s.where(in.Filter)
	}
	var rows iter.Seq2[T, error]
	if err == nil {
		rows, err = s.docs.Each(ctx, in.Search, where...)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	row := func(doc T) []string { return s.row(doc, names) }
	name := map[string]string{"filename": path.Base(s.kind.path) + ".csv"}
	return &huma.StreamResponse{Body: func(call huma.Context) {
		call.SetHeader("Content-Type", "text/csv; charset=utf-8")
		call.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", name))
		reader, writer := io.Pipe()
		go func() {
			defer cancel()
			writer.CloseWithError(sheet.Write(writer, s.head(), rows, row))
		}()
		humafiber.Unwrap(call).RequestCtx().SetBodyStream(reader, -1)
	}}, nil
}

// describeExport adds to an operation what an export answers. It takes data out of the
// system, so it needs a confirmation and leaves an entry in the audit log.
func describeExport(op huma.Operation) huma.Operation {
	op.Method = http.MethodGet
	op.Responses = map[string]*huma.Response{"200": {
		Description: "A table: UTF-8 with a byte order mark, lines that end in CRLF. " +
			"Cells that a spreadsheet would run as a formula are preceded by an apostrophe.",
		Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
		Headers: map[string]*huma.Param{
			"Content-Disposition": {Description: "The file's name.", Schema: &huma.Schema{Type: huma.TypeString}},
		},
	}}
	return access.Confirmed(access.Audited(op))
}
