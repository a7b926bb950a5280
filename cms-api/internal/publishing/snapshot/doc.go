// Package snapshot holds everything the public may see in one immutable value
// in memory. A change replaces it as a whole; readers never wait, never see half
// of a change and never touch the database.
//
// It knows JSON bytes, not resource types: resources hand in what they publish
// (PartSource, ArticleSource) and call Sync.Record after each write.
package snapshot
