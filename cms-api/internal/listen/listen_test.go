package listen

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

const stall = 300 * time.Millisecond

// pair returns both ends of a connection.
func pair(t *testing.T) (server *Conn, client net.Conn) {
	t.Helper()
	listener := open(t, Limits{Stall: stall})
	client = dial(t, listener)
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = accepted.Close() })
	return accepted.(*Conn), client
}

func open(t *testing.T, limits Limits) *Listener {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = inner.Close() })
	return Wrap(inner, limits)
}

func dial(t *testing.T, to net.Listener) net.Conn {
	t.Helper()
	client, err := net.Dial("tcp", to.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func TestConn_AReaderWhoStopsIsCutOff(t *testing.T) {
	server, _ := pair(t)
	begun := time.Now()
	_, err := server.Write(make([]byte, 64<<20))
	if took := time.Since(begun); !errors.Is(err, os.ErrDeadlineExceeded) || took > 20*stall {
		t.Errorf("after %s: %v", took, err)
	}
}

func TestConn_AReaderWhoIsSlowGetsEverything(t *testing.T) {
	server, client := pair(t)
	sent := make([]byte, 12<<20)
	for i := range sent {
		sent[i] = byte(i / 1000)
	}
	got := make(chan []byte)
	go func() {
		var all bytes.Buffer
		// Well above the least pace, and in all longer than a stall may be.
		for tick := time.Tick(stall / 20); all.Len() < len(sent); <-tick {
			if _, err := io.CopyN(&all, client, int64(min(64<<10, len(sent)-all.Len()))); err != nil {
				break
			}
		}
		got <- all.Bytes()
	}()
	begun := time.Now()
	if _, err := server.Write(sent); err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took < stall {
		t.Errorf("it took only %s, which shows nothing", took)
	}
	if !bytes.Equal(<-got, sent) {
		t.Error("something else arrived")
	}
}

func TestConn_BodiesComeAtAPace(t *testing.T) {
	trickle := func(client net.Conn, size int, every time.Duration) {
		for tick := time.Tick(every); ; <-tick {
			if _, err := client.Write(make([]byte, size)); err != nil {
				return
			}
		}
	}
	t.Run("too slow", func(t *testing.T) {
		server, client := pair(t)
		go trickle(client, 1, stall/10)
		server.ReadBody()
		begun := time.Now()
		_, err := io.Copy(io.Discard, server)
		if took := time.Since(begun); !errors.Is(err, os.ErrDeadlineExceeded) || took < stall/2 || took > 10*stall {
			t.Errorf("after %s: %v", took, err)
		}
	})
	t.Run("slow", func(t *testing.T) {
		server, client := pair(t)
		go trickle(client, Pace/4, stall/10)
		server.ReadBody()
		begun := time.Now()
		n, err := io.CopyN(io.Discard, server, 12*Pace)
		if took := time.Since(begun); err != nil || took < 2*stall {
			t.Errorf("%d bytes after %s: %v", n, took, err)
		}
	})
	t.Run("nobody reads meanwhile", func(t *testing.T) {
		server, client := pair(t)
		if _, err := client.Write([]byte("late")); err != nil {
			t.Fatal(err)
		}
		server.ReadBody()
		busy, stop := time.Now(), make(chan struct{})
		time.AfterFunc(2*stall, func() { close(stop) })
		<-stop
		if _, err := io.ReadFull(server, make([]byte, 4)); err != nil {
			t.Errorf("after %s of other work: %v", time.Since(busy), err)
		}
	})
	t.Run("a deadline ends it", func(t *testing.T) {
		server, _ := pair(t)
		server.ReadBody()
		if err := server.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, err := server.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error(err)
		}
	})
}

func TestListener_OneAddressHoldsSoMany(t *testing.T) {
	listener := open(t, Limits{PerAddress: 2, Stall: stall})
	accepted := make(chan net.Conn)
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	dial(t, listener)
	first := <-accepted
	dial(t, listener)
	<-accepted
	refused, err := io.ReadAll(dial(t, listener))
	if err != nil || !strings.HasPrefix(string(refused), "HTTP/1.1 429 ") || listener.Refused() != 1 {
		t.Errorf("the third: %q, %v, %d refused", refused, err, listener.Refused())
	}
	_ = first.Close()
	_ = first.Close() // which makes no second place
	dial(t, listener)
	<-accepted
	if refused, _ := io.ReadAll(dial(t, listener)); len(refused) == 0 {
		t.Error("a third was taken after one had been closed twice")
	}
}

func TestListener_ProxiesAreNotCounted(t *testing.T) {
	listener := open(t, Limits{PerAddress: 1, Uncounted: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	for range 5 {
		dial(t, listener)
		if _, err := listener.Accept(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestListener_GroupsAddressesOfOneHousehold(t *testing.T) {
	listener := Wrap(&broken{}, Limits{PerAddress: 1})
	for address, want := range map[string]string{
		"192.0.2.7:80": "192.0.2.7", "[::ffff:192.0.2.7]:80": "192.0.2.7",
		"[2001:db8:1:2:3::4]:80": "2001:db8:1:2::/64", "[fe80::1%eth0]:80": "fe80::/64",
	} {
		peer, err := net.ResolveTCPAddr("tcp", strings.Replace(address, "%eth0", "", 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := listener.keyOf(peer); got != want {
			t.Errorf("%s counts as %q, want %q", address, got, want)
		}
	}
}

// broken fails to accept a few times, for want of descriptors, and then is closed.
type broken struct {
	net.Listener
	asked atomic.Int32
}

func (b *broken) Accept() (net.Conn, error) {
	if b.asked.Add(1) < 4 {
		return nil, &net.OpError{Op: "accept", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	return nil, net.ErrClosed
}

func TestListener_OutlivesAWantOfDescriptors(t *testing.T) {
	inner := &broken{}
	if _, err := Wrap(inner, Limits{}).Accept(); !errors.Is(err, net.ErrClosed) || inner.asked.Load() != 4 {
		t.Errorf("after %d tries: %v", inner.asked.Load(), err)
	}
}

func TestConnections_LeavesRoom(t *testing.T) {
	most, known := descriptors()
	if got := Connections(); got < 1 || got > maxConnections || known && uint64(got) >= most {
		t.Errorf("%d of %d", got, most)
	}
}
