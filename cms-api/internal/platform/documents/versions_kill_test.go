package documents_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"academy/cms-api/internal/test/teststore"
)

const killEnv = "MONGODB_TEST_KILL"

// TestVersionsProcess is the process that TestVersions_KilledAtAnyMoment kills: it saves,
// deletes, takes back and purges, and says each time that it has.
func TestVersionsProcess(t *testing.T) {
	uri, name, wanted := strings.Cut(os.Getenv(killEnv), " ")
	if !wanted {
		return
	}
	docs := versioned((&teststore.Stores{MongoURI: uri}).Database(t, name))
	chance := rand.New(rand.NewPCG(rand.Uint64(), 1))
	for {
		if err := step(t.Context(), docs, fmt.Sprint("d", chance.IntN(3)), chance); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("done\n")
	}
}

// Whenever a process is killed, no version is without its save, no save without its version,
// and the next process finds nothing in its way.
func TestVersions_KilledAtAnyMoment(t *testing.T) {
	stores := teststore.Start(t)
	docs := versioned(stores.Database(t, "kill"))
	for range 8 {
		process := exec.Command(os.Args[0], "-test.run=^TestVersionsProcess$")
		process.Env = append(os.Environ(), killEnv+"="+stores.MongoURI+" "+stores.Name("kill"))
		out, err := process.StdoutPipe()
		if err == nil {
			err = process.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		steps := 5 + rand.IntN(30)
		lines := bufio.NewScanner(out)
		for range steps {
			if !lines.Scan() || lines.Text() != "done" {
				t.Fatalf("the process ended by itself: %s", lines.Text())
			}
		}
		_ = process.Process.Kill()
		_ = process.Wait()
		for id := range 3 {
			if err := checkHistory(t.Context(), docs, fmt.Sprint("d", id)); err != nil {
				t.Errorf("killed after %d steps: %v", steps, err)
			}
		}
	}
	purgeAll(t, docs, "d0", "d1", "d2")
}
