package teststore

import (
	"encoding/binary"
	"errors"
	"io"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/wiremessage"
)

// wire is one message of MongoDB's protocol: its bytes and, of one that asks, what
// it asks.
type wire struct {
	bytes   []byte
	id      int32
	opcode  wiremessage.OpCode
	command bson.Raw
	// more are documents that belong to the command and stand after it.
	more []bsoncore.Document
}

const (
	longest = 64 << 20
	// opQuery is how every driver still begins a connection.
	opQuery wiremessage.OpCode = 2004
)

var errWire = errors.New("this is no message of MongoDB's protocol")

// readWire reads one message that asks something.
func readWire(from io.Reader) (wire, error) {
	bytes, err := readMessage(from)
	if err != nil {
		return wire{}, err
	}
	m := wire{bytes: bytes}
	var rest []byte
	_, m.id, _, m.opcode, rest, _ = wiremessage.ReadHeader(bytes)
	return m, m.parse(rest)
}

// readMessage reads one message of any kind.
func readMessage(from io.Reader) ([]byte, error) {
	head := make([]byte, 4, 16)
	if _, err := io.ReadFull(from, head); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(head)
	if length < 16 || length > longest {
		return nil, errWire
	}
	message := append(head, make([]byte, length-4)...)
	_, err := io.ReadFull(from, message[4:])
	return message, err
}

func (m *wire) parse(rest []byte) error {
	_, rest, ok := wiremessage.ReadMsgFlags(rest) // those of OP_QUERY are as long
	if m.opcode == opQuery {
		_, rest, _ = bsoncore.ReadKey(rest) // the collection
		document, _, ok := bsoncore.ReadDocument(rest[8:])
		m.command = bson.Raw(document)
		return unless(ok)
	}
	for ok && len(rest) > 0 {
		var kind wiremessage.SectionType
		kind, rest, _ = wiremessage.ReadMsgSectionType(rest)
		if kind == wiremessage.SingleDocument {
			var document bsoncore.Document
			document, rest, ok = wiremessage.ReadMsgSectionSingleDocument(rest)
			m.command = bson.Raw(document)
			continue
		}
		_, m.more, rest, ok = wiremessage.ReadMsgSectionDocumentSequence(rest)
	}
	return unless(ok)
}

func unless(ok bool) error {
	if ok {
		return nil
	}
	return errWire
}

// name is what is asked for.
func (m wire) name() string {
	first, err := m.command.IndexErr(0)
	if err != nil {
		return ""
	}
	return first.Key()
}

// kind is the command, and for a change stream Streaming.
func (m wire) kind() string {
	if stages := m.documents("pipeline"); len(stages) > 0 &&
		stages[0].Lookup(Streaming).Type == bson.TypeEmbeddedDocument {
		return Streaming
	}
	return m.name()
}

func (m wire) text(keys ...string) string {
	text, _ := m.command.Lookup(keys...).StringValueOK()
	return text
}

// documents are those that belong to the command under a key, wherever they stand.
func (m wire) documents(key string) []bson.Raw {
	var all []bson.Raw
	for _, each := range m.more {
		all = append(all, bson.Raw(each))
	}
	if list, ok := m.command.Lookup(key).ArrayOK(); ok {
		values, _ := list.Values()
		for _, each := range values {
			all = append(all, each.Document())
		}
	}
	return all
}

// Query is what a command says of the documents that it is for.
type Query struct {
	Collection   string
	Filter, Sort bson.Raw // nil where it says nothing
}

// queries are those of a command.
func (m wire) queries() []Query {
	within := func(document bson.Raw, filter, sort string) Query {
		q := Query{Collection: m.text(m.name())}
		q.Filter, _ = document.Lookup(filter).DocumentOK()
		q.Sort, _ = document.Lookup(sort).DocumentOK()
		return q
	}
	var all []Query
	switch name := m.name(); name {
	case "find":
		all = append(all, within(m.command, "filter", "sort"))
	case "count", "distinct", "findAndModify":
		all = append(all, within(m.command, "query", "sort"))
	case "update", "delete":
		for _, each := range m.documents(name + "s") {
			all = append(all, within(each, "q", "sort"))
		}
	case "aggregate":
		for _, stage := range m.documents("pipeline") {
			if match, ok := stage.Lookup("$match").DocumentOK(); ok {
				all = append(all, Query{Collection: m.text(name), Filter: match})
			}
		}
	}
	return all
}

// answer is the message that answers m.
func (m wire) answer(document any) ([]byte, error) {
	raw, err := bson.Marshal(document)
	if err != nil {
		return nil, err
	}
	if m.opcode == opQuery {
		at, out := wiremessage.AppendHeaderStart(nil, m.id, m.id, wiremessage.OpReply)
		out = append(out, make([]byte, 4+8+4)...) // flags, cursor, beginning
		out = wiremessage.AppendReplyNumberReturned(out, 1)
		return bsoncore.UpdateLength(append(out, raw...), at, int32(len(out)+len(raw))), nil
	}
	at, out := wiremessage.AppendHeaderStart(nil, m.id, m.id, wiremessage.OpMsg)
	out = wiremessage.AppendMsgSectionType(wiremessage.AppendMsgFlags(out, 0), wiremessage.SingleDocument)
	return bsoncore.UpdateLength(append(out, raw...), at, int32(len(out)+len(raw))), nil
}
