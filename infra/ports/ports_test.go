package ports

import "testing"

// Nothing listens on a port that was only chosen, so the next one must be told of it.
func TestFree_IsNoneThatWasChosen(t *testing.T) {
	chosen := map[string]bool{}
	var all []string
	for range 1000 {
		at, err := Free(all...)
		if err != nil {
			t.Fatal(err)
		}
		if chosen[at] {
			t.Fatalf("%s was chosen twice", at)
		}
		chosen[at] = true
		all = append(all, at)
	}
}
