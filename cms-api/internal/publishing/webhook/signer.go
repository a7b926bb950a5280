package webhook

import (
	"crypto/rand"
	"encoding/base64"
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
	// Tolerance is how old a signed message may be, and how far ahead.
	Tolerance    = 5 * time.Minute
	minKeyLength = 24
	secretPrefix = "whsec_"
)

// Signer signs and verifies messages as Standard Webhooks specifies, with one or more
// secrets: a message carries a signature of each, and any one makes it valid.
type Signer struct {
	keys  []*standardwebhooks.Webhook
	clock snapshot.Clock
}

// NewSigner takes at least one secret of the form "whsec_" and base64 of at least 24
// bytes.
func NewSigner(secrets []string, clock snapshot.Clock) (*Signer, error) {
	if len(secrets) == 0 {
		return nil, errors.New("there is no publish secret")
	}
	s := &Signer{clock: clock}
	for _, secret := range secrets {
		key, err := readSecret(secret)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, key)
	}
	return s, nil
}

func readSecret(secret string) (*standardwebhooks.Webhook, error) {
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
	return webhook, nil
}

func newSecret() string {
	key := make([]byte, minKeyLength)
	_, _ = rand.Read(key) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// Sign sets the three headers of a message that is sent now.
func (s *Signer) Sign(header http.Header, id string, payload []byte) error {
	now := s.clock.Now()
	signatures := make([]string, len(s.keys))
	for i, key := range s.keys {
		signature, err := key.Sign(id, now, payload)
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

// Verify returns an error unless the payload was signed with one of the secrets, for
// this id and a time within the tolerance.
func (s *Signer) Verify(id, timestamp, signature string, payload []byte) error {
	header := http.Header{}
	header.Set(standardwebhooks.HeaderWebhookID, id)
	header.Set(standardwebhooks.HeaderWebhookTimestamp, timestamp)
	header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	var err error
	for _, key := range s.keys {
		// The library's own check of the time asks the machine's clock.
		if err = key.VerifyIgnoringTimestamp(payload, header); err == nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("verify message: %w", err)
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return fmt.Errorf("verify message: %w", err)
	}
	if age := s.clock.Now().Sub(time.Unix(seconds, 0)); age > Tolerance || age < -Tolerance {
		return fmt.Errorf("verify message: it is %s old", age)
	}
	return nil
}
