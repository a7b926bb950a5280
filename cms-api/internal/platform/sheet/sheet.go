// Package sheet writes tables for spreadsheets.
package sheet

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode"
)

// ByteOrderMark tells spreadsheets that a file is UTF-8.
const ByteOrderMark = "\ufeff"

// Write writes a table for spreadsheets: CSV (RFC 4180) of safe cells. It always
// reads at least one of docs, because what was not begun to be read stays open.
func Write[T any](to io.Writer, head []string, docs iter.Seq2[T, error], row func(T) []string) error {
	buffered := bufio.NewWriter(to)
	_, err := buffered.WriteString(ByteOrderMark)
	table := csv.NewWriter(buffered) // which uses the same buffer
	table.UseCRLF = true
	write := func(cells []string) error {
		safe := make([]string, len(cells))
		for i, cell := range cells {
			safe[i] = Cell(cell)
		}
		return table.Write(safe)
	}
	if err == nil {
		err = write(head)
	}
	for doc, readErr := range docs {
		if err == nil {
			err = readErr
		}
		if err == nil {
			err = write(row(doc))
		}
		if err != nil {
			return fmt.Errorf("write a table: %w", err)
		}
	}
	table.Flush()
	return table.Error()
}

// Cell returns a cell that no spreadsheet takes for a formula: one that begins
// like a formula is preceded by an apostrophe, which spreadsheets show as text.
// That goes for phone numbers too: +91… would be read as a sum and lose its
// plus.
func Cell(cell string) string {
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
