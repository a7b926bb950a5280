package teststore

import (
	"net"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Relay stands before the database, over MongoDB's own protocol. It hands on what is
// asked, and fails as a test wants it: it cuts connections and answers with errors.
type Relay struct {
	listener net.Listener
	upstream string

	mu      sync.Mutex
	answers map[string]bson.D // by command
	asked   map[string]int    // how often each command was asked
	queries []Query
	open    map[net.Conn]struct{}
}

// Relay starts a relay before the stores. It ends with the test.
func (s *Stores) Relay(t testing.TB) (*Relay, *Stores) {
	t.Helper()
	address, err := url.Parse(s.MongoURI)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &Relay{
		listener: listener, upstream: address.Host,
		answers: map[string]bson.D{}, asked: map[string]int{}, open: map[net.Conn]struct{}{},
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { r.serve(client) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		r.Cut()
		serving.Wait()
	})
	through := &Stores{MongoURI: "mongodb://" + listener.Addr().String() + "/", S3Endpoint: s.S3Endpoint, prefix: s.prefix}
	return r, through
}

// Streaming is the command by which a change stream is opened, for Answer, Fail and Asked.
const Streaming = "$changeStream"

// Answer has the relay answer a command itself from now on; nil ends that.
func (r *Relay) Answer(command string, with bson.D) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answers[command] = with; with == nil {
		delete(r.answers, command)
	}
}

// Fail has the relay answer a command with an error of that code, and labels, from now
// on; 0 ends that.
func (r *Relay) Fail(command string, code int, labels ...string) {
	if code == 0 {
		r.Answer(command, nil)
		return
	}
	r.Answer(command, bson.D{
		{Key: "ok", Value: 0}, {Key: "code", Value: code}, {Key: "errmsg", Value: "as the test wants it"},
		{Key: "errorLabels", Value: labels},
	})
}

// Asked returns how often a command was asked.
func (r *Relay) Asked(command string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asked[command]
}

// Queries returns what documents were looked for, by every command that was handed on.
func (r *Relay) Queries() []Query {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.queries)
}

// Cut ends every connection.
func (r *Relay) Cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for connection := range r.open {
		connection.Close()
	}
}

// WaitClosed returns once every connection has ended. The database has then answered
// everything that a program which was killed had asked.
func (r *Relay) WaitClosed() {
	for r.connected() {
		time.Sleep(time.Millisecond)
	}
}

func (r *Relay) connected() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open) > 0
}

func (r *Relay) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", r.upstream)
	if err != nil {
		return
	}
	defer server.Close()
	r.mu.Lock()
	r.open[client], r.open[server] = struct{}{}, struct{}{}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.open, client)
		delete(r.open, server)
	}()
	for {
		asked, err := readWire(client)
		if err != nil {
			return
		}
		answer, err := r.answer(asked, server)
		if err != nil {
			return
		}
		if _, err := client.Write(answer); err != nil {
			return
		}
	}
}

func (r *Relay) answer(asked wire, server net.Conn) ([]byte, error) {
	r.mu.Lock()
	own := r.answers[asked.kind()]
	r.asked[asked.kind()]++
	r.queries = append(r.queries, asked.queries()...)
	r.mu.Unlock()
	if own != nil {
		return asked.answer(own)
	}
	if _, err := server.Write(asked.bytes); err != nil {
		return nil, err
	}
	return readMessage(server)
}
