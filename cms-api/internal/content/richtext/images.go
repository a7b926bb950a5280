package richtext

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html/atom"
)

// An ImageError says which picture of HTML could not be stored.
type ImageError struct {
	Number  int    // of all pictures in the HTML; the first is 1
	Address string // its data: address
	Err     error
}

// Error names the picture by its number.
func (e *ImageError) Error() string { return fmt.Sprintf("store picture %d: %v", e.Number, e.Err) }

// Unwrap returns why it could not be stored.
func (e *ImageError) Unwrap() error { return e.Err }

// MoveDataImages replaces the data: addresses of pictures in content by the
// addresses that store gives their bytes. Equal pictures are stored once. A
// data: address that cannot be read is left for the policy to remove. It returns
// an ImageError for the first picture that store refuses.
func MoveDataImages(content string, store func(data []byte) (string, error)) (string, error) {
	if !strings.Contains(strings.ToLower(content), "data:") {
		return content, nil
	}
	nodes, err := parse(content)
	if err != nil {
		return content, nil // the policy makes text of it
	}
	stored := map[string]string{}
	number := 0
	for n := range elements(nodes) {
		if n.DataAtom != atom.Img {
			continue
		}
		number++
		for i, attribute := range n.Attr {
			if attribute.Key != "src" {
				continue
			}
			data, ok := decode(attribute.Val)
			if !ok {
				continue
			}
			address, known := stored[attribute.Val]
			if !known {
				var err error
				if address, err = store(data); err != nil {
					return "", &ImageError{number, attribute.Val, err}
				}
				stored[attribute.Val] = address
			}
			n.Attr[i].Val = address
		}
	}
	return render(nodes)
}

// decode returns the bytes of a data: address.
func decode(address string) ([]byte, bool) {
	address = strings.TrimSpace(address)
	if len(address) < 5 || !strings.EqualFold(address[:5], "data:") {
		return nil, false
	}
	head, body, found := strings.Cut(address[5:], ",")
	if !found {
		return nil, false
	}
	if !strings.HasSuffix(strings.ToLower(head), ";base64") {
		text, err := url.PathUnescape(body)
		return []byte(text), err == nil
	}
	body = strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\r' || r == '\t' {
			return -1
		}
		return r
	}, body)
	data, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		data, err = base64.RawStdEncoding.DecodeString(body)
	}
	return data, err == nil
}
