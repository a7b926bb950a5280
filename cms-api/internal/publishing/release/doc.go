// Package release keeps releases, in a folder or a bucket, and serves the current one as a
// static site. It is the only writer of the release store: the publisher hands over what
// it rendered (Put, Commit).
//
// A release is a manifest that names 256 shards; a shard names the files of its
// routes; a file is a blob named after the sha256 of its bytes. Only CURRENT
// ever changes, by rename, after everything it leads to has been written.
package release
