package notify_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"academy/cms-api/internal/platform/notify"
)

// mailServer is a real SMTP server that keeps the messages that it gets.
type mailServer struct {
	port     int
	trusted  *x509.CertPool
	username string // asked for when not empty
	refuse   func(recipient string) error

	mu   sync.Mutex
	kept []received
}

type received struct {
	from, to, signedIn string
	encrypted          bool
	data               string
}

func startMailServer(t *testing.T, s *mailServer, encrypted bool) *mailServer {
	t.Helper()
	server := smtp.NewServer(s)
	server.Domain, server.AllowInsecureAuth = "localhost", false
	if encrypted {
		var certificate tls.Certificate
		certificate, s.trusted = selfSigned(t)
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = listener.Addr().(*net.TCPAddr).Port
	go server.Serve(listener)
	t.Cleanup(func() { _ = server.Close() })
	return s
}

func (s *mailServer) NewSession(c *smtp.Conn) (smtp.Session, error) {
	_, encrypted := c.TLSConnectionState()
	return &mailSession{server: s, now: received{encrypted: encrypted}}, nil
}

func (s *mailServer) all() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received(nil), s.kept...)
}

type mailSession struct {
	server *mailServer
	now    received
}

func (s *mailSession) AuthMechanisms() []string { return []string{sasl.Plain} }
func (s *mailSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != s.server.username || password != "right" {
			return smtp.ErrAuthFailed
		}
		s.now.signedIn = username
		return nil
	}), nil
}
func (s *mailSession) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.username != "" && s.now.signedIn == "" {
		return smtp.ErrAuthRequired
	}
	s.now.from = from
	return nil
}
func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.server.refuse != nil {
		if err := s.server.refuse(to); err != nil {
			return err
		}
	}
	s.now.to = to
	return nil
}
func (s *mailSession) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	s.now.data = string(data)
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.kept = append(s.server.kept, s.now)
	return err
}
func (s *mailSession) Reset()        {}
func (s *mailSession) Logout() error { return nil }

func selfSigned(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour),
		IsCA:     true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func newSMTP(t *testing.T, o notify.SMTPOptions) *notify.SMTP {
	t.Helper()
	o.Host = "localhost"
	if o.From == "" {
		o.From = "Adhva Academy <no-reply@academy.example>"
	}
	driver, err := notify.NewSMTP(o)
	if err != nil {
		t.Fatal(err)
	}
	return driver
}

var message = notify.Mail{
	To: "asha@example.com", Subject: "Choose a new password · मार्ग",
	Text: "Somebody asked for a new password.\n\nhttps://academy.test/reset-password?token=a.b&c=<d>\n",
}

func TestSMTP_DeliversOverSTARTTLSWithPassword(t *testing.T) {
	server := startMailServer(t, &mailServer{username: "mailer"}, true)
	driver := newSMTP(t, notify.SMTPOptions{
		Port: server.port, Username: "mailer", Password: "right", TLS: "starttls", Certificates: server.trusted,
	})
	if err := driver.Mail(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	got := server.all()[0]
	if !got.encrypted || got.signedIn != "mailer" || got.from != "no-reply@academy.example" ||
		got.to != "asha@example.com" {
		t.Errorf("received %+v", got)
	}
	parsed, err := mail.ReadMessage(strings.NewReader(got.data))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get("Subject"))
	if err != nil || subject != message.Subject {
		t.Errorf("subject = %q, %v", subject, err)
	}
	for header, want := range map[string]string{
		"From": `"Adhva Academy" <no-reply@academy.example>`, "To": "<asha@example.com>", "Auto-Submitted": "auto-generated",
	} {
		if got := parsed.Header.Get(header); got != want {
			t.Errorf("%s = %q, want %q", header, got, want)
		}
	}
	if parsed.Header.Get("Date") == "" || parsed.Header.Get("Message-Id") == "" {
		t.Error("the message has no date or no id")
	}
	text, html := bodies(t, parsed)
	if strings.ReplaceAll(text, "\r\n", "\n") != message.Text {
		t.Errorf("text = %q", text)
	}
	if !strings.Contains(html, `<a href="https://academy.test/reset-password?token=a.b&amp;c=%3cd%3e">`) ||
		strings.Contains(html, "<d>") {
		t.Errorf("html = %s", html)
	}
}

func bodies(t *testing.T, message *mail.Message) (text, html string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(message.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return text, html
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			html = string(data)
		} else {
			text = string(data)
		}
	}
}

func TestSMTP_NeverSpeaksPlainlyWhenTLSIsAskedFor(t *testing.T) {
	server := startMailServer(t, &mailServer{}, false)
	driver := newSMTP(t, notify.SMTPOptions{Port: server.port, TLS: "starttls"})
	if err := driver.Mail(t.Context(), message); err == nil || len(server.all()) > 0 {
		t.Errorf("err = %v, received %d", err, len(server.all()))
	}
	plain := newSMTP(t, notify.SMTPOptions{Port: server.port, TLS: "none"})
	if err := plain.Mail(t.Context(), message); err != nil || len(server.all()) != 1 {
		t.Errorf("without TLS: %v", err)
	}
}

func TestSMTP_HeadersCannotBeInjected(t *testing.T) {
	server := startMailServer(t, &mailServer{}, false)
	driver := newSMTP(t, notify.SMTPOptions{Port: server.port, TLS: "none"})
	err := driver.Mail(t.Context(), notify.Mail{
		To: "asha@example.com", Subject: "Hello\r\nBcc: other@example.com", Text: "x",
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(server.all()[0].data, "\nBcc:") {
		t.Errorf("a header was injected: %s", server.all()[0].data)
	}
	err = driver.Mail(t.Context(), notify.Mail{To: "asha@example.com\r\nBcc: other@example.com", Subject: "x", Text: "x"})
	if !errors.Is(err, notify.ErrPermanent) || len(server.all()) != 1 {
		t.Errorf("err = %v, received %d", err, len(server.all()))
	}
}

func TestSMTP_SaysWhatIsWorthAnotherTry(t *testing.T) {
	for code, permanent := range map[int]bool{450: false, 550: true} {
		server := startMailServer(t, &mailServer{
			refuse: func(string) error { return &smtp.SMTPError{Code: code, Message: "no such person " + message.To} },
		}, false)
		err := newSMTP(t, notify.SMTPOptions{Port: server.port, TLS: "none"}).Mail(t.Context(), message)
		if err != nil && (strings.Contains(err.Error(), message.To) || !strings.Contains(err.Error(), strconv.Itoa(code))) {
			t.Errorf("what would be logged: %v", err)
		}
		if err == nil || errors.Is(err, notify.ErrPermanent) != permanent {
			t.Errorf("%d: %v", code, err)
		}
	}
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := gone.Addr().(*net.TCPAddr).Port
	_ = gone.Close()
	err = newSMTP(t, notify.SMTPOptions{Port: port, TLS: "none"}).Mail(context.Background(), message)
	if err == nil || errors.Is(err, notify.ErrPermanent) {
		t.Errorf("no server: %v", err)
	}
}
