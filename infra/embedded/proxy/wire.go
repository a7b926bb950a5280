package proxy

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/wiremessage"
)

const (
	headerBytes     = 16
	maxMessageBytes = 48_000_000 + 16<<10 // MongoDB's bound and room for what stands around a batch
	firstAllocation = 64 << 10            // more memory is taken only as bytes arrive
)

var errWire = errors.New("not a message of MongoDB's protocol")

// message is one OP_MSG or OP_QUERY. Its memory is not used again.
type message struct {
	raw       []byte
	id        int32
	opcode    wiremessage.OpCode
	flags     wiremessage.MsgFlag
	body      bson.Raw              // of an OP_MSG: the command
	sequences map[string][]bson.Raw // of an OP_MSG: the sections that hold lists of documents
}

// readMessage reads a message and parses it when it is an OP_MSG. What is inside of
// the documents is not validated.
func readMessage(r *bufio.Reader) (*message, error) {
	length, err := peekLength(r)
	if err != nil {
		return nil, err
	}
	buffer := bytes.NewBuffer(make([]byte, 0, min(length, firstAllocation)+bytes.MinRead))
	if _, err := io.CopyN(buffer, r, int64(length)); err != nil {
		return nil, err
	}
	m := &message{raw: buffer.Bytes()}
	_, m.id, _, m.opcode, _, _ = wiremessage.ReadHeader(m.raw)
	switch m.opcode {
	case wiremessage.OpMsg:
		return m, m.parse()
	case opQuery:
		return m, nil
	}
	return nil, fmt.Errorf("%w: %s is not in use", errWire, m.opcode)
}

// opQuery is the opcode of the message that drivers open a connection with. The driver's
// own name of it is deprecated, and the servers still get it.
const opQuery wiremessage.OpCode = 2004

// peekLength returns the length of the message that comes next.
func peekLength(r *bufio.Reader) (int, error) {
	header, err := r.Peek(headerBytes)
	if err != nil {
		return 0, err
	}
	length := int(int32(binary.LittleEndian.Uint32(header)))
	if length < headerBytes || length > maxMessageBytes {
		return 0, errWire
	}
	return length, nil
}

func (m *message) parse() error {
	flags, rest, ok := wiremessage.ReadMsgFlags(m.raw[headerBytes:])
	// No server has announced checksums, and of the other flags that a receiver must
	// know there is one only.
	const mustKnow = 1<<16 - 1
	if !ok || flags&mustKnow&^wiremessage.MoreToCome != 0 {
		return errWire
	}
	m.flags = flags
	for len(rest) > 0 {
		var kind wiremessage.SectionType
		kind, rest, _ = wiremessage.ReadMsgSectionType(rest)
		switch kind {
		case wiremessage.SingleDocument:
			var document bsoncore.Document
			document, rest, ok = wiremessage.ReadMsgSectionSingleDocument(rest)
			ok = ok && m.body == nil
			m.body = bson.Raw(document)
		case wiremessage.DocumentSequence:
			var name string
			var documents []bsoncore.Document
			name, documents, rest, ok = wiremessage.ReadMsgSectionDocumentSequence(rest)
			ok = ok && m.sequences[name] == nil
			m.addSequence(name, documents)
		default:
			ok = false
		}
		if !ok {
			return errWire
		}
	}
	if m.body == nil {
		return errWire
	}
	return nil
}

func (m *message) addSequence(name string, documents []bsoncore.Document) {
	if m.sequences == nil {
		m.sequences = map[string][]bson.Raw{}
	}
	list := make([]bson.Raw, len(documents))
	for i, each := range documents {
		list[i] = bson.Raw(each)
	}
	m.sequences[name] = list
}

// command returns the name of the command and the value that stands with it.
func (m *message) command() (string, bson.RawValue) {
	first, err := m.body.IndexErr(0)
	if err != nil {
		return "", bson.RawValue{}
	}
	key, err := first.KeyErr()
	if err != nil {
		return "", bson.RawValue{}
	}
	value, err := first.ValueErr()
	if err != nil {
		return "", bson.RawValue{}
	}
	return key, value
}

func (m *message) database() string { return text(m.body, "$db") }

// collection returns what the command names, if it is a text.
func (m *message) collection() string {
	_, value := m.command()
	name, _ := value.StringValueOK()
	return name
}

// documents returns a list of the command, wherever in the message it stands.
func (m *message) documents(key string) []bson.Raw {
	if list, ok := m.sequences[key]; ok {
		return list
	}
	return documents(m.body, key)
}

// encode returns an OP_MSG with a command or an answer.
func encode(id, responseTo int32, body any) ([]byte, error) {
	raw, err := bson.Marshal(body)
	if err != nil {
		return nil, err
	}
	start, out := wiremessage.AppendHeaderStart(make([]byte, 0, len(raw)+32), id, responseTo, wiremessage.OpMsg)
	out = wiremessage.AppendMsgSectionType(wiremessage.AppendMsgFlags(out, 0), wiremessage.SingleDocument)
	out = append(out, raw...)
	return bsoncore.UpdateLength(out, start, int32(len(out))), nil
}

// peer is one end of a connection. It is used by one goroutine at a time.
type peer struct {
	conn   net.Conn
	in     *bufio.Reader
	lastID int32
}

func newPeer(conn net.Conn) *peer { return &peer{conn: conn, in: bufio.NewReader(conn)} }

func (p *peer) send(responseTo int32, body any) error {
	p.lastID++
	out, err := encode(p.lastID, responseTo, body)
	if err != nil {
		return err
	}
	_, err = p.conn.Write(out)
	return err
}

// call executes a command and returns the answer; an answer that says that it failed
// is a *commandError.
func (p *peer) call(command bson.D) (bson.Raw, error) {
	if err := p.send(0, command); err != nil {
		return nil, err
	}
	return p.answer()
}

func (p *peer) answer() (bson.Raw, error) {
	m, err := readMessage(p.in)
	if err != nil {
		return nil, err
	}
	if number(m.body, "ok") != 1 {
		return nil, &commandError{int32(number(m.body, "code")), text(m.body, "codeName"), text(m.body, "errmsg")}
	}
	return m.body, nil
}
