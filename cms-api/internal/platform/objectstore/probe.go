package objectstore

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// HasBucket reports whether the bucket exists.
func (s *Store) HasBucket(ctx context.Context) (bool, error) {
	exists, err := s.client.BucketExists(ctx, s.bucket)
	if err != nil {
		return false, translate(fmt.Errorf("ask for the bucket: %w", err))
	}
	return exists, nil
}

// Clock returns the storage's time, in whole seconds. The request is not signed,
// because a signature is refused when the clocks differ.
func (s *Store) Clock(ctx context.Context) (time.Time, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, s.client.EndpointURL().String(), nil)
	if err != nil {
		return time.Time{}, fmt.Errorf("ask the object storage for the time: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return time.Time{}, fmt.Errorf("ask the object storage for the time: %w", err)
	}
	defer response.Body.Close()
	at, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return time.Time{}, fmt.Errorf("ask the object storage for the time: %w", err)
	}
	return at, nil
}
