// Package notify sends mail and text messages to staff in the background, with the
// drivers that the configuration names.
package notify

import (
	"context"
	"errors"
	"log/slog"
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
	q.Drain(last)
	return ctx.Err()
}

// Drain runs the jobs that are waiting.
func (q *Queue) Drain(ctx context.Context) {
	for {
		select {
		case job := <-q.jobs:
			job(ctx)
		default:
			return
		}
	}
}

// lastWords is how long a process that is ending may still send.
const lastWords = 3 * time.Second
