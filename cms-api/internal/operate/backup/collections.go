package backup

import (
	"maps"
	"regexp"
	"slices"
)

// trait is a property of a collection that matters to what works on all collections.
type trait int

const (
	// local belongs to one installation at one time and is in no archive: who is signed
	// in or has what open, what is counted, what was imported, who has which lease, who may see
	// which draft by a link, what is being uploaded, how far the site, its targets and webhooks are.
	local trait = 1 << iota
	// outdated stands for accounts, leads or content, and goes when those are replaced.
	outdated
	// lead is what visitors leave.
	lead
	// record is written by the program itself: an installation with nothing else is empty.
	record
	// earlier is in archives of earlier versions, whose documents a restore passes over.
	earlier
	// noMedia never refers to uploads that the site shows.
	noMedia
)

// collections are the traits of all collections that are not plain content. One that is
// not listed is kept in archives and searched for media, so that a new one cannot be
// forgotten.
var collections = map[string]trait{
	"contact_messages":        lead | noMedia,
	"enrollments":             lead | noMedia,
	"mentorship_applications": lead | noMedia,
	"subscribers":             lead | noMedia,
	"submissions":             local | outdated | noMedia,
	"lead_events":             local | outdated | noMedia,
	"lead_alerts":             noMedia,

	"reviews":         outdated | noMedia,
	"users":           noMedia,
	"invitations":     noMedia,
	"sessions":        local | outdated | noMedia,
	"one_time_codes":  local | outdated | noMedia,
	"password_resets": local | outdated | noMedia,
	"rate_limits":     local | noMedia,
	"presence":        local | outdated | noMedia,

	"audit_log":          record | noMedia,
	"media_state":        record | noMedia,
	"releases":           record | noMedia,
	"publish_state":      local | noMedia,
	"publish_targets":    local | noMedia,
	"webhook_states":     local | noMedia,
	"webhook_deliveries": local | noMedia,

	"uploads":       local | outdated | noMedia,
	"previews":      local | noMedia,
	"imports":       local | outdated | noMedia,
	"preview_links": local | outdated | earlier | noMedia, // one may have been revoked since the backup

	"leases":          local | noMedia,
	restoreCollection: local | noMedia,
}

func is(collection string, t trait) bool { return collections[collection]&t != 0 }

func all(t trait) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(collections)), func(name string) bool { return !is(name, t) })
}

// WithoutMedia returns the collections whose documents never refer to uploads that the site
// shows.
func WithoutMedia() []string { return all(noMedia) }

var collectionName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// travels reports whether the documents of a collection are kept in archives.
func travels(collection string) bool {
	return collectionName.MatchString(collection) && !is(collection, local)
}
