package listen

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

const stall = time.Minute

// pair returns both ends of a connection, for tests whose clock is synctest's.
func pair(t *testing.T) (server *Conn, client net.Conn) {
	t.Helper()
	inner, client := net.Pipe()
	t.Cleanup(func() { _, _ = inner.Close(), client.Close() })
	return &Conn{Conn: inner, listener: Wrap(nil, Limits{Stall: stall})}, client
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
	synctest.Test(t, func(t *testing.T) {
		server, _ := pair(t)
		begun := time.Now()
		_, err := server.Write(make([]byte, 10*Pace))
		if took := time.Since(begun); !errors.Is(err, os.ErrDeadlineExceeded) || took != stall {
			t.Errorf("after %s: %v", took, err)
		}
	})
}

func TestConn_AnswersAreTakenAtAPace(t *testing.T) {
	for name, c := range map[string]struct {
		bytes int // that the peer takes at a time
		every time.Duration
		taken bool
	}{
		"the least pace":     {Pace, stall - time.Second, true},
		"often, a little":    {Pace / 4, stall / 5, true},
		"too little at once": {Pace / 2, stall - time.Second, false},
		"too seldom":         {Pace, stall + time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, client := pair(t)
				sent := make([]byte, 12*Pace)
				for i := range sent {
					sent[i] = byte(i / 1000)
				}
				var got bytes.Buffer
				var taking sync.WaitGroup
				taking.Go(func() {
					for {
						time.Sleep(c.every)
						if _, err := io.CopyN(&got, client, int64(c.bytes)); err != nil {
							return
						}
					}
				})
				begun := time.Now()
				_, err := server.Write(sent)
				took := time.Since(begun)
				_ = server.Close()
				taking.Wait()
				if taken := err == nil && bytes.Equal(got.Bytes(), sent); taken != c.taken {
					t.Errorf("%d bytes after %s: %v", got.Len(), took, err)
				}
				if c.taken && took < 3*stall {
					t.Errorf("it took only %s, which shows nothing", took)
				}
			})
		})
	}
}

func TestConn_BodiesComeAtAPace(t *testing.T) {
	for name, c := range map[string]struct {
		bytes int // that the peer sends at a time
		every time.Duration
		comes bool
	}{
		"the least pace":  {Pace, stall - time.Second, true},
		"often, a little": {Pace / 4, stall / 5, true},
		"a trickle":       {1, stall / 10, false},
		"too seldom":      {Pace, stall + time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, client := pair(t)
				var sending sync.WaitGroup
				sending.Go(func() {
					for {
						time.Sleep(c.every)
						if _, err := client.Write(make([]byte, c.bytes)); err != nil {
							return
						}
					}
				})
				server.ReadBody()
				begun := time.Now()
				n, err := io.CopyN(io.Discard, server, 12*Pace)
				took := time.Since(begun)
				_ = server.Close()
				sending.Wait()
				if comes := err == nil; comes != c.comes || !comes && !errors.Is(err, os.ErrDeadlineExceeded) {
					t.Errorf("%d bytes after %s: %v", n, took, err)
				}
				if c.comes && took < 3*stall || !c.comes && took > 2*stall {
					t.Errorf("it took %s", took)
				}
			})
		})
	}
}

func TestConn_TimeInWhichNobodyReadsDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, client := pair(t)
		go func() { _, _ = client.Write([]byte("late")) }()
		server.ReadBody()
		time.Sleep(2 * stall)
		if _, err := io.ReadFull(server, make([]byte, 4)); err != nil {
			t.Error(err)
		}
	})
}

func TestConn_ADeadlineEndsTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
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
	listener := open(t, Limits{PerAddress: 2})
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

// broken fails to accept a few times, without a descriptor left, and then is closed.
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
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	if got := Connections(); got < 1 || got > maxConnections || uint64(got) >= files.Cur {
		t.Errorf("%d of %d", got, files.Cur)
	}
}
