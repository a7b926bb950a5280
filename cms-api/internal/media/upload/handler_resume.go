package upload

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	tus "github.com/tus/tusd/v2/pkg/handler"
	"golang.org/x/exp/slog"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/problem"
)

// resumePath is below which uploads go on where they broke off.
const resumePath = "/admin/media/uploads"

const resumeDescription = "By the protocol tus 1.0 (https://tus.io/protocols/resumable-upload), with the extensions " +
	"creation, creation-with-upload and termination. The answer to the request that brings the last byte has the id of " +
	"the document in the header Upload-Media-Id; a file that is refused there ends the upload. Where it replaces the " +
	"file of a document, the answer is 200 with the body of replaceMedia. Only who began an upload may continue or end it, " +
	"and one that nobody continues for 24 hours is removed."

// ResumeInput is a request of the protocol. Its headers are described here and read by the protocol's handler.
type ResumeInput struct {
	Version string `header:"Tus-Resumable" doc:"The protocol's version: 1.0.0." example:"1.0.0"`
	method  string
	header  http.Header
	length  int64
	body    io.Reader
	set     func(name, value string) // a header of the answer
}

// Resolve keeps a reference to the request.
func (in *ResumeInput) Resolve(ctx huma.Context) []error {
	in.method, in.body, in.header, in.set = ctx.Method(), ctx.BodyReader(), http.Header{}, ctx.SetHeader
	ctx.EachHeader(func(name, value string) { in.header.Add(name, value) })
	in.header.Del("X-Http-Method-Override") // it would be another operation, which others may call
	var err error
	if in.length, err = strconv.ParseInt(ctx.Header("Content-Length"), 10, 64); err != nil {
		in.length = -1 // in chunks
	}
	ctx.SetHeader("Tus-Resumable", "1.0.0")
	return nil
}

type beginInput struct {
	ResumeInput
	Length   string `header:"Upload-Length" doc:"The size of the file, in bytes." example:"12582912"`
	Metadata string `header:"Upload-Metadata" doc:"filename and filetype, each with its value in Base64; and replaces, the id of a document of the library, for a file that takes the place of its file." example:"filename Y2xhc3Nyb29tLmpwZw==,filetype aW1hZ2UvanBlZw=="`
}

type continueInput struct {
	ResumeInput
	ID string `path:"id" doc:"The upload." example:"3f2a1c0d9b8e7f6a5b4c3d2e1f0a9b8c"`
}

type patchInput struct {
	ResumeInput
	ID     string `path:"id" doc:"The upload." example:"3f2a1c0d9b8e7f6a5b4c3d2e1f0a9b8c"`
	Offset string `header:"Upload-Offset" doc:"At which byte the body begins." example:"2097152"`
}

// resumeOutput is the answer to a request of the protocol, beside its headers.
type resumeOutput struct{ Status int }

// patchOutput is the answer to a request that may bring the last byte.
type patchOutput struct {
	Status int
	Body   *library.Replaced
}

// resume answers the requests of the protocol.
type resume struct {
	uploads *Service
	handler http.Handler
}

func newResume(uploads *Service) (*resume, error) {
	composer := tus.NewStoreComposer()
	composer.UseCore(tusStore{uploads})
	composer.UseTerminater(tusStore{uploads})
	composer.UseLocker(tusStore{uploads})
	handler, err := tus.NewHandler(tus.Config{
		StoreComposer: composer, BasePath: "/", DisableDownload: true, DisableConcatenation: true,
		Cors:   &tus.CorsConfig{Disable: true}, // as for every call
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	return &resume{uploads, handler}, err
}

func (r *resume) register(api huma.API) {
	op := func(id, method, path, summary string, status int) huma.Operation {
		return access.Needs(access.MediaWrite, access.OrOwner(access.Upload(huma.Operation{
			OperationID: id, Method: method, Path: path, Summary: summary, Description: resumeDescription,
			Tags: []string{"media"}, DefaultStatus: status,
			Errors: []int{
				http.StatusForbidden, http.StatusNotFound, http.StatusPreconditionFailed, http.StatusTooManyRequests,
			},
		})))
	}
	huma.Register(api, op("beginMediaUpload", http.MethodPost, resumePath, "Begin an upload that can be continued",
		http.StatusCreated), func(ctx context.Context, in *beginInput) (*resumeOutput, error) {
		status, _, err := r.serve(ctx, &in.ResumeInput, "")
		return &resumeOutput{status}, err
	})
	one := resumePath + "/{id}"
	answer := func(ctx context.Context, in *continueInput) (*resumeOutput, error) {
		status, _, err := r.serve(ctx, &in.ResumeInput, in.ID)
		return &resumeOutput{status}, err
	}
	huma.Register(api, op("getMediaUpload", http.MethodHead, one, "How much of an upload has arrived", http.StatusOK),
		answer)
	huma.Register(api, op("continueMediaUpload", http.MethodPatch, one, "Continue an upload", http.StatusOK),
		func(ctx context.Context, in *patchInput) (*patchOutput, error) {
			status, replaced, err := r.serve(ctx, &in.ResumeInput, in.ID)
			if replaced != nil {
				status = http.StatusOK
			}
			return &patchOutput{status, replaced}, err
		})
	answers := api.OpenAPI().Paths[one].Patch.Responses
	answers["200"].Description = "The file has taken the place of another."
	answers["204"] = &huma.Response{Description: "What was sent is stored."}
	huma.Register(api, op("cancelMediaUpload", http.MethodDelete, one, "Cancel an upload", http.StatusNoContent), answer)
}

// serve has the protocol's handler answer a request. It returns the status, and what became of the documents that named
// a replaced file, nil where none was replaced.
func (r *resume) serve(ctx context.Context, in *ResumeInput, id string) (int, *library.Replaced, error) {
	if id != "" {
		if _, err := r.uploads.mine(ctx, id); err != nil {
			return 0, nil, err
		}
	}
	if err := unoffered(in.header); err != nil {
		return 0, nil, err
	}
	said := &outcome{leave: func() {}}
	defer func() { said.leave() }()
	ctx, cancel := context.WithCancel(context.WithValue(ctx, outcomeKey{}, said))
	defer cancel()
	request := (&http.Request{
		Method: in.method, URL: &url.URL{Path: "/" + id}, Header: in.header, ContentLength: in.length, Body: http.NoBody,
	}).WithContext(ctx)
	if in.body != nil {
		request.Body = interruptible{in.body}
	}
	answer := &reply{header: http.Header{}}
	r.handler.ServeHTTP(answer, request)
	if said.err == nil && answer.status >= http.StatusBadRequest {
		said.err = refused(answer.status, answer.body.String())
	}
	if said.err != nil {
		return 0, nil, said.err
	}
	if !said.fresh {
		changes.Nothing(ctx)
	}
	for _, name := range []string{"Upload-Offset", "Upload-Length", "Upload-Metadata"} {
		if value := answer.header.Get(name); value != "" {
			in.set(name, value)
		}
	}
	if said.id != "" {
		in.set("Location", "/api"+resumePath+"/"+said.id)
	}
	if said.media != "" {
		in.set("Upload-Media-Id", said.media)
	}
	return answer.status, said.replaced, nil
}

// unoffered refuses what extensions of the protocol ask for that are not offered here.
func unoffered(header http.Header) error {
	switch {
	case header.Get("Upload-Concat") != "":
		return problem.New(problem.Malformed, "Upload-Concat is not taken here. Send each file as one upload.")
	case header.Get("Upload-Defer-Length") != "":
		return problem.New(problem.Malformed, "Upload-Defer-Length is not taken here. Say the file's size in Upload-Length.")
	}
	return nil
}

// interruptible is a body that another goroutine can end.
type interruptible struct{ io.Reader }

// Close ends a read that waits.
func (b interruptible) Close() error {
	if body, is := b.Reader.(interface{ Interrupt() }); is {
		body.Interrupt()
	}
	return nil
}

// reply keeps the answer of the protocol's handler, which is small.
type reply struct {
	status int
	header http.Header
	body   bytes.Buffer
}

// Header returns the headers.
func (r *reply) Header() http.Header { return r.header }

// WriteHeader keeps the status.
func (r *reply) WriteHeader(status int) { r.status = status }

// Write keeps the body.
func (r *reply) Write(p []byte) (int, error) { return r.body.Write(p) }

// refused returns the problem for an answer of the protocol's handler.
func refused(status int, said string) error {
	code, _, _ := strings.Cut(said, ":")
	switch {
	case code == tus.ErrUploadInterrupted.ErrorCode:
		return problem.New(problem.Conflict, "Another request continues this upload.")
	case code == tus.ErrUnexpectedEOF.ErrorCode, code == tus.ErrReadTimeout.ErrorCode,
		code == tus.ErrConnectionReset.ErrorCode:
		return problem.New(problem.Malformed, "The line broke. What has arrived is stored; please continue.")
	case status == http.StatusConflict:
		return problem.New(problem.Conflict,
			"Other bytes are stored than Upload-Offset says. Ask how many, and continue there.")
	case status == http.StatusPreconditionFailed:
		return problem.New(problem.Stale, "Send the header Tus-Resumable: 1.0.0.")
	case status == http.StatusRequestEntityTooLarge:
		return problem.New(problem.TooLarge, "More bytes were sent than Upload-Length says.")
	case status < http.StatusInternalServerError, status == http.StatusNotImplemented:
		return problem.New(problem.Malformed, "This is not a request of tus 1.0: "+strings.TrimSpace(said))
	}
	return problem.Wrap(problem.Unavailable, errors.New(said), "The upload could not be continued. Please try again.")
}
