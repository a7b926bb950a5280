package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// hooks sends webhooks to the publisher as a network might deliver them: twice, late
// and out of order. All are signed like those of the API.
type hooks struct {
	client *client
	to     string
	signer *standardwebhooks.Webhook
	random *rand.Rand

	mu       sync.Mutex
	sent     int
	accepted int // of those that are too old to be accepted
}

func newHooks(to, secret string, random *rand.Rand) (*hooks, error) {
	signer, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return nil, err
	}
	return &hooks{client: newClient(), to: to, signer: signer, random: random}, nil
}

// stale is older than any receiver accepts.
const stale = 10 * time.Minute

// send sends a few webhooks: about old content and about content that never existed,
// each twice and out of order, one that asks to check every file, and one that is too
// old.
func (h *hooks) send(ctx context.Context) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	for _, i := range h.random.Perm(6) {
		revision, force := i/2, i == 5 && h.random.IntN(4) == 0
		h.one(ctx, fmt.Sprintf("msg_chaos_%d_%d", h.sent, revision), now, revision, force)
	}
	if h.one(ctx, fmt.Sprintf("msg_chaos_%d_old", h.sent), now.Add(-stale), 1, true) == http.StatusAccepted {
		h.accepted++
	}
	h.sent++
}

// one returns the status of the answer, 0 for none.
func (h *hooks) one(ctx context.Context, id string, at time.Time, revision int, force bool) int {
	payload, err := json.Marshal(map[string]any{
		"type": "content.changed", "timestamp": at.UTC().Format(time.RFC3339Nano),
		"data": map[string]any{"fingerprint": fmt.Sprintf("%064x", revision), "revision": revision, "force": force},
	})
	if err != nil {
		return 0
	}
	signature, err := h.signer.Sign(id, at, payload)
	if err != nil {
		return 0
	}
	got, err := h.client.do(ctx, http.MethodPost, h.to, "application/json", payload,
		standardwebhooks.HeaderWebhookID, id,
		standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10),
		standardwebhooks.HeaderWebhookSignature, signature)
	if err != nil {
		return 0
	}
	return got.status
}
