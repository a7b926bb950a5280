package teststore

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Streams stands before the embedded database and plays a replica set with change
// streams, over MongoDB's own protocol: it says that it is a primary, answers
// $changeStream and its getMore itself, with an event for each write that went
// through it, and hands everything else on. It is a script, and no MongoDB.
type Streams struct {
	listener net.Listener
	upstream string

	mu       sync.Mutex
	events   []bson.Raw // the token of each is its place, counted from 1
	grown    chan struct{}
	cursors  map[int64]*cursor
	last     int64
	openings []string
	refusal  bson.D
	answers  map[string]bson.D // by command
	queries  []Query
	fault    bson.D
	cuts     int
	open     map[net.Conn]struct{}
}

// cursor is one change stream.
type cursor struct {
	next  int // the place of the event that it is told of next, counted from 0
	match bson.A
}

// Streams starts such a server before the stores. It ends with the test.
func (s *Stores) Streams(t testing.TB) (*Streams, *Stores) {
	t.Helper()
	address, err := url.Parse(s.MongoURI)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	before := &Streams{
		listener: listener, upstream: address.Host, grown: make(chan struct{}),
		cursors: map[int64]*cursor{}, answers: map[string]bson.D{}, open: map[net.Conn]struct{}{},
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { before.serve(client) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		before.Cut()
		serving.Wait()
	})
	return before, &Stores{MongoURI: "mongodb://" + listener.Addr().String() + "/?replicaSet=rs0", S3Endpoint: s.S3Endpoint, prefix: s.prefix}
}

// Refuse has it answer $changeStream with an error of that code from now on; 0
// ends that.
func (s *Streams) Refuse(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusal = nil
	if code != 0 {
		s.refusal = failure(code)
	}
}

// Answer has it answer a command itself from now on, whatever is asked; nil ends that.
func (s *Streams) Answer(command string, with bson.D) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answers[command] = with; with == nil {
		delete(s.answers, command)
	}
}

// Fail has it answer a command with an error of that code, and labels, from now on;
// 0 ends that.
func (s *Streams) Fail(command string, code int, labels ...string) {
	if code == 0 {
		s.Answer(command, nil)
		return
	}
	s.Answer(command, append(failure(code), bson.E{Key: "errorLabels", Value: labels}))
}

// PlayMongoDB has it say that the server is a MongoDB, so that it is used as one.
func (s *Streams) PlayMongoDB() {
	s.Answer("buildInfo", bson.D{{Key: "ok", Value: 1}, {Key: "version", Value: "8.0.0"}})
}

// Queries returns what documents were looked for, by every command that was handed on.
func (s *Streams) Queries() []Query {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.queries)
}

// Break has each open stream end with an error of that code, and labels.
func (s *Streams) Break(code int, labels ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = append(failure(code), bson.E{Key: "errorLabels", Value: labels})
	s.wake()
}

// Cut ends every connection.
func (s *Streams) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for connection := range s.open {
		connection.Close()
	}
	s.cuts++
	s.wake()
}

// Openings returns, for each $changeStream that was asked for, refused ones
// included, the token after which it resumes; empty when it begins anew.
func (s *Streams) Openings() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.openings)
}

func (s *Streams) cutsSoFar() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cuts
}

func failure(code int) bson.D {
	return bson.D{{Key: "ok", Value: 0}, {Key: "code", Value: code}, {Key: "errmsg", Value: "as the test wants it"}}
}

func (s *Streams) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", s.upstream)
	if err != nil {
		return
	}
	defer server.Close()
	s.mu.Lock()
	s.open[client] = struct{}{}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.open, client)
	}()
	for {
		asked, err := readWire(client)
		if err != nil {
			return
		}
		if document := s.own(asked); document != nil {
			raw, err := asked.answer(document)
			if err != nil {
				return
			}
			if _, err := client.Write(raw); err != nil {
				return
			}
			continue
		}
		if _, err := server.Write(asked.bytes); err != nil {
			return
		}
		answered, err := readWire(server)
		if err != nil {
			return
		}
		s.note(asked)
		if _, err := client.Write(answered.bytes); err != nil {
			return
		}
	}
}

// own returns the answer to what it answers itself, else nil.
func (s *Streams) own(asked wire) bson.D {
	s.mu.Lock()
	answer := s.answers[asked.name()]
	s.mu.Unlock()
	if answer != nil {
		return answer
	}
	switch asked.name() {
	case "hello", "isMaster", "ismaster":
		me := s.listener.Addr().String()
		return bson.D{
			{Key: "ok", Value: 1}, {Key: "helloOk", Value: true}, {Key: "isWritablePrimary", Value: true}, {Key: "ismaster", Value: true},
			{Key: "setName", Value: "rs0"}, {Key: "hosts", Value: bson.A{me}}, {Key: "me", Value: me}, {Key: "primary", Value: me},
			{Key: "minWireVersion", Value: 0}, {Key: "maxWireVersion", Value: 25}, {Key: "maxBsonObjectSize", Value: 16 << 20},
			{Key: "maxMessageSizeBytes", Value: 48 << 20}, {Key: "maxWriteBatchSize", Value: 100_000}, {Key: "localTime", Value: time.Now()},
		}
	case "aggregate":
		stages := asked.documents("pipeline")
		if len(stages) > 0 && stages[0].Lookup("$changeStream").Type == bson.TypeEmbeddedDocument {
			return s.begin(asked, stages)
		}
	case "getMore":
		id, _ := asked.command.Lookup("getMore").AsInt64OK()
		s.mu.Lock()
		mine := s.cursors[id]
		s.mu.Unlock()
		if mine != nil {
			wait, _ := asked.command.Lookup("maxTimeMS").AsInt64OK()
			return s.more(id, mine, time.Duration(wait)*time.Millisecond)
		}
	}
	return nil
}

// begin opens a stream.
func (s *Streams) begin(asked wire, stages []bson.Raw) bson.D {
	s.mu.Lock()
	defer s.mu.Unlock()
	token, _ := stages[0].Lookup("$changeStream", "resumeAfter", "_data").StringValueOK()
	s.openings = append(s.openings, token)
	if s.refusal != nil {
		return s.refusal
	}
	c := &cursor{next: len(s.events)}
	if token != "" {
		c.next, _ = strconv.Atoi(token)
	}
	if err := stages[1].Lookup("$match", "$or").Unmarshal(&c.match); err != nil {
		return failure(9)
	}
	s.last++
	s.cursors[s.last] = c
	s.fault = nil
	return s.batch(s.last, "firstBatch", asked.text("$db"), nil)
}

// more answers once there is something to tell, or the wait is over.
func (s *Streams) more(id int64, c *cursor, wait time.Duration) bson.D {
	for over, cuts := time.After(wait), s.cutsSoFar(); ; {
		s.mu.Lock()
		if s.cuts != cuts {
			s.mu.Unlock()
			return failure(0) // nobody gets it
		}
		grown, fault := s.grown, s.fault
		var told []bson.Raw
		for ; c.next < len(s.events); c.next++ {
			if c.wants(s.events[c.next]) {
				told = append(told, s.events[c.next])
			}
		}
		if fault != nil {
			delete(s.cursors, id)
			s.mu.Unlock()
			return fault
		}
		answer := s.batch(id, "nextBatch", "", told)
		s.mu.Unlock()
		if len(told) > 0 {
			return answer
		}
		select {
		case <-grown:
		case <-over:
			return answer
		}
	}
}

// batch is the answer that hands out events. The caller holds mu.
func (s *Streams) batch(id int64, key, database string, told []bson.Raw) bson.D {
	token := bson.D{{Key: "_data", Value: strconv.Itoa(s.cursors[id].next)}}
	return bson.D{{Key: "ok", Value: 1}, {Key: "cursor", Value: bson.D{
		{Key: "id", Value: id}, {Key: "ns", Value: database + ".$cmd.aggregate"},
		{Key: key, Value: append([]bson.Raw{}, told...)}, {Key: "postBatchResumeToken", Value: token},
	}}}
}

// note keeps what was looked for, and makes events of a write.
func (s *Streams) note(asked wire) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queries = append(s.queries, asked.queries()...)
	kinds := map[string]string{"insert": "documents", "update": "updates", "delete": "deletes"}
	key, writes := kinds[asked.name()]
	if !writes {
		return
	}
	for _, each := range asked.documents(key) {
		id := each.Lookup("_id")
		if key != "documents" {
			id = each.Lookup("q", "_id")
		}
		event, err := bson.Marshal(bson.D{
			{Key: "_id", Value: bson.D{{Key: "_data", Value: strconv.Itoa(len(s.events) + 1)}}},
			{Key: "operationType", Value: asked.name()},
			{Key: "ns", Value: bson.D{{Key: "db", Value: asked.text("$db")}, {Key: "coll", Value: asked.text(asked.name())}}},
			{Key: "documentKey", Value: bson.D{{Key: "_id", Value: id}}},
		})
		if err == nil {
			s.events = append(s.events, event)
		}
	}
	s.wake()
}

// wake is called with mu held.
func (s *Streams) wake() {
	close(s.grown)
	s.grown = make(chan struct{})
}
