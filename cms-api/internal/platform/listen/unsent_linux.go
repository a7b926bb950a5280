package listen

import (
	"net"
	"syscall"
)

// tcpNotSentLowWater is TCP_NOTSENT_LOWAT, which package syscall does not name.
const tcpNotSentLowWater = 25

// maxUnsent is how much of an answer the kernel takes that it has not sent yet.
// Its own bound is some megabytes a connection, which a reader who has stopped
// would pin.
const maxUnsent = 2 * Pace

// limitUnsent sets that for a connection. Those of a Multipath TCP listener, which
// Go's are, do not inherit it.
func limitUnsent(connection net.Conn) {
	tcp, ok := connection.(*net.TCPConn)
	if !ok {
		return
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		// Where the kernel does not know it, its own bound stands.
		_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpNotSentLowWater, maxUnsent)
	})
}
