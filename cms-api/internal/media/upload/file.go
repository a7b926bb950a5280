package upload

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/objectstore"
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

// takenFiles names, for people, the formats that File accepts.
const takenFiles = "PDF, Word (DOCX), Excel (XLSX), PowerPoint (PPTX), ZIP, TXT and CSV"

// FileTypes returns the extensions of the formats that File accepts, without a dot.
func FileTypes() []any { return []any{"pdf", "docx", "xlsx", "pptx", "zip", "txt", "csv"} }

// File stores a document under a random name and returns its address. It returns an
// Unsupported problem for a format that is not accepted, told from the content, and a TooLarge
// problem beyond the limit.
func (s *Service) File(ctx context.Context, file form.File) (StoredFile, error) {
	data, err := io.ReadAll(io.LimitReader(file, s.limits.FileBytes+1))
	if err != nil {
		return StoredFile{}, form.BrokenOff(err)
	}
	if int64(len(data)) > s.limits.FileBytes {
		return StoredFile{}, named(file.Name,
			problem.New(problem.TooLarge, fmt.Sprintf("The file is larger than %s.", megabytes(s.limits.FileBytes))))
	}
	mediaType, extension, err := documentType(data, file.Name)
	if err != nil {
		return StoredFile{}, named(file.Name, err)
	}
	key := fileKeys + randomName() + extension
	name := downloadName(file.Name, extension)
	kind := mime.FormatMediaType(mediaType, map[string]string{nameParameter: name})
	if _, err := s.objects.Put(ctx, key, kind, bytes.NewReader(data), int64(len(data))); err != nil {
		return StoredFile{}, err
	}
	return StoredFile{URL: MediaPath + key, Name: name, Size: int64(len(data))}, nil
}

// Stored returns what is known of a file by its address: its name is the end of the address
// where none was stored. It returns a NotFound problem when there is no such file.
func (s *Service) Stored(ctx context.Context, address string) (StoredFile, error) {
	key, ok := KeyOf(address)
	if !ok {
		return StoredFile{}, problem.Missing("file")
	}
	info, err := s.objects.Stat(ctx, key)
	if errors.Is(err, objectstore.ErrMissing) {
		err = problem.Missing("file")
	}
	return StoredFile{URL: address, Name: cmp.Or(nameOf(info.ContentType), path.Base(key)), Size: info.Size}, err
}

const (
	zipType = "application/zip"
	office  = "application/vnd.openxmlformats-officedocument."
)

// documentType returns the media type of a document and the extension of its name, from the
// content; an Unsupported problem for one that is not accepted. Of two kinds of text the name
// tells which.
func documentType(data []byte, name string) (mediaType, extension string, err error) {
	found := mimetype.Detect(data)
	switch {
	case found.Is(pdf):
		return pdf, ".pdf", nil
	case inside(found, zipType):
		return archiveType(data)
	case !inside(found, "text/plain") || markup(found) || bytes.IndexByte(data, 0) >= 0 && !utf16(data):
		return "", "", problem.New(problem.Unsupported, formatFound(data)+" Files are taken as "+takenFiles+".")
	case strings.EqualFold(path.Ext(name), ".csv"):
		return "text/csv", ".csv", nil
	}
	return "text/plain", ".txt", nil
}

// inside reports whether a format is another one, or made of it.
func inside(found *mimetype.MIME, of string) bool {
	for ; found != nil; found = found.Parent() {
		if found.Is(of) {
			return true
		}
	}
	return false
}

// markup reports whether a browser would read a text as a page or as a program.
func markup(found *mimetype.MIME) bool {
	return inside(found, "text/html") || inside(found, "text/xml") || inside(found, "text/javascript") ||
		inside(found, "text/rtf") || inside(found, "image/svg+xml")
}

func utf16(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff})
}

// maxEntries is how many files a ZIP may have: its directory is read into memory.
const maxEntries = 20_000

// archiveType is documentType for a ZIP. Nothing in it is unpacked.
func archiveType(data []byte) (mediaType, extension string, err error) {
	if bytes.Count(data, []byte("PK\x01\x02")) > maxEntries {
		return "", "", problem.New(problem.Unsupported,
			fmt.Sprintf("The archive has more than %d files. Split it.", maxEntries))
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", "", problem.Wrap(problem.Unsupported, err, "The archive is damaged. Make it again and choose that.")
	}
	for _, file := range archive.File {
		switch file.Name {
		case "word/document.xml":
			return office + "wordprocessingml.document", ".docx", nil
		case "xl/workbook.xml":
			return office + "spreadsheetml.sheet", ".xlsx", nil
		case "ppt/presentation.xml":
			return office + "presentationml.presentation", ".pptx", nil
		case "META-INF/MANIFEST.MF", "AndroidManifest.xml", "mimetype": // programs; OpenDocument and e-books
			return "", "", problem.New(problem.Unsupported, formatFound(data)+" Files are taken as "+takenFiles+".")
		}
	}
	return zipType, ".zip", nil
}

// nameParameter is the parameter of the stored media type that has the name of a file,
// as in mail: so it is stored and backed up with the file.
const nameParameter = "name"

// nameOf returns the name in a stored media type, or "".
func nameOf(mediaType string) string {
	_, parameters, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return ""
	}
	return parameters[nameParameter]
}

// downloadName returns the name that a file is saved by. It ends with the extension of its
// type, whatever the sender named it, so that it is opened as what it is.
func downloadName(name, extension string) string {
	if strings.EqualFold(path.Ext(name), extension) {
		return name
	}
	return text.FileName(cmp.Or(name, "document") + extension)
}

// disposition returns the Content-Disposition of a stored media type, with the name that the
// file is saved by: inline or attachment.
func disposition(how, mediaType string) string {
	if name := nameOf(mediaType); name != "" {
		return mime.FormatMediaType(how, map[string]string{"filename": name})
	}
	return how
}
