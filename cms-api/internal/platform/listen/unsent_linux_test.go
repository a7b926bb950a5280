package listen

import (
	"net"
	"syscall"
	"testing"
	"time"
)

func TestConn_AReaderWhoStopsPinsLittle(t *testing.T) {
	listener := open(t, Limits{Stall: time.Second})
	smallBuffer := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(fd uintptr) {
			_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 32<<10)
		})
	}}
	client, err := smallBuffer.DialContext(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	if taken, _ := server.Write(make([]byte, 64<<20)); taken > 1<<20 {
		t.Errorf("the kernel took %d bytes for a reader who takes none", taken)
	}
}
