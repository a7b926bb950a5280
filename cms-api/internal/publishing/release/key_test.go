package release

import (
	"encoding/json"
	"os"
	"testing"
)

// The publisher's tests read the same file: writer and reader must agree on
// where a path lies.
func TestShardVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/shard-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Path  string `json:"path"`
		Key   string `json:"key"`
		Shard int    `json:"shard"`
	}
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 20 {
		t.Fatalf("only %d vectors", len(vectors))
	}
	for _, v := range vectors {
		if got := routeKey(v.Path); got != v.Key {
			t.Errorf("routeKey(%q) = %q, want %q", v.Path, got, v.Key)
		}
		if got := shardIndex(v.Key); got != v.Shard {
			t.Errorf("shardIndex(%q) = %d, want %d", v.Key, got, v.Shard)
		}
	}
}
