// Command mongod stands in for MongoDB's server where its image cannot be had: it
// takes the command line of mongod, signs users in with SCRAM-SHA-256, lets them do
// what their roles allow, is initiated as a replica set, and hands everything else to
// the embedded store, which it starts.
//
// Of a replica set only the first member keeps data. The others listen, and answer as
// a server does that is in none.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

type server struct {
	file   string // where the state is
	socket string // where the store listens

	mu    sync.Mutex
	state state
}

func main() {
	set := flag.String("replSet", "", "replica set")
	key := flag.String("keyFile", "", "secret that members share")
	flag.Bool("bind_ip_all", true, "listen on all addresses, as this always does")
	flag.String("wiredTigerCacheSizeGB", "", "of no meaning here")
	port := flag.String("port", "27017", "where it listens")
	data := flag.String("dbpath", "/data/db", "folder of the data")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *set != setName || *key == "" {
		log.Fatalf("mongod: only --replSet %s with a --keyFile", setName)
	}
	if err := run(ctx, *key, *data, *port); err != nil {
		log.Fatal("mongod: ", err)
	}
}

func run(ctx context.Context, key, data, port string) error {
	info, err := os.Stat(key)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("permissions on %s are too open", key)
	}
	s := &server{file: filepath.Join(data, "state.json"), socket: filepath.Join(data, "store.sock")}
	if s.state, err = load(s.file); err != nil {
		return err
	}
	if len(s.state.Users) == 0 {
		if err := s.makeRoot(); err != nil {
			return err
		}
	}
	ended, err := s.startStore(ctx, data)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", ":"+port)
	if err != nil {
		return err
	}
	log.Print("mongod: waiting for connections")
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go s.serve(ctx, client)
		}
	}()
	err = <-ended
	return errors.Join(err, listener.Close())
}

// makeRoot makes the user that the entrypoint of MongoDB's image makes on an empty
// folder.
func (s *server) makeRoot() error {
	name := os.Getenv("MONGO_INITDB_ROOT_USERNAME")
	if name == "" {
		return nil
	}
	password, err := os.ReadFile(os.Getenv("MONGO_INITDB_ROOT_PASSWORD_FILE"))
	if err != nil {
		return err
	}
	return errors.Join(s.state.set("admin."+name, strings.TrimSpace(string(password)), ""), s.state.save(s.file))
}

// startStore returns when the store answers. Its end, which ctx brings about, is sent
// to the channel; it is an error otherwise.
func (s *server) startStore(ctx context.Context, data string) (<-chan error, error) {
	store := exec.CommandContext(ctx, "embedded", "--data-dir", filepath.Join(data, "store"),
		"--mongodb-listen", "unix:"+s.socket, "--s3-listen", "127.0.0.1:0", "--exit-with-stdin")
	store.Env = append(os.Environ(), "S3_ACCESS_KEY_ID=unused", "S3_SECRET_ACCESS_KEY=unused")
	store.Stderr = os.Stderr
	store.Cancel = func() error { return store.Process.Signal(syscall.SIGTERM) }
	output, err := store.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if _, err := store.StdinPipe(); err != nil { // which closes when this process is killed
		return nil, err
	}
	if err := store.Start(); err != nil {
		return nil, err
	}
	if _, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		return nil, errors.Join(errors.New("the store did not start"), store.Wait())
	}
	ended := make(chan error, 1)
	go func() {
		err := store.Wait()
		if ctx.Err() != nil {
			err = nil
		}
		ended <- err
	}()
	return ended, nil
}
