package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/platform/problem"
)

// Source is the program that a file comes from.
type Source string

// The sources.
const (
	WordPress Source = "wordpress"
	Ghost     Source = "ghost"
	Markdown  Source = "markdown"
	Export    Source = "export"
)

// item is a post or page of another program.
type item struct {
	key   []string // what identifies it at its source
	id    string   // its id here, where it has one
	page  bool
	title string
	slug  string
	path  string // of a page
	html  string
	exact bool // of the export: it has the status that it had

	changes []byte // unpublished ones, of the export

	excerpt, author, category, banner string
	tags                              []string
	status                            article.Status
	date, unpublish                   time.Time // zero: none
	created, updated                  time.Time // zero: now
	former                            []string  // paths that lead to it
	lost                              []string  // what its text lost
	broken                            error     // why it cannot be read
}

// file is an opened file to import.
type file interface {
	// count returns how many items there are; it reads the whole file, and what items refer to.
	count(ctx context.Context) (int, error)
	// each calls each with every item, until one returns an error.
	each(ctx context.Context, j *job, each func(item) error) error
}

var errUnknown = problem.New(problem.Unsupported,
	"This is neither an export of WordPress (.xml) nor of Ghost (.json), "+
		"nor a zip of Markdown files. In WordPress it is made under Tools → Export, in Ghost under Settings → Migration tools.")

// open returns the content of a file and its source, told from the content. ofServer: somebody who has the
// server chose it, and it was not uploaded.
func (s *Service) open(f *os.File, ofServer bool) (file, Source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	head := make([]byte, 64<<10)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", err
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("PK")):
		folder, source, err := openZip(f, info.Size(), ofServer)
		if err != nil {
			return nil, "", err
		}
		if source == Export {
			return &exported{folder: folder, s: s}, source, nil
		}
		return &markdownFiles{folder: folder, s: s}, source, nil
	case bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("wordpress.org/export/")):
		return &wordpress{f: f, s: s}, WordPress, nil
	case bytes.HasPrefix(head, []byte("{")):
		return &ghost{f: f, s: s}, Ghost, nil
	}
	return nil, "", errUnknown
}

const (
	// maxFile is how large an uploaded file may be, and how large a zip of another program may be unpacked.
	maxFile = 2 << 30
	// maxText is how large a text in it may be: one post, one Markdown file.
	maxText = 16 << 20
	// maxEntries is how many files an uploaded zip, or one of another program, may have.
	maxEntries = 50_000
)

// folder is a zip whose directory was checked before anything is read.
type folder struct {
	files   map[string]*zip.File
	names   []string // sorted
	refused []Note
}

// openZip returns the files of a zip that may be read, and the names of others. An export of this program may
// unpack to maxFile more than its own size, as media are stored in it as they are. Where it is a file of the
// server nothing but the size of each file is bounded, so that every export can be imported again.
func openZip(f *os.File, size int64, ofServer bool) (*folder, Source, error) {
	archive, err := zip.NewReader(f, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, "", problem.Wrap(problem.Invalid, err, "The zip is damaged, or no zip. Download it once more.")
	}
	z := &folder{files: map[string]*zip.File{}}
	total := uint64(0)
	for _, entry := range archive.File {
		name := entry.Name
		switch {
		case strings.HasSuffix(name, "/"): // a folder
		case !local(name):
			z.refuse(name, "Its name leads out of the zip's folder. Rename it and make the zip again.")
		case strings.HasPrefix(name, "__MACOSX/"), strings.HasPrefix(path.Base(name), "."): // of a file system
		case !entry.Mode().IsRegular():
			z.refuse(name, "It is a link or no plain file. Put the file itself into the zip.")
		case entry.Flags&1 != 0:
			z.refuse(name, "It is encrypted. Make the zip again without a password.")
		case z.files[name] != nil:
			z.refuse(name, "There is another file of this name in the zip. Rename one of them.")
		default:
			z.files[name] = entry
			z.names = append(z.names, name)
		}
		total = min(total+min(entry.UncompressedSize64, 1<<60), 1<<60) // it may be any number
	}
	slices.Sort(z.names)
	source, most := Markdown, uint64(maxFile)
	if z.files[contentFile] != nil {
		source, most = Export, uint64(maxFile+size)
	}
	switch {
	case source == Export && ofServer:
	case len(archive.File) > maxEntries:
		return nil, "", errEntries
	case total > most:
		return nil, "", errUnpacked
	case source != Export && !slices.ContainsFunc(z.names, isMarkdown) && len(z.refused) == 0:
		return nil, "", errUnknown
	}
	return z, source, nil
}

var (
	errUnpacked = problem.New(problem.TooLarge, "The zip unpacks to more than 2 GiB. "+splitOrCommand)
	errEntries  = problem.New(problem.TooLarge, "The zip has more than 50,000 files. "+splitOrCommand)
)

const splitOrCommand = "Split it; import an export of this program on the server with cms-api import, which takes it at any size."

// local reports whether a name stays in the folder.
func local(name string) bool {
	return name != "" && !strings.ContainsAny(name, "\\\x00:") && !path.IsAbs(name) && path.Clean(name) == name &&
		name != ".." && !strings.HasPrefix(name, "../")
}

func isMarkdown(name string) bool {
	extension := strings.ToLower(path.Ext(name))
	return extension == ".md" || extension == ".markdown"
}

func (z *folder) refuse(name, reason string) {
	z.refused = append(z.refused, Note{shortened(name), reason})
}

// stream returns a file's content, of at most so many bytes. archive/zip reads no more than the size that the
// zip's directory states.
func (z *folder) stream(name string, most int64) (io.ReadCloser, error) {
	entry := z.files[name]
	if entry == nil {
		return nil, problem.New(problem.NotFound, "The zip has no such file. Add it, or correct its address in the text.")
	}
	if entry.UncompressedSize64 > uint64(most) {
		return nil, tooLarge(most)
	}
	body, err := entry.Open()
	if err != nil {
		return nil, damaged(err)
	}
	return body, nil
}

func tooLarge(most int64) error {
	return problem.New(problem.TooLarge,
		fmt.Sprintf("The file is larger than %d MB. Make it smaller, or split it.", most>>20))
}

func damaged(err error) error {
	return problem.Wrap(problem.Invalid, err, "The file is damaged in the zip. Download or make the zip once more.")
}

// bytes returns a file's content.
func (z *folder) bytes(name string, most int64) ([]byte, error) {
	body, err := z.stream(name, most)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	data, err := io.ReadAll(body)
	if err != nil {
		return nil, damaged(err)
	}
	return data, nil
}
