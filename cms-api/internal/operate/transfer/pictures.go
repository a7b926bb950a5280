package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// names notes that the file names the host of an address.
func (j *job) names(address string) {
	if parsed, err := url.Parse(address); err == nil && parsed.Host != "" {
		j.hosts[strings.ToLower(parsed.Hostname())] = true
	}
}

// pictures stores the pictures that an item brings along, copies others where that was chosen, and
// removes those that no visitor could see, such as the placeholders of programs and what only one
// computer has. It returns an error only where nothing more can be stored.
func (s *Service) pictures(ctx context.Context, j *job, it *item) (failed error) {
	at := func(address string) string {
		address = strings.TrimSpace(address)
		if strings.HasPrefix(address, "//") {
			address = "https:" + address
		}
		unseen := richtext.Unseen(address)
		switch {
		case address == "" || failed != nil:
			return ""
		case unseen == "" && !strings.HasPrefix(address, "/") && !isWeb(address):
			stored, err := s.inText(ctx, address)
			if err == nil {
				return stored
			}
			if isStore(err) {
				failed = err
				return ""
			}
			unseen = explain(err)
		case unseen == "" && j.Fetch && !it.exact && isWeb(address):
			copied, err := s.fetch(ctx, j, address)
			if err == nil {
				return copied
			}
			j.warn(it.title, "A picture stays at its address, "+address+": "+err.Error())
		}
		if unseen != "" {
			j.warn(it.title, "The picture "+text.Shorten(address, 200)+" was removed: "+unseen)
			return "" // a picture without an address is removed when it is stored
		}
		return address
	}
	it.html, it.banner = convert.Pictures(it.html, "src", at), at(it.banner)
	return failed
}

// inText stores a picture of which the bytes are its address.
func (s *Service) inText(ctx context.Context, address string) (string, error) {
	data, err := richtext.Data(address)
	if err != nil {
		return "", err
	}
	image, err := s.o.Uploads.ImageBytes(ctx, "", data)
	return image.URL, err
}

const maxRedirects = 3

// fetch stores a picture of another site and returns its address here. Its errors are for people.
func (s *Service) fetch(ctx context.Context, j *job, address string) (string, error) {
	if copied, known := j.copied[address]; known {
		if copied == "" {
			return "", errors.New("it could not be fetched before")
		}
		return copied, nil
	}
	j.copied[address] = ""
	at := address
	for range maxRedirects {
		parsed, err := url.Parse(at)
		if err != nil || !isWeb(at) || !j.hosts[strings.ToLower(parsed.Hostname())] {
			return "", errors.New("the file does not name this site as its own")
		}
		data, next, err := s.get(ctx, at)
		if err != nil {
			return "", err
		}
		if next == "" {
			image, err := s.o.Uploads.ImageBytes(ctx, text.FileName(parsed.Path), data)
			var known *problem.Error
			if errors.As(err, &known) {
				return "", errors.New(known.Detail)
			}
			if err != nil {
				return "", errors.New("it could not be stored")
			}
			j.copied[address] = image.URL
			return image.URL, nil
		}
		target, err := parsed.Parse(next)
		if err != nil {
			return "", errors.New("it leads to no address")
		}
		at = target.String()
	}
	return "", errors.New("it leads on too often")
}

// get returns what an address answers, or where it leads.
func (s *Service) get(ctx context.Context, address string) (data []byte, next string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, "", errors.New("it is no address")
	}
	request.Header.Set("Accept", "image/*")
	answer, err := s.o.Fetch.Do(request)
	if err != nil {
		return nil, "", errors.New(outbound.Explain(err))
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode >= 300 && answer.StatusCode < 400 && answer.Header.Get("Location") != "":
		return nil, answer.Header.Get("Location"), nil
	case answer.StatusCode != http.StatusOK:
		return nil, "", fmt.Errorf("it answered %d", answer.StatusCode)
	}
	data, err = io.ReadAll(io.LimitReader(answer.Body, s.o.MaxImageBytes+1))
	switch {
	case err != nil:
		return nil, "", errors.New(outbound.Explain(err))
	case int64(len(data)) > s.o.MaxImageBytes:
		return nil, "", fmt.Errorf("it is larger than %d MB", s.o.MaxImageBytes>>20)
	}
	return data, "", nil
}
