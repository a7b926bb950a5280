package redirect

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/sheet"
	"academy/cms-api/internal/publishing/snapshot"
)

// Name is what redirects are called, and the section of the snapshot with those of pages and editors.
const Name = "redirects"

type stored = collection.Service[Redirect, *Redirect, Create, Update]

// Options are what a Service needs.
type Options struct {
	DB *mongodb.Database
	// Page reports whether the site has a page at a path.
	Page func(path string) bool
	// Moved returns the former addresses of pages and articles.
	Moved func(ctx context.Context) ([]Line, error)
}

// Service holds the rules of redirects.
type Service struct {
	o    Options
	kind *stored
}

// NewService returns the collection of redirects.
func NewService(o Options) *Service {
	s := &Service{o: o}
	s.kind = collection.New(o.DB, collection.Kind[Redirect, *Redirect, Create, Update]{
		Name: Name, New: Redirect{Status: Permanent, Source: Editor}, Check: check, Fits: s.fits,
		Key: func(r Redirect) []string { return []string{r.From} },
		Unique: collection.Unique[*Redirect]{
			Field: "from", Of: func(r *Redirect) *string { return &r.From },
			Taken: "Another redirect leads from this address; change that one, or give another address.",
		},
	})
	return s
}

// Source returns the redirects as a source of parts.
func (s *Service) Source(t *snapshot.Together) *snapshot.Source[Line] {
	return snapshot.NewSource(t, Name, s.kind.Docs, func(r Redirect) (Line, error) { return r.line(), nil })
}

// Part returns the section of the snapshot: redirects of editors and, at other addresses, of moved pages.
func Part(stored, moved []Line) (snapshot.Part, error) {
	return snapshot.NewPart(Name, merged(stored, moved, func(l Line) string { return l.From }), nil)
}

// merged returns what is stored, and what moved at other addresses, by address.
func merged[T any](stored, moved []T, from func(T) string) []T {
	taken := make(map[string]bool, len(stored))
	all := append(make([]T, 0, len(stored)+len(moved)), stored...)
	for _, each := range stored {
		taken[from(each)] = true
	}
	for _, each := range moved {
		if !taken[from(each)] {
			all = append(all, each)
		}
	}
	slices.SortFunc(all, func(a, b T) int { return cmp.Compare(from(a), from(b)) })
	return all
}

// fits refuses a redirect that a page hides, or that makes a chain.
func (s *Service) fits(ctx context.Context, r *Redirect) error {
	g, err := s.graph(ctx, r.ID)
	if err != nil {
		return err
	}
	return g.refusal(*r)
}

// graph returns all redirects but that of an id.
func (s *Service) graph(ctx context.Context, id string) (*graph, error) {
	all, err := s.List(ctx)
	g := newGraph(s.o.Page)
	for _, each := range all {
		if each.Source == Moved || each.ID != id {
			g.add(each)
		}
	}
	return g, err
}

// List returns all redirects, by address: those that are stored, and at other addresses those that moved.
func (s *Service) List(ctx context.Context) ([]Redirect, error) {
	stored, err := s.kind.All(ctx)
	if err != nil {
		return nil, err
	}
	lines, err := s.o.Moved(ctx)
	moved := make([]Redirect, len(lines))
	for i, each := range lines {
		moved[i] = Redirect{From: each.From, To: each.To, Status: Permanent, Source: Moved}
	}
	return merged(stored, moved, func(r Redirect) string { return r.From }), err
}

// History describes the collection to package history.
func (s *Service) History() history.Collection { return s.kind.History() }

// maxRows and maxFile bound a file that is imported.
const (
	maxRows = 10_000
	maxFile = 5 << 20
)

var head = []string{"from", "to", "status"}

// Report says what an import did.
type Report struct {
	Created int        `json:"created"`
	Skipped int        `json:"skipped" doc:"Rows that there were already."`
	Errors  []RowError `json:"errors" nullable:"false"`
}

// RowError says why a row was not imported.
type RowError struct {
	Line    int    `json:"line" doc:"The line of the file, from 1."`
	Message string `json:"message" example:"/a → /b → /c: let /a lead to /c."`
}

var errTooLarge = problem.New(problem.TooLarge, "The file may have at most 10,000 rows and 5 MB; split it.")

// Import stores the rows of a file, under the same rules as any other redirect. A row that breaks one is reported,
// and the others are stored.
func (s *Service) Import(ctx context.Context, file io.Reader) (Report, error) {
	report := Report{Errors: []RowError{}}
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return report, err
	}
	if len(data) > maxFile {
		return report, errTooLarge
	}
	rows, bad, err := read(string(data))
	if err != nil {
		return report, err
	}
	report.Errors = append(report.Errors, bad...)
	g, err := s.graph(ctx, "")
	if err != nil {
		return report, err
	}
	var fresh []Redirect
	for _, row := range rows {
		switch again, err := row.join(g); {
		case err != nil:
			report.Errors = append(report.Errors, RowError{row.line, sentence(err)})
		case again:
			report.Skipped++
		default:
			fresh = append(fresh, row.Redirect)
		}
	}
	slices.SortStableFunc(report.Errors, func(a, b RowError) int { return cmp.Compare(a.Line, b.Line) })
	report.Created, err = s.kind.Docs.InsertMany(ctx, documents.Write{By: access.By(ctx)}, fresh)
	report.Skipped += len(fresh) - report.Created // somebody else stored them meanwhile
	return report, err
}

// row is a line of a file.
type row struct {
	Redirect
	line int
}

// join adds the row to all redirects, and reports whether it is there already.
func (r *row) join(g *graph) (again bool, err error) {
	if err := check(&r.Redirect, Redirect{}); err != nil {
		return false, err
	}
	if same := g.same(r.Redirect); same != nil && same.Source != Moved {
		if same.line() == r.Redirect.line() {
			return true, nil
		}
		return false, problem.New(problem.Conflict, r.From+" leads to another target already; change that redirect.")
	}
	if err := g.refusal(r.Redirect); err != nil {
		return false, err
	}
	r.ID = mongodb.NewID()
	g.add(r.Redirect)
	return false, nil
}

// sentence returns what a problem says, of all its fields.
func sentence(err error) string {
	var told *problem.Error
	if !errors.As(err, &told) || len(told.Fields) == 0 {
		return err.Error()
	}
	var all []string
	for _, each := range told.Fields {
		all = append(all, each.Message)
	}
	return strings.Join(all, " ")
}

// read returns the rows of a table, and those that are none.
func read(table string) (rows []row, bad []RowError, err error) {
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(table, sheet.ByteOrderMark)))
	reader.FieldsPerRecord, reader.TrimLeadingSpace = -1, true
	for first := true; ; first = false {
		cells, err := reader.Read()
		var unread *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows, bad, nil
		case len(rows)+len(bad) >= maxRows:
			return nil, nil, errTooLarge
		case errors.As(err, &unread):
			bad = append(bad, RowError{
				unread.StartLine, "This row cannot be read: a quotation mark is missing or stray.",
			})
			continue
		case err != nil:
			return nil, nil, err
		case first && strings.EqualFold(strings.TrimSpace(cells[0]), head[0]):
			continue
		}
		line, _ := reader.FieldPos(0)
		if r, ok := rowOf(cells); ok {
			rows = append(rows, row{r, line})
		} else {
			bad = append(bad, RowError{line, "Give from, to and a status of 301, 302 or 410."})
		}
	}
}

// rowOf returns the redirect of a row; a blank status is 301.
func rowOf(cells []string) (Redirect, bool) {
	for len(cells) > len(head) && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	cells = append(cells, "", "")
	if len(cells) > len(head)+2 {
		return Redirect{}, false
	}
	status, err := strconv.Atoi(cmp.Or(strings.TrimSpace(cells[2]), strconv.Itoa(Permanent)))
	return Redirect{From: cells[0], To: cells[1], Status: status, Source: Imported}, err == nil
}

// Export writes the redirects that are stored as a table, which Import takes.
func (s *Service) Export(ctx context.Context, to io.Writer) error {
	all, err := s.kind.All(ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b Redirect) int { return cmp.Compare(a.From, b.From) })
	each := func(yield func(Redirect, error) bool) {
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
	return sheet.Write(to, head, each, func(r Redirect) []string {
		return []string{r.From, r.To, strconv.Itoa(r.Status)}
	})
}
