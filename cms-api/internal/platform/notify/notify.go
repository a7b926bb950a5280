// Package notify sends mail and text messages to staff in the background, with the
// drivers that the configuration names.
package notify

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Mail is one mail to one person.
type Mail struct {
	To      string
	Subject string
	// Text is the whole message in plain text. A link is on a line of its own.
	Text string
}

// SMS is one text message.
type SMS struct {
	To   string // E.164
	Text string
}

// Mailer delivers mail. An error that wraps ErrPermanent is not worth another attempt.
type Mailer interface {
	Mail(ctx context.Context, message Mail) error
}

// Texter delivers text messages, with the errors of a Mailer.
type Texter interface {
	Text(ctx context.Context, message SMS) error
}

// Sent is a message that a mock driver has recorded instead of delivering it.
type Sent struct {
	Channel string    `json:"channel" enum:"mail,sms" example:"mail"`
	To      string    `json:"to" example:"asha@example.com"`
	Subject string    `json:"subject" doc:"Empty for a text message." example:"Choose a new password"`
	Text    string    `json:"text" example:"123456 is your code."`
	SentAt  time.Time `json:"sent_at"`
}

const (
	queueLength = 1000
	workers     = 4
	firstRetry  = 500 * time.Millisecond
	lastRetry   = time.Minute
	// giveUpAfter is shorter than a code or link in a message is valid.
	giveUpAfter = 4 * time.Minute
)

// Queue runs jobs in the background. Requests do not wait for them, because the time
// that they take would tell a stranger whether an account exists. Run runs the
// remaining jobs before it returns; those of a killed process are lost, and people ask
// again.
type Queue struct {
	mailer Mailer
	texter Texter
	log    *slog.Logger
	jobs   chan func(context.Context)
	first  time.Duration
}

// NewQueue returns a Queue, whose jobs are run by Run.
func NewQueue(mailer Mailer, texter Texter, log *slog.Logger) *Queue {
	return &Queue{
		mailer: mailer, texter: texter, log: log, jobs: make(chan func(context.Context), queueLength), first: firstRetry,
	}
}

// Mail queues a message. It never blocks.
func (q *Queue) Mail(m Mail) {
	q.Do(func(ctx context.Context) {
		q.deliver(ctx, "mail", func() error { return q.mailer.Mail(ctx, m) })
	})
}

// Text queues a text message. It never blocks.
func (q *Queue) Text(m SMS) {
	q.Do(func(ctx context.Context) {
		q.deliver(ctx, "text message", func() error { return q.texter.Text(ctx, m) })
	})
}

// Do queues a job. It never blocks: when the queue is full it drops the job and logs
// that.
func (q *Queue) Do(job func(context.Context)) {
	select {
	case q.jobs <- job:
	default:
		q.log.Error("too many messages are waiting; one was dropped")
	}
}

// deliver retries until the message is sent, permanently refused, or too old. The log
// contains neither the recipient nor the text.
func (q *Queue) deliver(ctx context.Context, what string, send func() error) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = q.first, lastRetry
	retrying := func(err error, wait time.Duration) {
		q.log.Warn("a "+what+" could not be sent; trying again", "error", err, "in", wait.Round(time.Millisecond))
	}
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := send()
		if errors.Is(err, ErrPermanent) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(giveUpAfter), backoff.WithNotify(retrying))
	if err != nil {
		q.log.Error("a "+what+" could not be sent", "error", err)
	}
}

// Run runs jobs until the context ends, and then the remaining ones without retries.
func (q *Queue) Run(ctx context.Context) error {
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			for {
				select {
				case job := <-q.jobs:
					job(ctx)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	working.Wait()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	for {
		select {
		case job := <-q.jobs:
			job(last)
		default:
			return ctx.Err()
		}
	}
}

// lastWords is how long a process that is ending may still send.
const lastWords = 3 * time.Second

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
