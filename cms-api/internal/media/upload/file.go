package upload

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/problem"
)

// StoredFile is a stored document.
type StoredFile struct {
	URL  string `json:"url" doc:"Root-relative address, readable by everyone." example:"/media/files/3f2a….pdf"`
	Name string `json:"name" doc:"As the sender named it." example:"syllabus.pdf"`
	Size int64  `json:"size" doc:"In bytes."`
}

const (
	fileKeys = "files/"
	pdf      = "application/pdf"
)

// File stores a PDF under a random name and returns its address. It returns an Unsupported
// problem for anything else, told from the content, and a TooLarge problem beyond the limit.
func (s *Service) File(ctx context.Context, file form.File) (StoredFile, error) {
	data, err := io.ReadAll(io.LimitReader(file, s.limits.FileBytes+1))
	switch {
	case err != nil:
		return StoredFile{}, form.BrokenOff(err)
	case int64(len(data)) > s.limits.FileBytes:
		return StoredFile{}, named(file.Name,
			problem.New(problem.TooLarge, fmt.Sprintf("The file is larger than %s.", megabytes(s.limits.FileBytes))))
	case !mimetype.Detect(data).Is(pdf):
		return StoredFile{}, named(file.Name,
			problem.New(problem.Unsupported, formatFound(data)+" Files are taken as PDF."))
	}
	key := fileKeys + randomName() + ".pdf"
	if _, err := s.objects.Put(ctx, key, pdf, bytes.NewReader(data), int64(len(data))); err != nil {
		return StoredFile{}, err
	}
	return StoredFile{URL: MediaPath + key, Name: file.Name, Size: int64(len(data))}, nil
}
