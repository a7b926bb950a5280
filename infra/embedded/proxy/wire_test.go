package proxy

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/wiremessage"
)

func marshal(t testing.TB, document any) bson.Raw {
	t.Helper()
	raw, err := bson.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// encodeSequence is a command whose documents stand in a section of their own, as
// drivers send them.
func encodeSequence(t testing.TB, body any, name string, documents ...any) []byte {
	t.Helper()
	start, out := wiremessage.AppendHeaderStart(nil, 1, 0, wiremessage.OpMsg)
	out = wiremessage.AppendMsgSectionType(wiremessage.AppendMsgFlags(out, 0), wiremessage.SingleDocument)
	out = append(out, marshal(t, body)...)
	out = wiremessage.AppendMsgSectionType(out, wiremessage.DocumentSequence)
	section, out := bsoncore.ReserveLength(out)
	out = append(append(out, name...), 0)
	for _, each := range documents {
		out = append(out, marshal(t, each)...)
	}
	out = bsoncore.UpdateLength(out, section, int32(len(out))-section)
	return bsoncore.UpdateLength(out, start, int32(len(out)))
}

func encodeCommand(t testing.TB, body any) []byte {
	t.Helper()
	out, err := encode(1, 0, body)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func read(data []byte) (*message, error) { return readMessage(bufio.NewReader(bytes.NewReader(data))) }

func TestMessagesAreRead(t *testing.T) {
	m, err := read(encodeSequence(t, bson.D{{Key: "insert", Value: "c"}, {Key: "$db", Value: "test"}}, "documents",
		bson.D{{Key: "_id", Value: 1}}, bson.D{}))
	if err != nil {
		t.Fatal(err)
	}
	name, _ := m.command()
	if name != "insert" || m.collection() != "c" || m.database() != "test" || len(m.documents("documents")) != 2 {
		t.Fatalf("read %s of %s.%s with %d documents", name, m.database(), m.collection(), len(m.documents("documents")))
	}
}

func TestWhatIsNoMessageIsRefused(t *testing.T) {
	whole := encodeCommand(t, bson.D{{Key: "ping", Value: 1}})
	changed := func(at int, value byte) []byte {
		data := bytes.Clone(whole)
		data[at] = value
		return data
	}
	for name, data := range map[string][]byte{
		"nothing":            {},
		"a header only":      whole[:headerBytes],
		"cut short":          whole[:len(whole)-1],
		"too short a length": changed(0, headerBytes-1),
		"too long a length":  changed(3, 0x7f),
		"a negative length":  changed(3, 0xff),
		"compressed":         changed(12, 0xdc),
		"a checksum":         changed(16, 1),
		"an unknown flag":    changed(16, 4),
		"an unknown section": changed(20, 9),
		"a long document":    changed(21, 0x40),
		"no document":        append(binary.LittleEndian.AppendUint32(nil, 20), whole[4:20]...),
	} {
		if m, err := read(data); err == nil {
			t.Errorf("%s: read %v", name, m)
		}
	}
}

// Conditions that are nested deeply use no more than a bounded depth of the stack.
func TestDeepNestingIsRefused(t *testing.T) {
	filter := bson.D{{Key: "a", Value: 1}}
	for range 10 * maxDepth {
		filter = bson.D{{Key: "$and", Value: bson.A{filter}}}
	}
	if _, err := compile(marshal(t, filter), 0); err == nil {
		t.Fatal("accepted")
	}
}

// FuzzMessage reads whatever comes and whatever is asked of it before FerretDB sees it.
func FuzzMessage(f *testing.F) {
	body := func(name string, more ...bson.E) bson.D {
		return append(bson.D{{Key: name, Value: "c"}, {Key: "$db", Value: "test"}}, more...)
	}
	filter := bson.D{{Key: "_id", Value: "x"},
		{Key: "$or", Value: bson.A{bson.D{{Key: "n", Value: bson.D{{Key: "$in", Value: bson.A{1, "a"}}}}}}}}
	f.Add(encodeCommand(f, body("ping")))
	f.Add(encodeCommand(f, body("findAndModify", bson.E{Key: "query", Value: filter},
		bson.E{Key: "update", Value: filter})))
	f.Add(encodeSequence(f, body("insert"), "documents", filter, bson.D{}))
	f.Add(encodeSequence(f, body("update"), "updates",
		bson.D{{Key: "q", Value: filter}, {Key: "u", Value: filter}, {Key: "multi", Value: true}}))
	f.Add(encodeCommand(f, body("aggregate", bson.E{Key: "pipeline", Value: bson.A{
		bson.D{{Key: "$changeStream", Value: bson.D{{Key: "resumeAfter",
			Value: bson.D{{Key: "_data", Value: strings.Repeat("0", 34)}}}}}},
		bson.D{{Key: "$match", Value: bson.D{{Key: "ns.coll", Value: bson.D{{Key: "$regex", Value: "^a"}}}}}},
		bson.D{{Key: "$project", Value: bson.D{{Key: "ns.coll", Value: 1}}}},
	}})))
	f.Add(encodeCommand(f, body("createIndexes", bson.E{Key: "indexes", Value: bson.A{bson.D{
		{Key: "key", Value: bson.D{{Key: "a", Value: 1}}}, {Key: "name", Value: "a"}, {Key: "expireAfterSeconds", Value: 1},
		{Key: "partialFilterExpression", Value: bson.D{{Key: "a", Value: bson.D{{Key: "$exists", Value: true}}}}},
	}}})))
	f.Add([]byte("\x10\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := read(data)
		if err != nil {
			return
		}
		_ = refuseOptions(m.body)
		_ = m.database() + m.collection()
		stages := append(m.documents("pipeline"), m.documents("updates")...)
		for _, each := range append(append(stages, m.documents("indexes")...), m.documents("documents")...) {
			s := &stream{}
			if s.pipeline([]bson.Raw{each}) == nil {
				s.wanted(each)
				s.projection.of(each)
			}
			_ = s.begin(document(each, "$changeStream"), newHistory(1, 1))
			if checkIndex(each) == nil {
				_, _ = compareIndex(each, []bson.Raw{each})
				_ = stripIndex(each)
			}
			_, _ = idOf(document(each, "q"))
			_ = replacement(with(each, "q", 1, "upsert"), bson.RawValue{})
			if !has(each, "_id") {
				_ = withID(each)
			}
		}
	})
}
