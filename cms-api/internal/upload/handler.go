package upload

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/access"
	"academy/cms-api/internal/problem"
)

// Handler answers the upload calls.
type Handler struct{ uploads *Service }

// NewHandler returns a Handler.
func NewHandler(uploads *Service) *Handler { return &Handler{uploads: uploads} }

// formInput is a multipart form that is read as it arrives.
type formInput struct {
	contentType string
	body        io.Reader
}

// uploadTime is how long the bytes of a file may take to arrive.
const uploadTime = time.Hour

// Resolve takes hold of the request's body.
func (in *formInput) Resolve(ctx huma.Context) []error {
	if err := ctx.SetReadDeadline(time.Now().Add(uploadTime)); err != nil {
		return []error{err}
	}
	in.contentType, in.body = ctx.Header("Content-Type"), ctx.BodyReader()
	return nil
}

type imageOutput struct {
	Body Image
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"uploads"}
	huma.Register(api, access.Staff(access.Upload(huma.Operation{OperationID: "uploadImage", Method: http.MethodPost, Path: "/upload/image", Summary: "Store a picture", Tags: tags, DefaultStatus: http.StatusCreated})), h.image("image"))
	huma.Register(api, access.Staff(access.Upload(huma.Operation{OperationID: "uploadPoster", Method: http.MethodPost, Path: "/admin/upload-poster", Summary: "Store the hero video's poster", Tags: tags, DefaultStatus: http.StatusCreated})), h.image("file"))
	// Described only now: the framework would read a body that it knows of.
	paths := api.OpenAPI().Paths
	paths["/upload/image"].Post.RequestBody = form("image")
	paths["/admin/upload-poster"].Post.RequestBody = form("file")
}

func (h *Handler) image(field string) func(context.Context, *formInput) (*imageOutput, error) {
	return func(ctx context.Context, in *formInput) (*imageOutput, error) {
		file, err := in.file(field)
		if err != nil {
			return nil, err
		}
		image, err := h.uploads.Image(ctx, file)
		return &imageOutput{Body: image}, err
	}
}

// file returns the content of the form's file of that name.
func (in *formInput) file(field string) (io.Reader, error) {
	mediaType, params, err := mime.ParseMediaType(in.contentType)
	if err != nil || mediaType != "multipart/form-data" || params["boundary"] == "" {
		return nil, problem.New(problem.Unsupported, "Send the file as a form (multipart/form-data).")
	}
	missing := problem.InvalidField("body."+field, "Choose a file.")
	if in.body == nil {
		return nil, missing
	}
	reader := multipart.NewReader(in.body, params["boundary"])
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, missing
		}
		if err != nil {
			return nil, problem.Wrap(problem.Malformed, err, "The form could not be read.")
		}
		if part.FormName() == field && part.FileName() != "" {
			return part, nil
		}
	}
}

func form(field string) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject, Required: []string{field},
			Properties: map[string]*huma.Schema{field: {Type: huma.TypeString, Format: "binary"}},
		}},
	}}
}
