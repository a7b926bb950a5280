package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"

	"github.com/xdg-go/scram"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// state is what the server keeps of itself, in a file beside the data.
type state struct {
	Hosts []string // of the replica set; none before it is initiated
	Users map[string]user
}

// user is found by its database and name, such as "academy.academy".
type user struct {
	Credentials scram.StoredCredentials
	Database    string // which it may read and write; empty: it may do everything
}

func load(file string) (state, error) {
	loaded := state{Users: map[string]user{}}
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return loaded, nil
	}
	if err != nil {
		return loaded, err
	}
	return loaded, json.Unmarshal(text, &loaded)
}

func (s state) save(file string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

const iterations = 15000 // MongoDB's

func (s state) set(key, password, database string) error {
	client, err := scram.SHA256.NewClient(key, password, "")
	if err != nil {
		return err
	}
	credentials, err := client.GetStoredCredentialsWithError(scram.KeyFactors{Salt: rand.Text(), Iters: iterations})
	s.Users[key] = user{credentials, database}
	return err
}

// signIn answers the two or three commands of a SCRAM conversation.
func (c *connection) signIn(asked request) bson.M {
	if asked.name() == "saslStart" {
		database := asked.text("$db")
		server, err := scram.SHA256.NewServer(func(name string) (scram.StoredCredentials, error) {
			known, found := c.state.Users[database+"."+name]
			if !found {
				return scram.StoredCredentials{}, errors.New("no such user")
			}
			return known.Credentials, nil
		})
		if err != nil || asked.text("mechanism") != "SCRAM-SHA-256" {
			return refusal(334, "MechanismUnavailable", "only SCRAM-SHA-256")
		}
		c.conversation, c.database = server.NewConversation(), database
	}
	if c.conversation == nil {
		return refusal(17, "ProtocolError", "no conversation")
	}
	_, payload, _ := asked.command.Lookup("payload").BinaryOK()
	said, err := c.conversation.Step(string(payload))
	if err != nil {
		c.conversation = nil
		return refusal(18, "AuthenticationFailed", "Authentication failed.")
	}
	done := c.conversation.Done()
	if done {
		c.user, c.conversation = c.database+"."+c.conversation.Username(), nil
	}
	return bson.M{"conversationId": 1, "done": done, "payload": bson.Binary{Data: []byte(said)}, "ok": 1}
}
