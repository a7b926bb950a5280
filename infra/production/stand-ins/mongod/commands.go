package main

import (
	"context"
	"log"
	"net"
	"time"

	"github.com/xdg-go/scram"
	"go.mongodb.org/mongo-driver/v2/bson"
)

const setName = "rs0"

// connection is a client's.
type connection struct {
	*server
	user         string // who has signed in
	conversation *scram.ServerConversation
	database     string // of the user who is signing in
}

// serve answers what a server answers for itself, and lets the store answer the rest.
func (s *server) serve(ctx context.Context, client net.Conn) {
	defer client.Close()
	store, err := (&net.Dialer{}).DialContext(ctx, "unix", s.socket)
	if err != nil {
		return
	}
	defer store.Close()
	c := connection{server: s}
	for {
		asked, err := readRequest(client)
		if err != nil {
			return
		}
		var answer []byte
		if document := c.answer(asked); document != nil {
			answer, err = asked.answered(document)
		} else if _, err = store.Write(asked.message); err == nil {
			answer, err = readMessage(store)
		}
		if err == nil {
			_, err = client.Write(answer)
		}
		if err != nil {
			return
		}
	}
}

// answer returns nil for what the store answers.
func (c *connection) answer(asked request) bson.M {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch asked.name() {
	case "hello", "isMaster", "ismaster":
		return c.hello(asked)
	case "saslStart", "saslContinue":
		return c.signIn(asked)
	case "ping", "endSessions":
		return bson.M{"ok": 1}
	case "buildInfo", "buildinfo":
		return bson.M{"version": "8.0.12", "versionArray": bson.A{8, 0, 12, 0}, "ok": 1}
	}
	who, known := c.state.Users[c.user]
	root := known && who.Database == ""
	if !known || !root && (administrative[asked.name()] || who.Database != asked.text("$db")) {
		return refusal(13, "Unauthorized", "not authorized on "+asked.text("$db")+" to execute "+asked.name())
	}
	if administrative[asked.name()] {
		return c.administer(asked)
	}
	if len(c.state.Hosts) == 0 {
		return refusal(10107, "NotWritablePrimary", "not primary")
	}
	return nil
}

// hello names no time-out of sessions: so drivers send none, and no retryable writes.
func (c *connection) hello(asked request) bson.M {
	hello := bson.M{
		"helloOk": true, "minWireVersion": 0, "maxWireVersion": 25, "localTime": time.Now(), "readOnly": false,
		"maxBsonObjectSize": 16 << 20, "maxMessageSizeBytes": 48 << 20, "maxWriteBatchSize": 100_000, "ok": 1,
	}
	primary := len(c.state.Hosts) > 0
	hello["isWritablePrimary"], hello["ismaster"], hello["secondary"] = primary, primary, false
	if primary {
		first := c.state.Hosts[0]
		hello["setName"], hello["setVersion"], hello["hosts"] = setName, 1, c.state.Hosts[:1]
		hello["primary"], hello["me"] = first, first
	} else {
		hello["isreplicaset"] = true
	}
	if asked.text("saslSupportedMechs") != "" {
		hello["saslSupportedMechs"] = bson.A{"SCRAM-SHA-256"}
	}
	return hello
}

var administrative = map[string]bool{
	"replSetGetStatus": true, "replSetInitiate": true, "createUser": true, "updateUser": true, "usersInfo": true,
}

// administer does what only root may.
func (c *connection) administer(asked request) bson.M {
	switch name := asked.name(); name {
	case "replSetGetStatus":
		if len(c.state.Hosts) == 0 {
			return refusal(94, "NotYetInitialized", "no replset config has been received")
		}
		return bson.M{"set": setName, "myState": 1, "members": c.state.Hosts, "ok": 1}
	case "replSetInitiate":
		var config struct {
			ID      string `bson:"_id"`
			Members []struct{ Host string }
		}
		if len(c.state.Hosts) > 0 {
			return refusal(23, "AlreadyInitialized", "already initialized")
		}
		if err := asked.command.Lookup(name).Unmarshal(&config); err != nil || config.ID != setName ||
			len(config.Members) == 0 {
			return refusal(93, "InvalidReplicaSetConfig", "not a configuration of "+setName)
		}
		for _, member := range config.Members {
			c.state.Hosts = append(c.state.Hosts, member.Host)
		}
		return c.saved()
	case "createUser", "updateUser":
		database := asked.text("$db")
		key := database + "." + asked.text(name)
		if _, there := c.state.Users[key]; there == (name == "createUser") {
			return refusal(51003, "Location51003", key+" is there already, or not at all")
		}
		if err := c.state.set(key, asked.text("pwd"), database); err != nil {
			return refusal(2, "BadValue", err.Error())
		}
		return c.saved()
	default: // usersInfo
		found := bson.A{}
		database, who := asked.text(name, "db"), asked.text(name, "user")
		if _, there := c.state.Users[database+"."+who]; there {
			found = append(found, bson.M{"_id": database + "." + who, "user": who, "db": database, "roles": bson.A{}})
		}
		return bson.M{"users": found, "ok": 1}
	}
}

func (c *connection) saved() bson.M {
	if err := c.state.save(c.file); err != nil {
		log.Print("mongod: ", err)
		return refusal(1, "InternalError", err.Error())
	}
	return bson.M{"ok": 1}
}

func refusal(code int, name, message string) bson.M {
	return bson.M{"ok": 0, "code": code, "codeName": name, "errmsg": message}
}
