package notify

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// keepSent bounds an Outbox.
const keepSent = 100

// Outbox is the driver "mock" of mail and text messages, for development: it writes
// them to the log and keeps the last ones.
type Outbox struct {
	log *slog.Logger
	now func() time.Time

	mu   sync.Mutex
	sent []Sent
}

// NewOutbox returns an empty Outbox.
func NewOutbox(log *slog.Logger, now func() time.Time) *Outbox { return &Outbox{log: log, now: now} }

// Mail keeps the message.
func (o *Outbox) Mail(_ context.Context, m Mail) error {
	o.log.Info("mail (mock driver)", "to", m.To, "subject", m.Subject, "text", m.Text)
	o.keep(Sent{Channel: "mail", To: m.To, Subject: m.Subject, Text: m.Text})
	return nil
}

// Text keeps the message.
func (o *Outbox) Text(_ context.Context, m SMS) error {
	o.log.Info("text message (mock driver)", "to", m.To, "text", m.Text)
	o.keep(Sent{Channel: "sms", To: m.To, Text: m.Text})
	return nil
}

func (o *Outbox) keep(message Sent) {
	message.SentAt = o.now().UTC()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = append(o.sent, message)
	o.sent = o.sent[max(0, len(o.sent)-keepSent):]
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
