package release

import (
	"crypto/sha256"
	"strings"
)

// shardCount is the number of shards of a release. It is part of the format.
const shardCount = 256

// routeKey returns the route that a public file belongs to: all files of one
// route have the same key, so they lie in one shard. The path is decoded and
// starts with a slash.
func routeKey(path string) string {
	slash := strings.LastIndexByte(path, '/')
	key := path
	if strings.HasPrefix(path[slash+1:], "__next.") {
		key = path[:slash]
	} else if trimmed, ok := strings.CutSuffix(path, ".html"); ok {
		key = trimmed
	} else if trimmed, ok := strings.CutSuffix(path, ".txt"); ok {
		key = trimmed
	}
	if key == "" || key == "/index" {
		return "/"
	}
	return key
}

// shardIndex returns the shard that holds the route with this key.
func shardIndex(key string) int {
	sum := sha256.Sum256([]byte(key))
	return int(sum[0])
}
