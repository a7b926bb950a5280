package richtext

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html/atom"

	"academy/cms-api/internal/platform/problem"
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
// addresses that store gives their bytes. Equal pictures are stored once. It returns an
// ImageError for the first picture that cannot be read or that store refuses.
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
			address, known := stored[attribute.Val]
			if !known {
				if !isData(attribute.Val) {
					continue
				}
				data, err := Data(attribute.Val)
				if err == nil {
					address, err = store(data)
				}
				if err != nil {
					return "", &ImageError{number, attribute.Val, err}
				}
				stored[attribute.Val] = address
			}
			n.Attr[i].Val = address
		}
	}
	return render(nodes)
}

func isData(address string) bool {
	address = strings.TrimSpace(address)
	return len(address) >= len("data:") && strings.EqualFold(address[:len("data:")], "data:")
}

var errData = problem.New(problem.Invalid, "Its data: address is damaged.")

// Data returns the bytes of a data: address, else an Invalid problem.
func Data(address string) ([]byte, error) {
	_, address, _ = strings.Cut(address, ":")
	head, body, found := strings.Cut(address, ",")
	if !found {
		return nil, errData
	}
	if !strings.HasSuffix(strings.ToLower(head), ";base64") {
		text, err := url.PathUnescape(body)
		if err != nil {
			return nil, errData
		}
		return []byte(text), nil
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
	if err != nil {
		return nil, errData
	}
	return data, nil
}
