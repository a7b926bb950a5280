package webhook

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type fixedClock time.Time

func (c fixedClock) Now() time.Time                                { return time.Time(c) }
func (fixedClock) AfterFunc(time.Duration, func()) (cancel func()) { return func() {} }

func TestSecrets(t *testing.T) {
	for secret, want := range map[string]string{
		"":               "does not start",
		"MfKQ9r8GKYqr":   "does not start",
		"whsec_***":      "not base64",
		"whsec_c2hvcnQ=": "at least 24",
		testSecret:       "",
	} {
		_, err := NewSigner([]string{secret}, fixedClock{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", secret, err)
		}
		if err != nil && secret != "" && strings.Contains(err.Error(), secret) {
			t.Errorf("the error shows the secret: %v", err)
		}
	}
}

func TestSignAndVerify(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s, err := NewSigner([]string{testSecret}, fixedClock(now))
	if err != nil {
		t.Fatal(err)
	}
	payload := []byte(`{"type":"publish.report"}`)
	header := http.Header{}
	if err := s.Sign(header, "msg_1", payload); err != nil {
		t.Fatal(err)
	}
	library, err := standardwebhooks.NewWebhook(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	if err := library.VerifyIgnoringTimestamp(payload, header); err != nil {
		t.Fatalf("the reference library refuses it: %v", err)
	}
	timestamp, signature := header.Get("webhook-timestamp"), header.Get("webhook-signature")
	at := func(d time.Duration) *Signer {
		other := *s
		other.clock = fixedClock(now.Add(d))
		return &other
	}
	for name, test := range map[string]struct {
		signer                   *Signer
		id, timestamp, signature string
		payload                  string
		good                     bool
	}{
		"as it was signed":    {s, "msg_1", timestamp, signature, string(payload), true},
		"one of several":      {s, "msg_1", timestamp, "v1,AAAA " + signature, string(payload), true},
		"a little later":      {at(Tolerance - time.Second), "msg_1", timestamp, signature, string(payload), true},
		"a little ahead":      {at(time.Second - Tolerance), "msg_1", timestamp, signature, string(payload), true},
		"too late":            {at(Tolerance + time.Second), "msg_1", timestamp, signature, string(payload), false},
		"too far ahead":       {at(-Tolerance - time.Second), "msg_1", timestamp, signature, string(payload), false},
		"another id":          {s, "msg_2", timestamp, signature, string(payload), false},
		"another payload":     {s, "msg_1", timestamp, signature, string(payload) + " ", false},
		"another time":        {s, "msg_1", strconv.FormatInt(now.Unix()+1, 10), signature, string(payload), false},
		"no signature":        {s, "msg_1", timestamp, "", string(payload), false},
		"no id":               {s, "", timestamp, signature, string(payload), false},
		"no time":             {s, "msg_1", "", signature, string(payload), false},
		"a time that is none": {s, "msg_1", "now", signature, string(payload), false},
	} {
		err := test.signer.Verify(test.id, test.timestamp, test.signature, []byte(test.payload))
		if (err == nil) != test.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
