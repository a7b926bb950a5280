package publish

import "time"

// States of a delivery.
const (
	deliveryDelivered  = "delivered"
	deliveryFailing    = "failing"    // being tried again
	deliverySuperseded = "superseded" // given up for a newer message
)

// Delivery is what happened to one webhook message.
type Delivery struct {
	ID            string    `json:"id" bson:"_id" doc:"The webhook-id; the same over all tries"`
	Endpoint      string    `json:"endpoint" bson:"endpoint"`
	Type          string    `json:"type" bson:"type"`
	Fingerprint   string    `json:"fingerprint" bson:"fingerprint"`
	Revision      int64     `json:"revision" bson:"revision"`
	Force         bool      `json:"force" bson:"force"`
	State         string    `json:"state" bson:"state" enum:"delivered,failing,superseded"`
	Attempts      int       `json:"attempts" bson:"attempts"`
	StatusCode    int       `json:"status_code" bson:"status_code" doc:"Of the last try; 0 when nobody answered"`
	Error         string    `json:"error" bson:"error" doc:"Why the last try failed, or empty"`
	CreatedAt     time.Time `json:"created_at" bson:"created_at"`
	LastAttemptAt time.Time `json:"last_attempt_at" bson:"last_attempt_at"`
}

func (d Delivery) withStatus(code int) Delivery {
	d.StatusCode = code
	return d
}

// Published is one release, as it is remembered after it went live.
type Published struct {
	Release       string    `json:"release" bson:"_id"`
	Parent        string    `json:"parent" bson:"parent"`
	Fingerprint   string    `json:"fingerprint" bson:"fingerprint"`
	Partial       bool      `json:"partial" bson:"partial" doc:"Further pages of the same change were still to come"`
	Mode          string    `json:"mode" bson:"mode"`
	CodeVersion   string    `json:"code_version" bson:"code_version"`
	BuiltAt       time.Time `json:"built_at" bson:"built_at"`
	DurationMS    int64     `json:"duration_ms" bson:"duration_ms"`
	Routes        int       `json:"routes" bson:"routes"`
	ChangedCount  int       `json:"changed_count" bson:"changed_count"`
	RemovedCount  int       `json:"removed_count" bson:"removed_count"`
	ChangedRoutes []string  `json:"changed_routes" bson:"changed_routes" nullable:"false" doc:"At most 50"`
	Current       bool      `json:"current" bson:"-" doc:"Whether it is the one that is live now"`
}
