package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	twilioTimeout = 10 * time.Second
	maxReason     = 64 << 10
)

// TwilioOptions name an account at Twilio, or at a service with the same API.
type TwilioOptions struct {
	BaseURL               string
	AccountSID, AuthToken string
	// From is a number, a sender id, or a messaging service (MG…), which in India
	// carries the registered sender and template.
	From string
}

// Twilio delivers text messages with Twilio's Messages API.
type Twilio struct {
	o      TwilioOptions
	client *http.Client
}

// NewTwilio returns the driver. It does not connect.
func NewTwilio(o TwilioOptions) *Twilio {
	return &Twilio{o: o, client: &http.Client{
		Timeout:       twilioTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Text implements Texter.
func (t *Twilio) Text(ctx context.Context, m SMS) error {
	sender := "From"
	if strings.HasPrefix(t.o.From, "MG") {
		sender = "MessagingServiceSid"
	}
	form := url.Values{"To": {m.To}, sender: {t.o.From}, "Body": {m.Text}}
	address := strings.TrimRight(t.o.BaseURL, "/") + "/2010-04-01/Accounts/" + url.PathEscape(t.o.AccountSID) +
		"/Messages.json"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPermanent, err)
	}
	request.SetBasicAuth(t.o.AccountSID, t.o.AuthToken)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := t.client.Do(request)
	if err != nil {
		return fmt.Errorf("send a text message: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode < http.StatusMultipleChoices {
		return nil
	}
	// The service's message may contain the recipient, which must not be logged; its
	// code does not.
	var reason struct {
		Code int `json:"code"`
	}
	_ = json.NewDecoder(io.LimitReader(answer.Body, maxReason)).Decode(&reason)
	err = fmt.Errorf("send a text message: the service answered %d, with its code %d", answer.StatusCode, reason.Code)
	if answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= http.StatusInternalServerError {
		return err
	}
	return fmt.Errorf("%w: %w", ErrPermanent, err)
}
