// Package notify sends mail and text messages to staff in the background, with the
// drivers that the configuration names.
package notify

import (
	"context"
	"time"
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

// Sent is a message that a mock driver kept instead of delivering it.
type Sent struct {
	Channel string    `json:"channel" enum:"mail,sms" example:"mail"`
	To      string    `json:"to" example:"asha@example.com"`
	Subject string    `json:"subject" doc:"Empty for a text message." example:"Choose a new password"`
	Text    string    `json:"text" example:"123456 is your code."`
	SentAt  time.Time `json:"sent_at"`
}
