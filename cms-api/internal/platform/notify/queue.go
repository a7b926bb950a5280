package notify

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	queueLength = 1000
	workers     = 4
	firstRetry  = 500 * time.Millisecond
	lastRetry   = time.Minute
	// giveUpAfter is less than what a code or link in a message is good for.
	giveUpAfter = 4 * time.Minute
)

// Queue does what need not be waited for, and must not be: how long it takes
// would tell a stranger whether an account exists. What is left in it is done
// before Run returns; what a killed process leaves is lost, and people ask again.
type Queue struct {
	mailer Mailer
	texter Texter
	log    *slog.Logger
	jobs   chan func(context.Context)
	first  time.Duration
}

// NewQueue returns a Queue; Run works it off.
func NewQueue(mailer Mailer, texter Texter, log *slog.Logger) *Queue {
	return &Queue{
		mailer: mailer, texter: texter, log: log, jobs: make(chan func(context.Context), queueLength), first: firstRetry,
	}
}

// Mail sends a message soon. It never waits.
func (q *Queue) Mail(m Mail) {
	q.Do(func(ctx context.Context) {
		q.deliver(ctx, "mail", func() error { return q.mailer.Mail(ctx, m) })
	})
}

// Text sends a text message soon. It never waits.
func (q *Queue) Text(m SMS) {
	q.Do(func(ctx context.Context) {
		q.deliver(ctx, "text message", func() error { return q.texter.Text(ctx, m) })
	})
}

// Do runs job soon, in the background. It never waits: when there is too much to
// do already the job is dropped, which the log says.
func (q *Queue) Do(job func(context.Context)) {
	select {
	case q.jobs <- job:
	default:
		q.log.Error("too many messages are waiting; one was dropped")
	}
}

// deliver tries again until the message is away, refused for good, or old. The
// log does not say to whom it was, or what it said.
func (q *Queue) deliver(ctx context.Context, what string, send func() error) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = q.first, lastRetry
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := send()
		if errors.Is(err, ErrPermanent) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(giveUpAfter), backoff.WithNotify(func(err error,
		wait time.Duration) {
		q.log.Warn("a "+what+" could not be sent; trying again", "error", err, "in", wait.Round(time.Millisecond))
	}))
	if err != nil {
		q.log.Error("a "+what+" could not be sent", "error", err)
	}
}

// Run works the queue off until the context ends and then, without retries, what
// is left.
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

// lastWords is how long a process that ends may still send.
const lastWords = 3 * time.Second
