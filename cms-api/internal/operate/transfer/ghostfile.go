package transfer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"academy/cms-api/internal/platform/problem"
)

const (
	// maxRows is how many authors, tags, attachments and links to them a file may have: they stay in memory.
	maxRows = 500_000
	// maxNested is how deep a value that is not needed may be nested.
	maxNested = 1000
)

var errRows = problem.New(problem.TooLarge,
	"The file has more than 500,000 authors, tags or attachments. Export a part of the site at a time.")

// reader reads JSON a value at a time, of which it reads at most maxText bytes beyond what it has read ahead.
type reader struct {
	*json.Decoder
	from *io.LimitedReader
}

// value calls read, which reads the next token or value.
func (r reader) value(read func() error) error {
	r.from.N = maxText
	err := read()
	defer func() { r.from.N = maxText }() // for More
	if err != nil && r.from.N <= 0 {
		return problem.New(problem.TooLarge, "A post in the file is larger than 16 MB. Split it in Ghost and export again.")
	}
	return err
}

func (r reader) token() (token json.Token, err error) {
	err = r.value(func() (err error) { token, err = r.Token(); return err })
	return token, err
}

func (r reader) decode(into any) error { return r.value(func() error { return r.Decode(into) }) }

// skip reads past the next value.
func (r reader) skip() error {
	for depth := 0; ; {
		token, err := r.token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
		if depth > maxNested {
			return errors.New("it is nested too deeply")
		}
	}
}

// tables calls each with the reader at every table of the file.
func (g *ghost) tables(each func(table string, from reader) error) error {
	if _, err := g.f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	limited := &io.LimitedReader{R: g.f, N: maxText}
	r := reader{json.NewDecoder(limited), limited}
	var object func(within string) error
	object = func(within string) error {
		if _, err := r.token(); err != nil { // the brace
			return err
		}
		for r.More() {
			key, err := r.token()
			if err != nil {
				return err
			}
			switch {
			case within == "" && key == "db":
				if _, err = r.token(); err != nil { // the bracket
					return err
				}
				for r.More() {
					if err = object("db"); err != nil {
						return err
					}
				}
				_, err = r.token()
			case within != "data" && key == "data":
				err = object("data")
			case within == "data":
				err = each(fmt.Sprint(key), r)
			default:
				err = r.skip()
			}
			if err != nil {
				return err
			}
		}
		_, err := r.token()
		return err
	}
	err := object("")
	var known *problem.Error
	if err != nil && !errors.As(err, &known) {
		err = problem.Wrap(problem.Invalid, err,
			"The file is no whole export of Ghost. Export once more and import that file.")
	}
	return err
}

// rows calls each with every row of a table.
func rows[T any](from reader, each func(T) error) error {
	if open, err := from.token(); err != nil || open != json.Delim('[') {
		return errors.Join(err, errors.New("a table is no list"))
	}
	for from.More() {
		var row T
		if err := from.decode(&row); err != nil {
			var mistyped *json.UnmarshalTypeError
			if !errors.As(err, &mistyped) {
				return err
			}
		}
		if err := each(row); err != nil {
			return err
		}
	}
	_, err := from.token()
	return err
}

// anyText is a text or a number.
type anyText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *anyText) UnmarshalJSON(data []byte) error {
	*t = anyText(strings.Trim(string(data), `"`))
	return nil
}

// anyBool is true, or a number that is not 0.
type anyBool bool

// UnmarshalJSON implements json.Unmarshaler.
func (b *anyBool) UnmarshalJSON(data []byte) error {
	*b = anyBool(string(data) == "true" || string(data) == "1")
	return nil
}

// ghostTime is a time in words, or in milliseconds in old exports.
type ghostTime struct{ time.Time }

// UnmarshalJSON implements json.Unmarshaler.
func (t *ghostTime) UnmarshalJSON(data []byte) error {
	var milliseconds int64
	if json.Unmarshal(data, &milliseconds) == nil && milliseconds > 0 {
		t.Time = time.UnixMilli(milliseconds)
		return nil
	}
	var words string
	_ = json.Unmarshal(data, &words) // null is none
	for _, layout := range []string{time.RFC3339Nano, time.DateTime} {
		if at, err := time.Parse(layout, words); err == nil {
			t.Time = at
		}
	}
	return nil
}

// skipped is a value that is not needed.
type skipped struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (*skipped) UnmarshalJSON([]byte) error { return nil }
