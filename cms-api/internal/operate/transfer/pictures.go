package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/platform/problem"
)

// names notes that the file names the host of an address.
func (j *job) names(address string) {
	if parsed, err := url.Parse(address); err == nil && parsed.Host != "" {
		j.hosts[strings.ToLower(parsed.Hostname())] = true
	}
}

// pictures copies the pictures of an item where that was chosen.
func (s *Service) pictures(ctx context.Context, j *job, it *item) {
	if !j.Fetch || it.exact {
		return
	}
	fetched := func(address string) string {
		if !isWeb(address) {
			return address
		}
		copied, err := s.fetch(ctx, j, address)
		if err != nil {
			j.warn(it.title, "A picture stays at its address, "+address+": "+err.Error())
			return address
		}
		return copied
	}
	it.html = convert.Pictures(it.html, fetched)
	it.banner = fetched(it.banner)
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
			image, err := s.o.Uploads.ImageBytes(ctx, data)
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
