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
)

// The errors of texts that become more than they are.
var (
	ErrTooLarge = problem.New(problem.TooLarge, "Its text becomes more than 8 MB of HTML.")
	errTable    = problem.New(problem.TooLarge,
		"It has a table of more than 30 columns or 15,000 cells, which is too large for an article.")
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

// checkTables returns an error for tables that are too large, of which each row is padded to all
// columns.
func checkTables(markdown string) error {
	lines := strings.Split(markdown, "\n")
	all, rows := 0, 0 // rows are the lines from here to a blank one
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		line = line[len(beforeBlock.FindString(line)):]
		if line == "" {
			rows = 0
			continue
		}
		rows++
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
