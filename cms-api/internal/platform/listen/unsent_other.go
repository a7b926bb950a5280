//go:build !linux

package listen

import "net"

// limitUnsent leaves it to the kernel how much it takes.
func limitUnsent(net.Conn) {}
