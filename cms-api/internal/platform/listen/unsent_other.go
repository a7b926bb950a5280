//go:build !linux

package listen

import "net"

// limitUnsent does nothing where the option does not exist.
func limitUnsent(net.Conn) {}
