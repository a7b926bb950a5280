package listen

import (
	"net"
	"syscall"
)

// tcpNotSentLowWater is TCP_NOTSENT_LOWAT, which package syscall lacks.
const tcpNotSentLowWater = 25

// maxUnsent is how much of an answer the kernel buffers before it is sent. The kernel's
// default is some megabytes, which would stay allocated for a reader that has stopped.
const maxUnsent = 2 * Pace

// limitUnsent sets maxUnsent for a connection. Go's listeners use Multipath TCP, whose
// connections do not inherit the option.
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
		// A kernel without the option keeps its default.
		_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpNotSentLowWater, maxUnsent)
	})
}
