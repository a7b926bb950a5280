package main

import (
	"encoding/binary"
	"errors"
	"io"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// MongoDB's wire protocol, as much of it as commands and their answers take.
const (
	headerSize = 16
	maxMessage = 64 << 20

	opReply = 1    // answers opQuery
	opQuery = 2004 // with which drivers begin a connection
	opMsg   = 2013
)

var errProtocol = errors.New("this is not MongoDB's wire protocol")

func readMessage(r io.Reader) ([]byte, error) {
	message := make([]byte, headerSize)
	if _, err := io.ReadFull(r, message); err != nil {
		return nil, err
	}
	size := int(binary.LittleEndian.Uint32(message))
	if size < headerSize || size > maxMessage {
		return nil, errProtocol
	}
	message = append(message, make([]byte, size-headerSize)...)
	_, err := io.ReadFull(r, message[headerSize:])
	return message, err
}

// request is a message of a client, and the command in it.
type request struct {
	message []byte
	opcode  uint32
	command bson.Raw
}

func readRequest(r io.Reader) (request, error) {
	message, err := readMessage(r)
	if err != nil {
		return request{}, err
	}
	asked := request{message: message, opcode: binary.LittleEndian.Uint32(message[12:])}
	body := message[headerSize:]
	start := 4 + 1 // flags, and the kind of the first section: a document
	if asked.opcode == opQuery {
		start = 4 // flags
		for start < len(body) && body[start] != 0 {
			start++ // the collection's name
		}
		start += 1 + 4 + 4 // its end, how many to skip and to return
	}
	if start+4 > len(body) {
		return request{}, errProtocol
	}
	document := body[start:]
	size := int(binary.LittleEndian.Uint32(document))
	if size > len(document) {
		return request{}, errProtocol
	}
	asked.command = bson.Raw(document[:size])
	return asked, asked.command.Validate()
}

// name is what the command is called.
func (r request) name() string {
	first, err := r.command.IndexErr(0)
	if err != nil {
		return ""
	}
	return first.Key()
}

func (r request) text(keys ...string) string {
	text, _ := r.command.Lookup(keys...).StringValueOK()
	return text
}

// answered returns the message that answers the request.
func (r request) answered(document bson.M) ([]byte, error) {
	raw, err := bson.Marshal(document)
	if err != nil {
		return nil, err
	}
	number := binary.LittleEndian.AppendUint32
	message := append(make([]byte, 4, headerSize+20+len(raw)), r.message[4:8]...)
	message = append(message, r.message[4:8]...) // which request it answers
	if r.opcode == opQuery {
		message = number(message, opReply)
		message = append(message, make([]byte, 4+8+4)...) // flags, cursor, beginning
		message = number(message, 1)
	} else {
		message = append(number(message, opMsg), make([]byte, 4+1)...) // flags, kind of section
	}
	message = append(message, raw...)
	binary.LittleEndian.PutUint32(message, uint32(len(message)))
	return message, nil
}
