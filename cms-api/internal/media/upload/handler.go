package upload

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/form"
)

// Handler answers the upload calls.
type Handler struct{ uploads *Service }

// NewHandler returns a Handler.
func NewHandler(uploads *Service) *Handler { return &Handler{uploads: uploads} }

type imageOutput struct {
	Body Image
}

type fileOutput struct {
	Body StoredFile
}

type videoOutput struct {
	Body StoredVideo
}

// The formats that are accepted, for the description of the API.
const (
	takenPictures = "Taken are " + pictureFormats +
		", told from the content; others (HEIC, AVIF, SVG, TIFF …) are 415, with a sentence on what to do. " +
		"One that takes too much time or memory to read is 413."
	takenVideos = "Taken are " + videofile.Taken +
		", told from the content; others are 415, with a sentence on what to do. " +
		"Every browser plays MP4 with H.264 and WebM; of the other two some play what they know inside. " +
		"HEVC, ProRes and MPEG-4 Part 2 are 415."
)

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"uploads"}
	huma.Register(api, access.Staff(access.Upload(huma.Operation{
		OperationID: "uploadImage", Method: http.MethodPost, Path: "/upload/image",
		Summary:     "Store a picture",
		Description: takenPictures, Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.image("image"))
	huma.Register(api, access.Staff(access.Upload(huma.Operation{
		OperationID: "uploadPoster", Method: http.MethodPost, Path: "/admin/upload-poster",
		Summary:     "Store the hero video's poster",
		Description: takenPictures, Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.image("file"))
	huma.Register(api, access.Staff(access.Upload(huma.Operation{
		OperationID: "uploadVideo", Method: http.MethodPost, Path: "/admin/upload-video",
		Summary:     "Store the hero's video",
		Description: takenVideos, Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.video)
	huma.Register(api, access.Staff(access.Upload(huma.Operation{
		OperationID: "uploadFile", Method: http.MethodPost, Path: "/admin/files",
		Summary: "Store a document to download",
		Description: "Taken are " + takenFiles + ", told from the content; others are 415. " +
			"A PDF is shown in the browser, the others are downloads.",
		Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.file)
	paths := api.OpenAPI().Paths
	paths["/admin/files"].Post.RequestBody = form.Describe("file", nil)
	paths["/upload/image"].Post.RequestBody = form.Describe("image", nil)
	paths["/admin/upload-poster"].Post.RequestBody = form.Describe("file", nil)
	paths["/admin/upload-video"].Post.RequestBody = form.Describe("file", nil)
}

func (h *Handler) image(field string) func(context.Context, *form.Input) (*imageOutput, error) {
	return func(ctx context.Context, in *form.Input) (*imageOutput, error) {
		image, err := fromForm(in, field, func(content form.File) (Image, error) { return h.uploads.Image(ctx, content) })
		return &imageOutput{Body: image}, err
	}
}

func (h *Handler) file(ctx context.Context, in *form.Input) (*fileOutput, error) {
	file, err := fromForm(in, "file", func(content form.File) (StoredFile, error) { return h.uploads.File(ctx, content) })
	return &fileOutput{Body: file}, err
}

func (h *Handler) video(ctx context.Context, in *form.Input) (*videoOutput, error) {
	if err := h.uploads.CheckVideoSize(in.Least()); err != nil {
		return nil, err
	}
	video, err := fromForm(in, "file", func(content form.File) (StoredVideo, error) {
		return h.uploads.Video(ctx, "file", content)
	})
	return &videoOutput{Body: video}, err
}

// fromForm stores the file of a form.
func fromForm[T any](in *form.Input, field string, store func(form.File) (T, error)) (stored T, err error) {
	_, found, err := in.Read(field, func(_ form.Texts, content form.File) error {
		stored, err = store(content)
		return err
	})
	if err == nil && !found {
		err = form.Missing(field)
	}
	return stored, err
}
