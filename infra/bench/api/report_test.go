package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"academy/infra/program"
)

func measured() *results {
	return &results{
		Reads: []readResult{
			{Name: "settings", Encoding: "gzip", Nginx: 100, API: 59, Ratio: 0.59, judged: true},
			{Name: "programs", Encoding: "gzip", Nginx: 100, API: 60, Ratio: 0.6, judged: true},
			{Name: "media: picture", Encoding: "identity", Nginx: 100, API: 20, Ratio: 0.2},
		},
		Upload: &uploadResult{Bytes: 1 << 30, Took: 8 * time.Second, Growth: 65 << 20},
		Media: []mediaResult{
			{What: "photo", Way: "form", CPU: 6 * time.Second, Growth: 251 << 20},
			{What: "video", Way: "pieces", CPU: 6 * time.Second, Growth: 30 << 20, large: true},
		},
		Lists: []listResult{
			{List: "subscribers", View: "first page", AtOnce: 1, P50: 3 * time.Millisecond, P99: 151 * time.Millisecond,
				judged: true},
			{List: "subscribers", View: "last page", AtOnce: 1, P99: time.Second},
		},
		Memory: []memoryResult{{State: "idle", Memory: program.Memory{Resident: 70 << 20}}},
	}
}

func TestMissed_NamesWhatIsBelowItsBar(t *testing.T) {
	err := measured().missed(bars{ratio: 0.6, list: 150 * time.Millisecond, growth: 64, media: 250, cpu: 5 * time.Second})
	if err == nil {
		t.Fatal("nothing was missed")
	}
	lines := strings.Split(err.Error(), "\n")
	for i, want := range []string{
		"settings (gzip): 0.59", "subscribers, first page: p99 151.0 ms", "upload: memory grew by 65 MiB",
		"photo by form: memory grew by 251 MiB", "photo by form took 6.0 s of a processor",
	} {
		if len(lines) != 5 || !strings.HasPrefix(lines[i], want) {
			t.Errorf("%q, want %q first", lines, want)
		}
	}
	generous := bars{ratio: 0.5, list: time.Second, growth: 100, media: 260, cpu: 7 * time.Second}
	if err := measured().missed(generous); err != nil {
		t.Error(err)
	}
}

func TestPrint(t *testing.T) {
	var text, data bytes.Buffer
	if err := measured().print(&text, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| settings ", "| subscribers ", "| photo ", "stored in 8.0 s, 128 MiB a second"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if err := measured().print(&data, true); err != nil {
		t.Fatal(err)
	}
	var back results
	if err := json.Unmarshal(data.Bytes(), &back); err != nil || back.Memory[0].Resident != 70<<20 ||
		back.Upload.Growth != 65<<20 {
		t.Errorf("%v\n%s", err, data.String())
	}
}

func TestTable(t *testing.T) {
	got := table([][]string{{"é", "n"}, {"ab", "100"}}, 1)
	want := "| é  |   n |\n|----|----:|\n| ab | 100 |\n\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMissed_OfHistories(t *testing.T) {
	found := &results{History: &historyResult{Versions: 200, Texts: 100 << 20, File: 51 << 20, BSON: 50 << 20, Ratio: 2}}
	limits := bars{longer: 2, room: 0.5}
	err := found.missed(limits)
	if err == nil || err.Error() != "history: the database's files grew by 0.51 of all texts, the bar is 0.50" {
		t.Errorf("missed: %v", err)
	}
	found.History.File, found.History.Ratio = 1, 2.1
	if err := found.missed(limits); err == nil || !strings.Contains(err.Error(), "2.10 of the time") {
		t.Errorf("missed: %v", err)
	}
}
