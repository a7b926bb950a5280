package publish

import (
	"encoding/json"
	"fmt"
	"time"
)

const typeReport = "publish.report"

// States of a build. The publisher reports the first and the last; that one is live, its
// release says.
const (
	reportBuilding = "building"
	reportLive     = "live"
	reportFailed   = "failed"
)

// Progress counts the routes of a build.
type Progress struct {
	Done  int `json:"done" bson:"done" example:"3"`
	Total int `json:"total" bson:"total" example:"3"`
}

// Report is what the publisher says about a build.
type Report struct {
	State       string    `json:"state" bson:"state" enum:"building,failed"`
	Fingerprint string    `json:"fingerprint" bson:"fingerprint" doc:"Of what it leads to; may be empty" format:"sha256"`
	Progress    *Progress `json:"progress,omitempty" bson:"progress,omitempty"`
	StartedAt   time.Time `json:"started_at" bson:"started_at"`
	DurationMS  int64     `json:"duration_ms" bson:"duration_ms"`
	Error       string    `json:"error" bson:"error" doc:"Why it, or the try before, failed" example:"no room"`
}

type reportMessage struct {
	Type      string    `json:"type" enum:"publish.report"`
	Timestamp time.Time `json:"timestamp"`
	Data      Report    `json:"data"`
}

// decodeReport reads a report whose signature has been verified.
func decodeReport(payload []byte) (Report, error) {
	var message reportMessage
	if err := json.Unmarshal(payload, &message); err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	state := message.Data.State
	if message.Type != typeReport || state != reportBuilding && state != reportFailed {
		return Report{}, fmt.Errorf("read report: it is of type %q and of state %q", message.Type, state)
	}
	return message.Data, nil
}
