package transfer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"

	"academy/cms-api/internal/platform/problem"
)

// wxrItem is an item of the file. Prefixes of names are not resolved: each version of the format
// has other namespaces.
type wxrItem struct {
	Title      string    `xml:"title"`
	Link       string    `xml:"link"`
	GUID       string    `xml:"guid"`
	Creator    string    `xml:"creator"`
	Encoded    []wxrText `xml:"encoded"`
	ID         string    `xml:"post_id"`
	Date       string    `xml:"post_date"`
	DateGMT    string    `xml:"post_date_gmt"`
	Changed    string    `xml:"post_modified"`
	ChangedGMT string    `xml:"post_modified_gmt"`
	Name       string    `xml:"post_name"`
	Status     string    `xml:"status"`
	Parent     string    `xml:"post_parent"`
	Type       string    `xml:"post_type"`
	Password   string    `xml:"post_password"`
	File       string    `xml:"attachment_url"`
	Categories []struct {
		Domain string `xml:"domain,attr"`
		Name   string `xml:",chardata"`
	} `xml:"category"`
	Meta []struct {
		Key   string `xml:"meta_key"`
		Value string `xml:"meta_value"`
	} `xml:"postmeta"`
	Comments []struct {
		ID string `xml:"comment_id"`
	} `xml:"comment"`
}

type wxrText struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
}

// encoded returns the text of a prefix, content or excerpt.
func (i wxrItem) encoded(prefix string) string {
	for _, each := range i.Encoded {
		if each.XMLName.Space == prefix {
			return each.Text
		}
	}
	return ""
}

func (i wxrItem) meta(key string) string {
	for _, each := range i.Meta {
		if each.Key == key {
			return each.Value
		}
	}
	return ""
}

// wxrHead is what precedes the items.
type wxrHead struct {
	Link    string `xml:"link"`
	Site    string `xml:"base_site_url"`
	Blog    string `xml:"base_blog_url"`
	Authors []struct {
		Login string `xml:"author_login"`
		Name  string `xml:"author_display_name"`
	} `xml:"author"`
}

// inXML makes every character that XML cannot have U+FFFD, which is counted and removed where
// the text is used.
var inXML = runes.Map(func(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\ufffe' || r == '\uffff' {
		return '\ufffd'
	}
	return r
})

// parts calls each with the raw head of the file, and then with every raw item.
func (w *wordpress) parts(ctx context.Context, each func(raw []byte, isItem bool) error) error {
	if _, err := w.f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	declared, err := declaredEncoding(w.f)
	if err != nil {
		return err
	}
	decoded := transform.NewReader(w.f, transform.Chain(unicode.BOMOverride(declared), runes.ReplaceIllFormed(), inXML))
	scanner := bufio.NewScanner(decoded)
	scanner.Buffer(nil, maxText)
	headed, items := false, &itemSplitter{}
	scanner.Split(func(data []byte, end bool) (int, []byte, error) {
		if headed {
			return items.split(data, end)
		}
		at := itemStart(data)
		if at < 0 && !end {
			return 0, nil, nil
		}
		headed = true
		if at < 0 {
			at = len(data)
		}
		return at, data[:at:at], nil
	})
	isItem := false
	for scanner.Scan() {
		if err := errors.Join(ctx.Err(), each(scanner.Bytes(), isItem)); err != nil {
			return err
		}
		isItem = true
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return problem.New(problem.TooLarge, "A post in the file is larger than 16 MB, or has no end.")
	}
	return scanner.Err()
}

var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding=["']([^"']+)["']`)

// declaredEncoding returns the decoder of the encoding that the file's first line names, UTF-8
// where it names none, and leaves the file at its beginning.
func declaredEncoding(file io.ReadSeeker) (transform.Transformer, error) {
	head := make([]byte, 200)
	read, err := io.ReadFull(file, head)
	if _, seekErr := file.Seek(0, io.SeekStart); seekErr != nil || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) &&
		!errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the file: %w", errors.Join(err, seekErr))
	}
	named := xmlEncoding.FindSubmatch(head[:read])
	if named == nil {
		return transform.Nop, nil
	}
	found, name := charset.Lookup(string(named[1]))
	switch {
	case found == nil:
		return nil, problem.New(problem.Invalid,
			fmt.Sprintf("The file says that its letters are in %s, which is not known here. Export it as UTF-8.", named[1]))
	case name == "utf-8":
		return transform.Nop, nil
	}
	return found.NewDecoder(), nil
}

func itemStart(data []byte) int { return bytes.Index(data, []byte("<item>")) }

// itemSplitter splits the items of a file. An item ends where it is closed, not within CDATA; or
// before the next one, where it is not closed.
type itemSplitter struct {
	at    int  // how much of the item's data was looked at, so that none is twice
	cdata bool // whether that ends within CDATA
}

// split is a bufio.SplitFunc.
func (s *itemSplitter) split(data []byte, end bool) (int, []byte, error) {
	start := 0 // what precedes an item that was begun was left behind
	if s.at == 0 {
		start = itemStart(data)
	}
	if start < 0 {
		if end {
			return len(data), nil, nil
		}
		return max(0, len(data)-len("<item>")), nil, nil
	}
	if s.at == 0 {
		s.at = start + len("<item>")
	}
	to, found := s.find(data, end)
	if found || end {
		*s = itemSplitter{}
		return to, data[start:to:to], nil
	}
	s.at -= start
	return start, nil, nil
}

// find returns where the item ends, as far as the data have that.
func (s *itemSplitter) find(data []byte, end bool) (int, bool) {
	const longest = len("</channel>")
	for s.at < len(data) {
		rest := data[s.at:]
		mark := "<"
		if s.cdata {
			mark = "]]>"
		}
		next := bytes.Index(rest, []byte(mark))
		if next < 0 {
			s.at = max(s.at, len(data)-len(mark)+1)
			break
		}
		rest, s.at = rest[next:], s.at+next
		switch {
		case s.cdata:
			s.cdata = false
		case len(rest) < longest && !end: // it may be any of these
			return 0, false
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			s.cdata = true
		case bytes.HasPrefix(rest, []byte("</item>")):
			return s.at + len("</item>"), true
		case bytes.HasPrefix(rest, []byte("<item>")), bytes.HasPrefix(rest, []byte("</channel>")):
			return s.at, true
		}
		s.at++
	}
	return len(data), false
}

// decode reads raw XML. Entities other than XML's own are an error, so that none can be declared
// which unfold to more than they are.
func decode(raw []byte, into any) error {
	decoder := xml.NewDecoder(bytes.NewReader(raw))
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return decoder.Decode(into)
}
