package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
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
	close() error
}

var errUnknown = problem.New(problem.Unsupported,
	"This is neither an export of WordPress (.xml) nor of Ghost (.json), "+
		"nor a zip of Markdown files. In WordPress it is made under Tools → Export, in Ghost under Settings → Migration tools.")

// open returns the content of a file and its source, told from the content.
func (s *Service) open(name string) (file, Source, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, "", err
	}
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, "", errors.Join(err, f.Close())
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("PK")):
		info, err := f.Stat()
		if err != nil {
			return nil, "", errors.Join(err, f.Close())
		}
		folder, source, err := openZip(f, info.Size())
		if err != nil {
			return nil, "", errors.Join(err, f.Close())
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
	return nil, "", errors.Join(errUnknown, f.Close())
}

const (
	// maxFile is how large a file to import may be, and how large it may be unpacked.
	maxFile = 2 << 30
	// maxText is how large a text in it may be: one post, one Markdown file.
	maxText = 16 << 20
	// maxEntries is how many files a zip may have.
	maxEntries = 50_000
)

// folder is a zip of which everything was looked at before it is read.
type folder struct {
	f       *os.File
	files   map[string]*zip.File
	names   []string // sorted
	refused []Note
	read    int64 // bytes so far
}

// openZip returns the files of a zip that may be read, and the names of others.
func openZip(f *os.File, size int64) (*folder, Source, error) {
	archive, err := zip.NewReader(f, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, "", problem.Wrap(problem.Invalid, err, "The zip is damaged, or no zip. Download it once more.")
	}
	if len(archive.File) > maxEntries {
		return nil, "", problem.New(problem.TooLarge, "The zip has more than 50,000 files.")
	}
	z := &folder{f: f, files: map[string]*zip.File{}}
	total := uint64(0)
	for _, entry := range archive.File {
		name := entry.Name
		switch {
		case strings.HasSuffix(name, "/"): // a folder
		case !local(name):
			z.refuse(name, "Its name leads out of the zip's folder.")
		case strings.HasPrefix(name, "__MACOSX/"), strings.HasPrefix(path.Base(name), "."): // of a file system
		case !entry.Mode().IsRegular():
			z.refuse(name, "It is a link or no plain file.")
		case entry.Flags&1 != 0:
			z.refuse(name, "It is encrypted.")
		case z.files[name] != nil:
			z.refuse(name, "There is another file of this name in the zip.")
		default:
			z.files[name] = entry
			z.names = append(z.names, name)
		}
		if total += entry.UncompressedSize64; total > maxFile || entry.UncompressedSize64 > maxFile {
			return nil, "", errUnpacked
		}
	}
	slices.Sort(z.names)
	if z.files[contentFile] != nil {
		return z, Export, nil
	}
	if !slices.ContainsFunc(z.names, isMarkdown) && len(z.refused) == 0 {
		return nil, "", errUnknown
	}
	return z, Markdown, nil
}

var errUnpacked = problem.New(problem.TooLarge, "The zip unpacks to more than 2 GiB. Make several of it.")

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

// stream returns a file's content, of which no more can be read than most bytes.
func (z *folder) stream(name string, most int64) (io.ReadCloser, error) {
	entry := z.files[name]
	if entry == nil {
		return nil, problem.New(problem.NotFound, "The zip has no such file.")
	}
	if int64(entry.UncompressedSize64) > most {
		return nil, errLarge
	}
	body, err := entry.Open()
	if err != nil {
		return nil, problem.Wrap(problem.Invalid, err, "The file is damaged in the zip.")
	}
	return &bounded{ReadCloser: body, z: z, left: most}, nil
}

var errLarge = problem.New(problem.TooLarge, "The file is too large.")

// bounded counts what is unpacked, whatever the zip says about sizes.
type bounded struct {
	io.ReadCloser
	z    *folder
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	b.z.read += int64(n)
	switch {
	case b.left < 0:
		return 0, errLarge
	case b.z.read > 2*maxFile: // each file is read once, pictures perhaps twice
		return 0, errUnpacked
	case err != nil && !errors.Is(err, io.EOF):
		err = problem.Wrap(problem.Invalid, err, "The file is damaged in the zip.")
	}
	return n, err
}

// bytes returns a file's content.
func (z *folder) bytes(name string, most int64) ([]byte, error) {
	body, err := z.stream(name, most)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return io.ReadAll(body)
}

func (z *folder) close() error { return z.f.Close() }
