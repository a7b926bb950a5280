package release

import "time"

// Release is one published state of the site. It never changes.
type Release struct {
	// ID names the release.
	ID string
	// Fingerprint is that of the content that the release shows.
	Fingerprint string
	BuiltAt     time.Time
	CodeVersion string
}
