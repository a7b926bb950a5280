// Package publish keeps the live site equal to the content: it compares the
// snapshot's fingerprint with that of the current release, and tells the
// publisher when they differ. Other endpoints, which people add, are told of every
// change of the content.
//
// Nothing else is state. A lost webhook, a publisher that was away, a crash in
// the middle of a build: the next comparison finds the difference again.
package publish
