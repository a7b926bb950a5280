package publish

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"academy/cms-api/internal/publishing/snapshot"
)

const (
	// tolerance is how old or how far ahead a signed message may be.
	tolerance    = 5 * time.Minute
	minKeyLength = 24
	secretPrefix = "whsec_"

	typeChanged = "content.changed"
	typeReport  = "publish.report"
)

// signer signs and verifies messages as Standard Webhooks lays down.
type signer struct {
	webhook *standardwebhooks.Webhook
	clock   snapshot.Clock
}

// newSigner takes a secret of the form "whsec_" and base64.
func newSigner(secret string, clock snapshot.Clock) (*signer, error) {
	encoded, ok := strings.CutPrefix(secret, secretPrefix)
	if !ok {
		return nil, errors.New(`the publish secret does not start with "whsec_"`)
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, fmt.Errorf("the publish secret is not base64 after whsec_: %w", err)
	}
	if len(key) < minKeyLength {
		return nil, fmt.Errorf("the publish secret has %d bytes; it needs at least %d", len(key), minKeyLength)
	}
	webhook, err := standardwebhooks.NewWebhookRaw(key)
	if err != nil {
		return nil, fmt.Errorf("read the publish secret: %w", err)
	}
	return &signer{webhook, clock}, nil
}

// sign sets the three headers for a message that is sent now, with a signature of
// each signer: whoever gets it believes it when one is right.
func sign(header http.Header, id string, payload []byte, signers []*signer) error {
	now := signers[0].clock.Now()
	signatures := make([]string, len(signers))
	for i, s := range signers {
		signature, err := s.webhook.Sign(id, now, payload)
		if err != nil {
			return fmt.Errorf("sign message %s: %w", id, err)
		}
		signatures[i] = signature
	}
	header.Set(standardwebhooks.HeaderWebhookID, id)
	header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	return nil
}

// newSecret makes a secret.
func newSecret() (string, error) {
	key := make([]byte, minKeyLength)
	if _, err := rand.Read(key); err != nil {
		return "", fmt.Errorf("make a webhook secret: %w", err)
	}
	return secretPrefix + base64.StdEncoding.EncodeToString(key), nil
}

// verify returns an error unless the payload was signed with the secret, for
// this id and a time that is within the tolerance.
func (s *signer) verify(id, timestamp, signature string, payload []byte) error {
	header := http.Header{}
	header.Set(standardwebhooks.HeaderWebhookID, id)
	header.Set(standardwebhooks.HeaderWebhookTimestamp, timestamp)
	header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	// The library's own check of the time asks the machine's clock.
	if err := s.webhook.VerifyIgnoringTimestamp(payload, header); err != nil {
		return fmt.Errorf("verify message: %w", err)
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return fmt.Errorf("verify message: %w", err)
	}
	if age := s.clock.Now().Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return fmt.Errorf("verify message: it is %s old", age)
	}
	return nil
}

// verifyAny returns an error unless one of the signers verifies the payload.
func verifyAny(signers []*signer, id, timestamp, signature string, payload []byte) (err error) {
	for _, s := range signers {
		if err = s.verify(id, timestamp, signature, payload); err == nil {
			return nil
		}
	}
	return err
}

// Signed reports whether the publisher has sent a message, at most five minutes
// ago.
func (s *Service) Signed(id, timestamp, signature string, payload []byte) bool {
	return verifyAny(s.signers, id, timestamp, signature, payload) == nil
}

// changed is what an endpoint is told. It need not be believed: whoever gets it
// asks for the snapshot.
type changed struct {
	Fingerprint string `json:"fingerprint"`
	Revision    int64  `json:"revision"`
	Force       bool   `json:"force"`
}

// encode returns the message's payload.
func (c changed) encode(now time.Time) ([]byte, error) {
	payload, err := json.Marshal(map[string]any{"type": typeChanged, "timestamp": now.UTC().Format(time.RFC3339Nano), "data": c})
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", typeChanged, err)
	}
	return payload, nil
}

// States of a build, as the publisher reports them.
const (
	reportBuilding = "building"
	reportLive     = "live"
	reportFailed   = "failed"
)

// Progress counts the routes of a build.
type Progress struct {
	Done  int `json:"done" bson:"done"`
	Total int `json:"total" bson:"total"`
}

// Report is what the publisher says about a build.
type Report struct {
	State         string    `json:"state" bson:"state" enum:"building,live,failed"`
	Fingerprint   string    `json:"fingerprint" bson:"fingerprint" doc:"Of the content that the build leads to; may be empty when it failed before it knew" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Release       string    `json:"release" bson:"release" example:"20260115T093000000Z-1a2b3c4d"`
	Mode          string    `json:"mode" bson:"mode" enum:"warm,full"`
	Progress      *Progress `json:"progress,omitempty" bson:"progress,omitempty"`
	RoutesChanged int       `json:"routes_changed" bson:"routes_changed"`
	RoutesRemoved int       `json:"routes_removed" bson:"routes_removed"`
	Routes        []string  `json:"routes" bson:"routes" maxItems:"50" example:"/blog/how-monsoons-form"`
	StartedAt     time.Time `json:"started_at" bson:"started_at"`
	DurationMS    int64     `json:"duration_ms" bson:"duration_ms"`
	Error         string    `json:"error" bson:"error" doc:"Why it failed; while building, why the try before did" example:"The page /blog/how-monsoons-form could not be rendered."`
}

type reportMessage struct {
	Type      string    `json:"type" enum:"publish.report"`
	Timestamp time.Time `json:"timestamp"`
	Data      Report    `json:"data"`
}

// decodeReport reads a report whose signature has been verified.
func decodeReport(payload []byte) (Report, error) {
	var message reportMessage
	if err := json.Unmarshal(payload, &message); err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	if message.Type != typeReport {
		return Report{}, fmt.Errorf("read report: it is of type %q", message.Type)
	}
	switch message.Data.State {
	case reportBuilding, reportLive, reportFailed:
		return message.Data, nil
	default:
		return Report{}, fmt.Errorf("read report: there is no state %q", message.Data.State)
	}
}
