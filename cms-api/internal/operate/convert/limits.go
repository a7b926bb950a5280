package convert

import (
	"bytes"
	"regexp"
	"strings"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/platform/problem"
)

// MaxHTML is how many bytes the HTML of a text may have.
const MaxHTML = 8 << 20

const (
	maxCells = richtext.MaxColumns * richtext.MaxRows
	// maxAllCells is how many cells the tables of a text may have together.
	maxAllCells = 10 * maxCells
	// The parser's time grows with the square of these: how many quotations and lists a line
	// may begin, and how many marks of inline formats may stand without a blank line.
	maxNested = 100
	maxMarks  = 10_000
)

// The errors of texts that become more than they are.
var (
	ErrTooLarge = problem.New(problem.TooLarge, "Its text becomes more than 8 MB of HTML.")
	errTable    = problem.New(problem.TooLarge,
		"It has a table of more than 30 columns or 15,000 cells, which is too large for an article.")
	errNested = problem.New(problem.TooLarge,
		"A line of it begins with more than 100 marks of quotations and lists. Remove some.")
	errMarks = problem.New(problem.TooLarge,
		"It has more than 10,000 brackets and marks of emphasis without an empty line. Divide it into paragraphs.")
)

// limited is a buffer that takes no more than MaxHTML bytes.
type limited struct{ bytes.Buffer }

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > MaxHTML {
		return 0, ErrTooLarge
	}
	return l.Buffer.Write(p)
}

var (
	// beforeBlock is what the lines of blocks within quotations and lists may begin with.
	beforeBlock  = regexp.MustCompile(`^(?:[ \t>]|[*+-][ \t]|\d{1,9}[.)][ \t])*`)
	delimiterRow = regexp.MustCompile(`^[ \t|:-]*\|[ \t|:-]*$`)
)

// check returns an error for Markdown that would take too long or become too large: for nesting, for
// marks, and for tables, of which each row is padded to all columns.
func check(markdown string) error {
	lines := strings.Split(markdown, "\n")
	all, rows, marks := 0, 0, 0 // rows and marks are those from here to a blank line
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		before := beforeBlock.FindString(line)
		if len(strings.Join(strings.Fields(before), "")) > maxNested {
			return errNested
		}
		line = line[len(before):]
		if line == "" {
			rows, marks = 0, 0
			continue
		}
		rows++
		for _, mark := range "[*_`" {
			marks += strings.Count(line, string(mark))
		}
		if marks > maxMarks {
			return errMarks
		}
		if i == 0 || !strings.Contains(line, "-") || !delimiterRow.MatchString(line) {
			continue
		}
		columns := strings.Count(strings.Trim(line, "| \t"), "|") + 1
		if strings.Count(lines[i-1], "|") < columns-1 { // the row before it is no head of it
			continue
		}
		cells := columns * rows
		if all += cells; columns > richtext.MaxColumns || cells > maxCells || all > maxAllCells {
			return errTable
		}
	}
	return nil
}
