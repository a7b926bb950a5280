package publish

import "time"

// States of a delivery.
const (
	deliveryDelivered  = "delivered"
	deliveryFailing    = "failing"    // being tried again
	deliveryFailed     = "failed"     // not tried again: somebody asked for one try, or the endpoint is gone
	deliverySuperseded = "superseded" // given up: a newer message, or nobody to tell any more
)

// Delivery is what happened to one webhook message.
type Delivery struct {
	ID            string     `json:"id" bson:"_id" doc:"The webhook-id; the same over all tries" example:"665f1f77bcf86cd799439011"`
	EndpointID    string     `json:"endpoint_id" bson:"endpoint_id" doc:"Of a webhook, or publisher for the one that comes with the product" example:"665f1f77bcf86cd799439012"`
	Endpoint      string     `json:"endpoint" bson:"endpoint" doc:"Its name at that time" example:"Build of the mirror"`
	Type          string     `json:"type" bson:"type" example:"content.changed"`
	Fingerprint   string     `json:"fingerprint" bson:"fingerprint" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Revision      int64      `json:"revision" bson:"revision"`
	Force         bool       `json:"force" bson:"force"`
	State         string     `json:"state" bson:"state" enum:"delivered,failing,failed,superseded" doc:"failing is tried again by itself; failed is not tried again: it was one try that somebody asked for, or the endpoint is gone; superseded was given up for a newer message or because there is nobody to tell any more"`
	Attempts      int        `json:"attempts" bson:"attempts"`
	StatusCode    int        `json:"status_code" bson:"status_code" doc:"Of the last try; 0 when nobody answered"`
	Error         string     `json:"error" bson:"error" doc:"Why the last try failed, or empty" example:"it answered 503 Service Unavailable"`
	CreatedAt     time.Time  `json:"created_at" bson:"created_at"`
	LastAttemptAt time.Time  `json:"last_attempt_at" bson:"last_attempt_at"`
	NextTryAt     *time.Time `json:"next_try_at" bson:"next_try_at" doc:"When it is tried again by itself; null when it is not"`
}

func (d Delivery) withStatus(code int) Delivery {
	d.StatusCode = code
	return d
}
