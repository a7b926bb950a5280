package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strconv"
)

// staff is somebody signed in. Sessions outlast a restart of cms-api.
type staff struct {
	http *http.Client
}

// signUp makes the first account, which is the administrator's.
func signUp(ctx context.Context, api string) (*staff, error) {
	return identify(ctx, api+"/api/auth/register")
}

// signIn signs in with that account.
func signIn(ctx context.Context, api string) (*staff, error) {
	return identify(ctx, api+"/api/auth/login")
}

func identify(ctx context.Context, address string) (*staff, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	s := &staff{http: &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: maxAtOnce}}}
	body := map[string]any{
		"name": "Measuring", "email": "measuring@example.com", "password": "only while this is measured",
	}
	_, err = s.post(ctx, address, body)
	return s, err
}

// count returns how many a list has.
func (s *staff) count(ctx context.Context, list string) (int, error) {
	header, _, err := s.get(ctx, list+"?limit=1")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(header.Get("X-Total-Count"))
}

// post sends JSON and returns the answer.
func (s *staff) post(ctx context.Context, address string, body any) ([]byte, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	_, answered, err := s.do(request)
	return answered, err
}

// get returns an answer.
func (s *staff) get(ctx context.Context, address string) (http.Header, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, err
	}
	return s.do(request)
}

// do sends a request; an answer that is no success is an error.
func (s *staff) do(request *http.Request) (http.Header, []byte, error) {
	response, err := s.http.Do(request)
	if err != nil {
		return nil, nil, err
	}
	body, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", request.URL, err)
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return nil, nil, fmt.Errorf("%s %s answered %s: %.300s", request.Method, request.URL, response.Status, body)
	}
	return response.Header, body, nil
}
