package notify

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// ErrPermanent is wrapped by failures that would happen again.
var ErrPermanent = errors.New("refused for good")

const smtpTimeout = 15 * time.Second

// SMTPOptions configure SMTP.
type SMTPOptions struct {
	Host               string
	Port               int
	Username, Password string // none when Username is empty
	// TLS is "starttls" (the server must offer it), "tls" (from the first byte)
	// or "none".
	TLS string
	// From is an address, with or without a name.
	From string
	// Certificates are the trusted authorities; nil means those of the machine.
	Certificates *x509.CertPool
}

// SMTP delivers mail through a mail server.
type SMTP struct {
	from *mail.Address
	host string
	opts []gomail.Option
}

// NewSMTP returns the driver. It does not connect.
func NewSMTP(o SMTPOptions) (*SMTP, error) {
	from, err := mail.ParseAddress(o.From)
	if err != nil {
		return nil, fmt.Errorf("read the sender's address %q: %w", o.From, err)
	}
	opts := []gomail.Option{
		gomail.WithPort(o.Port), gomail.WithTimeout(smtpTimeout),
		gomail.WithTLSConfig(&tls.Config{ServerName: o.Host, RootCAs: o.Certificates, MinVersion: tls.VersionTLS12}),
	}
	switch o.TLS {
	case "tls":
		opts = append(opts, gomail.WithSSL())
	case "none":
		opts = append(opts, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		opts = append(opts, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if o.Username != "" {
		opts = append(opts, gomail.WithUsername(o.Username), gomail.WithPassword(o.Password),
			gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover))
	}
	if _, err := gomail.NewClient(o.Host, opts...); err != nil {
		return nil, fmt.Errorf("set up the mail server: %w", err)
	}
	return &SMTP{from: from, host: o.Host, opts: opts}, nil
}

// Mail implements Mailer.
func (s *SMTP) Mail(ctx context.Context, m Mail) error {
	message := gomail.NewMsg()
	message.FromMailAddress(s.from)
	if message.To(m.To) != nil { // its error is not wrapped: it contains the address
		return fmt.Errorf("%w: the recipient is no address", ErrPermanent)
	}
	message.Subject(oneLine(m.Subject))
	message.SetDate()
	message.SetMessageID()
	message.SetGenHeader("Auto-Submitted", "auto-generated") // prevents automatic replies
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	formatted, err := asHTML(m.Text)
	if err != nil {
		return err
	}
	message.AddAlternativeString(gomail.TypeTextHTML, formatted)

	client, err := gomail.NewClient(s.host, s.opts...)
	if err != nil {
		return fmt.Errorf("set up the mail server: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, message); err != nil {
		return withoutRecipient(err)
	}
	return nil
}

// withoutRecipient returns an error for the log. Replies of servers may contain the
// recipient, which must not be logged; their codes do not.
func withoutRecipient(err error) error {
	var refused *gomail.SendError
	if !errors.As(err, &refused) {
		return fmt.Errorf("send mail: %w", err)
	}
	reason := fmt.Errorf("send mail: %s: the server answered %d %s", refused.Reason, refused.ErrorCode(),
		refused.EnhancedStatusCode())
	if refused.ErrorCode() >= 500 {
		return fmt.Errorf("%w: %w", ErrPermanent, reason)
	}
	return reason
}

// oneLine replaces line breaks, which would end a header.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var mailPage = template.Must(template.New("mail").Parse(
	`<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5">` +
		`{{range .}}<p>{{if .Link}}<a href="{{.Text}}">{{.Text}}</a>{{else}}{{.Text}}{{end}}</p>{{end}}</body></html>`))

// asHTML makes each line a paragraph, and a line that is a URL a link.
func asHTML(text string) (string, error) {
	type line struct {
		Text string
		Link bool
	}
	var lines []line
	for _, each := range strings.Split(text, "\n") {
		if each = strings.TrimSpace(each); each != "" {
			lines = append(lines, line{each, strings.HasPrefix(each, "https://") || strings.HasPrefix(each, "http://")})
		}
	}
	var page strings.Builder
	if err := mailPage.Execute(&page, lines); err != nil {
		return "", fmt.Errorf("lay out a mail: %w", err)
	}
	return page.String(), nil
}

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

// maxSent bounds an Outbox.
const maxSent = 100

// Outbox is the driver "mock" of mail and text messages, for development: it writes
// them to the log and records the last ones.
type Outbox struct {
	log *slog.Logger
	now func() time.Time

	mu   sync.Mutex
	sent []Sent
}

// NewOutbox returns an empty Outbox.
func NewOutbox(log *slog.Logger, now func() time.Time) *Outbox { return &Outbox{log: log, now: now} }

// Mail records the message.
func (o *Outbox) Mail(_ context.Context, m Mail) error {
	o.log.Info("mail (mock driver)", "to", m.To, "subject", m.Subject, "text", m.Text)
	o.record(Sent{Channel: "mail", To: m.To, Subject: m.Subject, Text: m.Text})
	return nil
}

// Text records the message.
func (o *Outbox) Text(_ context.Context, m SMS) error {
	o.log.Info("text message (mock driver)", "to", m.To, "text", m.Text)
	o.record(Sent{Channel: "sms", To: m.To, Text: m.Text})
	return nil
}

func (o *Outbox) record(message Sent) {
	message.SentAt = o.now().UTC()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = append(o.sent, message)
	o.sent = o.sent[max(0, len(o.sent)-maxSent):]
}

// Sent returns the messages, the newest first.
func (o *Outbox) Sent() []Sent {
	o.mu.Lock()
	defer o.mu.Unlock()
	newest := append([]Sent{}, o.sent...)
	slices.Reverse(newest)
	return newest
}

// To returns the messages to an address, the oldest first.
func (o *Outbox) To(address string) []Sent {
	o.mu.Lock()
	defer o.mu.Unlock()
	found := []Sent{}
	for _, each := range o.sent {
		if each.To == address {
			found = append(found, each)
		}
	}
	return found
}

// Forget drops the messages to an address, and returns how many there were.
func (o *Outbox) Forget(address string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	before := len(o.sent)
	o.sent = slices.DeleteFunc(o.sent, func(each Sent) bool { return each.To == address })
	return before - len(o.sent)
}

// Off is the driver "off": it delivers nothing.
type Off struct{}

// Mail does nothing.
func (Off) Mail(context.Context, Mail) error { return nil }

// Text does nothing.
func (Off) Text(context.Context, SMS) error { return nil }
