package transfer

import (
	"context"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/form"
)

// Handler answers the calls about imports and the export.
type Handler struct{ transfers *Service }

// NewHandler returns a Handler.
func NewHandler(transfers *Service) *Handler { return &Handler{transfers} }

type importOutput struct{ Body Import }

type importsOutput struct {
	Body []Import `nullable:"false"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"imports"}
	huma.Register(api, access.Needs(access.ContentTransfer, access.Upload(huma.Operation{
		OperationID: "createImport", Method: http.MethodPost, Path: "/admin/imports",
		Summary: "Import a file of WordPress, Ghost, Markdown, or of this program's export",
		Description: "It is told from its content: WordPress's extended RSS, Ghost's JSON, a zip of Markdown files with front " +
			"matter, or the zip of GET /admin/export. It is imported in the background, one file at a time. What arrived " +
			"before is not created again.",
		Tags: tags, DefaultStatus: http.StatusAccepted,
	})), h.create)
	choice := func(values ...any) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, Enum: values, Examples: []any{values[0]}}
	}
	status := choice("draft", "source")
	status.Description = "Which status items get: all are drafts, or that which they had. Without it those of an export " +
		"have that which they had, and others are drafts."
	pictures := choice("keep", "fetch")
	pictures.Description = "Whether pictures stay at their addresses, or are copied from the public hosts that the file names; keep when it is missing."
	api.OpenAPI().Paths["/admin/imports"].Post.RequestBody =
		form.Describe("file", map[string]*huma.Schema{"status": status, "pictures": pictures})
	huma.Register(api, access.Needs(access.ContentTransfer, huma.Operation{
		OperationID: "listImports", Method: http.MethodGet, Path: "/admin/imports",
		Summary: "The latest imports, newest first, without what became of each item", Tags: tags,
	}), h.list)
	huma.Register(api, access.Needs(access.ContentTransfer, huma.Operation{
		OperationID: "getImport", Method: http.MethodGet, Path: "/admin/imports/{id}",
		Summary: "How far an import is, and what became of its items", Tags: tags,
	}), h.get)
	huma.Register(api, access.Needs(access.ContentTransfer, access.Audited(huma.Operation{
		OperationID: "exportContent", Method: http.MethodGet, Path: "/admin/export",
		Summary: "All content and media as a zip of Markdown, JSON and files",
		Description: "articles/{slug}.md and pages/{path}.md with YAML front matter, content.json with settings, page texts, " +
			"menus and lists, and media. It has no leads, accounts or secrets.",
		Tags: tags,
		Responses: map[string]*huma.Response{"200": {
			Description: "A zip, sent as it is made.",
			Content: map[string]*huma.MediaType{"application/zip": {Schema: &huma.Schema{Type: huma.TypeString,
				Format: "binary"}}},
			Headers: map[string]*huma.Param{
				"Content-Disposition": {Description: "The file's name.", Schema: &huma.Schema{Type: huma.TypeString}},
			},
		}},
	})), h.export)
}

func (h *Handler) create(ctx context.Context, in *form.Input) (*importOutput, error) {
	begun, err := h.transfers.Accept(ctx, in)
	if err == nil {
		changes.Name(ctx, begun.File)
	}
	return &importOutput{Body: begun}, err
}

func (h *Handler) list(ctx context.Context, _ *struct{}) (*importsOutput, error) {
	latest, err := h.transfers.Latest(ctx)
	return &importsOutput{Body: latest}, err
}

func (h *Handler) get(ctx context.Context, in *etag.ByID) (*importOutput, error) {
	found, err := h.transfers.Get(ctx, in.ID)
	return &importOutput{Body: found}, err
}

// exportTimeout bounds how long an export may take.
const exportTimeout = 2 * time.Hour

// export answers with the zip while it is made. When reading fails half-way the connection is cut,
// so that nobody takes the part that was sent for the whole.
func (h *Handler) export(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	// The answer is still being sent when the call is over.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exportTimeout)
	name := map[string]string{"filename": "academy-" + h.transfers.o.Now().Format(time.DateOnly) + ".zip"}
	return &huma.StreamResponse{Body: func(call huma.Context) {
		call.SetHeader("Content-Type", "application/zip")
		call.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", name))
		reader, writer := io.Pipe()
		go func() {
			defer cancel()
			writer.CloseWithError(h.transfers.Export(ctx, writer))
		}()
		humafiber.Unwrap(call).RequestCtx().SetBodyStream(reader, -1)
	}}, nil
}
