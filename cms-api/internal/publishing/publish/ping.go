package publish

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// typePing is a message that only asks whether it is believed.
const typePing = "publish.ping"

// ErrNotBelieved says that the publisher does not accept our signature.
var ErrNotBelieved = errors.New("the publisher does not believe our signature")

// Ping asks the publisher whether it is there and believes what we sign. It makes
// the publisher do nothing. The error is ErrNotBelieved, or says in words why it
// cannot be reached.
func (s *Service) Ping(ctx context.Context) error {
	payload, err := json.Marshal(map[string]any{"type": typePing, "timestamp": s.opts.Clock.Now().UTC(), "data": map[string]any{}})
	if err != nil {
		return fmt.Errorf("encode a question: %w", err)
	}
	for _, c := range s.couriers {
		status, err := c.post(ctx, &message{id: "msg_" + rand.Text(), payload: payload})
		if status == http.StatusUnauthorized {
			return ErrNotBelieved
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// HeldRelease returns the release that somebody rolled back to and that stays; empty
// when there is none.
func (s *Service) HeldRelease(ctx context.Context) (string, error) {
	h, err := s.store.hold(ctx)
	if h == nil || err != nil {
		return "", err
	}
	return h.Release, nil
}
