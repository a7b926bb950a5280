//go:build !linux && !darwin

package doctor

// freeBytes does not know how to ask here.
func freeBytes(string) (free uint64, known bool) { return 0, false }
