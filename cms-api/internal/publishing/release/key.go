package release

import (
	"crypto/sha256"
	"strings"
)

// shardCount is the number of shards of a release. It is part of the format.
const shardCount = 256

// routeKey returns the key of the route that a public file belongs to. The path is decoded
// and starts with a slash. Text has no ending in its key either: that is where the first
// releases have /robots.txt, and what is stored stays where it is.
func routeKey(path string) string {
	key, found := strings.CutSuffix(path, ".html")
	if !found {
		key = strings.TrimSuffix(path, ".txt")
	}
	if key == "/index" {
		return "/"
	}
	return key
}

// shardIndex returns the shard that holds the route with this key.
func shardIndex(key string) int {
	sum := sha256.Sum256([]byte(key))
	return int(sum[0])
}
