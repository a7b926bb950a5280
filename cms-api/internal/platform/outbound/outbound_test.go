package outbound_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"academy/cms-api/internal/platform/outbound"
)

func TestAllows(t *testing.T) {
	for address, want := range map[string]string{ // public, private
		"93.184.215.14": "public", "2606:2800:21f:cb07:6820:80da:af6b:8b2c": "public", "::ffff:93.184.215.14": "public",
		"127.0.0.1": "private", "127.9.9.9": "private", "::1": "private", "::ffff:127.0.0.1": "private",
		"10.0.0.1": "private", "172.16.0.1": "private", "192.168.1.1": "private", "100.64.0.1": "private",
		"fd12:3456::1": "private",
		"198.18.0.1":   "private", "192.0.2.1": "private", "203.0.113.9": "private", "240.0.0.1": "private",
		"2001:db8::1":     "private",
		"64:ff9b::7f00:1": "private", "2002:7f00:1::": "private", "fec0::1": "private",
		"169.254.169.254": "", "::ffff:169.254.169.254": "", "fe80::1": "", "fe80::1%eth0": "", "0.0.0.0": "", "::": "",
		"224.0.0.1": "", "ff02::1": "",
	} {
		at := netip.MustParseAddr(address)
		for reach, allowed := range map[outbound.Reach]bool{
			outbound.Public: want == "public", outbound.Private: want == "private", outbound.Anywhere: want != "",
		} {
			if got := reach.Allows(at); got != allowed {
				t.Errorf("reach %d allows %s: %v, want %v", reach, address, got, allowed)
			}
		}
	}
}

// names is a real name server with the answers of a test.
func names(t *testing.T, answers func(name string) []string) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			if answer := reply(buffer[:n], answers); answer != nil {
				_, _ = server.WriteTo(answer, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func reply(query []byte, answers func(name string) []string) []byte {
	var message dnsmessage.Message
	if message.Unpack(query) != nil || len(message.Questions) != 1 {
		return nil
	}
	question := message.Questions[0]
	message.Response, message.Authoritative, message.Additionals = true, true, nil
	head := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET}
	if question.Type == dnsmessage.TypeA {
		for _, each := range answers(question.Name.String()) {
			message.Answers = append(message.Answers, dnsmessage.Resource{
				Header: head, Body: &dnsmessage.AResource{A: netip.MustParseAddr(each).As4()},
			})
		}
	}
	if question.Type == dnsmessage.TypeA && len(message.Answers) == 0 {
		message.RCode = dnsmessage.RCodeNameError
	}
	packed, err := message.Pack()
	if err != nil {
		return nil
	}
	return packed
}

// within is a server on this machine, and how often it was reached.
func within(t *testing.T) (port string, reached *atomic.Int32) {
	t.Helper()
	reached = &atomic.Int32{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		if r.URL.Path == "/elsewhere" {
			http.Redirect(w, r, "/", http.StatusFound)
		}
	}))
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port, reached
}

func get(t *testing.T, client *http.Client, address string) (*http.Response, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err == nil {
		_ = response.Body.Close()
	}
	return response, err
}

func TestClient_RefusesWhatNamesLeadTo(t *testing.T) {
	port, reached := within(t)
	resolver := names(t, func(name string) []string {
		switch name {
		case "inside.test.":
			return []string{"127.0.0.1"}
		case "several.test.":
			return []string{"10.255.255.1", "127.0.0.1"}
		case "metadata.test.":
			return []string{"169.254.169.254"}
		}
		return nil
	})
	client := outbound.Client(outbound.Options{Reach: outbound.Public, Timeout: 5 * time.Second, Resolver: resolver})
	for _, host := range []string{
		"inside.test", "several.test", "metadata.test", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "2130706433",
		"0x7f.1",
	} {
		_, err := get(t, client, "http://"+host+":"+port+"/")
		if err == nil {
			t.Fatalf("%s was called", host)
		}
		if numeric := strings.HasPrefix(host, "2") ||
			strings.HasPrefix(host, "0x"); !numeric && !errors.Is(err, outbound.ErrRefused) {
			t.Errorf("%s: %v", host, err)
		}
		if words := outbound.Explain(err); strings.Contains(words, "127.") || strings.Contains(words, "10.") ||
			strings.Contains(words, "169.") {
			t.Errorf("what is said of %s shows where the name leads: %s", host, words)
		}
	}
	if reached.Load() != 0 {
		t.Fatalf("the server inside was reached %d times", reached.Load())
	}
}

// A name may lead to a permitted address first and to another one later: each
// connection is checked with the address that it goes to.
func TestClient_ChecksEveryConnection(t *testing.T) {
	port, reached := within(t)
	answer := atomic.Pointer[string]{}
	first, second := "127.0.0.1", "93.184.215.14"
	answer.Store(&first)
	client := outbound.Client(outbound.Options{
		Reach: outbound.Private, Timeout: 5 * time.Second,
		Resolver: names(t, func(string) []string { return []string{*answer.Load()} }),
	})
	if _, err := get(t, client, "http://rebound.test:"+port+"/"); err != nil {
		t.Fatal(err)
	}
	client.CloseIdleConnections()
	answer.Store(&second)
	if _, err := get(t, client, "http://rebound.test:"+port+"/"); !errors.Is(err, outbound.ErrRefused) {
		t.Fatalf("the second time: %v", err)
	}
	if reached.Load() != 1 {
		t.Fatalf("reached %d times", reached.Load())
	}
}

func TestClient_FollowsNoRedirectAndNoProxyInside(t *testing.T) {
	port, reached := within(t)
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	client := outbound.Client(outbound.Options{Reach: outbound.Private, Timeout: 5 * time.Second})
	response, err := get(t, client, "http://127.0.0.1:"+port+"/elsewhere")
	if err != nil || response.StatusCode != http.StatusFound || reached.Load() != 1 {
		t.Fatalf("answered %+v, %v after %d calls", response, err, reached.Load())
	}
}

func TestExplain(t *testing.T) {
	resolver := names(t, func(string) []string { return nil })
	hang := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	t.Cleanup(func() { close(hang); slow.Close() })
	cut := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(cut.Close)
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(secure.Close)
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = nobody.Close()
	for address, want := range map[string]string{
		"http://" + nobody.Addr().String(): "nothing listens at its address",
		"http://unknown.test":              "its name is not known",
		slow.URL:                           "it did not answer in time",
		cut.URL:                            "the connection was cut before it answered",
		strings.Replace(cut.URL, "http", "https", 1): "it does not speak TLS",
		secure.URL:           "its certificate is not valid: x509: certificate signed by unknown authority",
		"http://169.254.1.1": "its address is in a network that may not be called",
	} {
		timeout := 20 * time.Second
		if address == slow.URL {
			timeout = 200 * time.Millisecond
		}
		client := outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: timeout, Resolver: resolver})
		_, err := get(t, client, address)
		if words := outbound.Explain(err); words != want {
			t.Errorf("%s: %q, want %q (%v)", address, words, want, err)
		}
	}
	if words := outbound.Explain(errors.New("secret detail")); words != "it could not be reached" {
		t.Error(words)
	}
}
