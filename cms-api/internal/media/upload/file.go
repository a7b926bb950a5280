package upload

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// StoredFile is a stored document.
type StoredFile struct {
	URL  string `json:"url" doc:"Root-relative address, readable by everyone." example:"/media/files/3f2a….pdf"`
	Name string `json:"name" doc:"As the sender named it, and visitors save it." example:"syllabus.pdf"`
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
	name := downloadName(file.Name)
	kind := mime.FormatMediaType(pdf, map[string]string{nameParameter: name})
	if _, err := s.objects.Put(ctx, key, kind, bytes.NewReader(data), int64(len(data))); err != nil {
		return StoredFile{}, err
	}
	return StoredFile{URL: MediaPath + key, Name: name, Size: int64(len(data))}, nil
}

// nameParameter is the parameter of the stored media type that has the name of a file,
// as in mail: so it is stored and backed up with the file.
const nameParameter = "name"

// downloadName returns the name that a PDF is saved by. It ends with .pdf, whatever the
// sender named it, so that it is opened as what it is.
func downloadName(name string) string {
	if strings.EqualFold(path.Ext(name), ".pdf") {
		return name
	}
	return text.FileName(cmp.Or(name, "document") + ".pdf")
}

// disposition returns the Content-Disposition of a stored media type: shown in the
// browser, and saved by its name.
func disposition(mediaType string) string {
	_, parameters, err := mime.ParseMediaType(mediaType)
	if name := parameters[nameParameter]; err == nil && name != "" {
		return mime.FormatMediaType("inline", map[string]string{"filename": name})
	}
	return "inline"
}
