// Package target carries releases from the release store to where else they are
// wanted: to a release store in a bucket, which edges read, and to mirrors, folders
// or buckets in which every file has its public path, as any static host serves it.
package target
