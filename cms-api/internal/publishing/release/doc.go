// Package release reads the release store that the publisher writes, and serves
// the current release as a static site.
//
// A release is a manifest that names 256 shards; a shard names the files of its
// routes; a file is a blob named after the sha256 of its bytes. Only CURRENT
// ever changes, by rename, after everything it leads to has been written.
package release
