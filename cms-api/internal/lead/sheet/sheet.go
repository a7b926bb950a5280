// Package sheet writes tables that people open in a spreadsheet: CSV (RFC 4180)
// that is read as UTF-8 and of which no cell is run as a formula.
package sheet

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// byteOrderMark tells spreadsheets that the file is UTF-8.
const byteOrderMark = "\ufeff"

// Writer writes one table. It buffers: see Flush.
type Writer struct {
	csv   *csv.Writer
	to    io.Writer
	begun bool
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer {
	made := &Writer{csv: csv.NewWriter(w), to: w}
	made.csv.UseCRLF = true
	return made
}

// Row writes a row of safe cells. It does not change the slice.
func (w *Writer) Row(cells []string) error {
	if !w.begun {
		w.begun = true
		if _, err := io.WriteString(w.to, byteOrderMark); err != nil {
			return fmt.Errorf("begin a table: %w", err)
		}
	}
	safe := make([]string, len(cells))
	for i, cell := range cells {
		safe[i] = Safe(cell)
	}
	if err := w.csv.Write(safe); err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	return nil
}

// Flush hands on what is buffered.
func (w *Writer) Flush() error {
	w.csv.Flush()
	if err := w.csv.Error(); err != nil {
		return fmt.Errorf("write rows: %w", err)
	}
	return nil
}

// Safe returns a cell that no spreadsheet takes for a formula: one that begins
// like a formula is preceded by an apostrophe, which spreadsheets show as text.
// That goes for phone numbers too: +91… would be read as a sum and lose its
// plus.
func Safe(cell string) string {
	cell = strings.ReplaceAll(cell, "\x00", "")
	shown := strings.TrimLeftFunc(cell, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc)
	})
	dangerous := cell != "" && strings.ContainsRune("\t\r\n", rune(cell[0]))
	for _, mark := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠", "−", "﹣", "﹢", "﹦", "﹫"} {
		dangerous = dangerous || strings.HasPrefix(shown, mark)
	}
	if dangerous {
		return "'" + cell
	}
	return cell
}
