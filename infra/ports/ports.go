// Package ports chooses ports of the loopback interface.
package ports

import (
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
)

// Free returns an address of the loopback interface on which nothing listens, and which is
// none of those that were chosen already. Its port is below the range of outgoing
// connections, so that a program that starts later, or again, finds it free.
func Free(chosen ...string) (string, error) {
	const lowest, highest, tries = 12_000, 32_000, 1000
	for range tries {
		at := fmt.Sprintf("127.0.0.1:%d", lowest+rand.IntN(highest-lowest))
		listener, err := net.Listen("tcp", at)
		if err != nil {
			continue
		}
		if err := listener.Close(); err != nil || !slices.Contains(chosen, at) {
			return at, err
		}
	}
	return "", fmt.Errorf("no port between %d and %d is free", lowest, highest)
}
