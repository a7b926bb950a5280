package target

import "time"

// Status is how a target, where a mirror lies, stands to the release store.
type Status struct {
	Target string `json:"target" bson:"_id" doc:"Its address" example:"s3://academy-site/public"`
	State  State  `json:"state" bson:"state" enum:"current,behind,failing" doc:"current: it shows the live release; behind: it is being brought there; failing: the last try failed and is repeated by itself"`
	// What it shows wholly.
	Release     string     `json:"release" bson:"release" doc:"The release that it shows; empty when that is not known" example:"20260115T093000000Z-1a2b3c4d"`
	Fingerprint string     `json:"fingerprint" bson:"fingerprint" doc:"Of the content that it shows" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Since       *time.Time `json:"since" bson:"since" doc:"When it began to show that"`
	Written     int        `json:"written" bson:"written" doc:"Files that were written for that"`
	Removed     int        `json:"removed" bson:"removed" doc:"Files that were deleted for that"`
	DurationMS  int64      `json:"duration_ms" bson:"duration_ms" doc:"How long that took"`
	Tries       int        `json:"tries" bson:"tries" doc:"Failed tries since then"`
	Error       *string    `json:"error" bson:"error" doc:"Why the last try failed" example:"There is no such bucket. Make it, or correct the address."`
	FailedAt    *time.Time `json:"failed_at" bson:"failed_at"`
}

// State of a target.
type State string

// The states.
const (
	Current State = "current"
	Behind  State = "behind"
	Failing State = "failing"
)
