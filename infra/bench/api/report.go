package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"academy/infra/program"
)

// results is everything that was measured. Times are in nanoseconds, sizes in
// bytes.
type results struct {
	Processors int            `json:"processors"`
	Articles   int            `json:"articles"`
	Leads      int            `json:"leads"`
	Reads      []readResult   `json:"reads"`
	Upload     *uploadResult  `json:"upload"`
	Media      []mediaResult  `json:"media"`
	Lists      []listResult   `json:"lists"`
	Peers      []peerResult   `json:"peers"`
	Apart      bool           `json:"apart"` // PocketBase and cms-api had half of the processors, the client the other
	ListsReady time.Duration  `json:"lists_ready_ns"`
	Backup     *backupResult  `json:"backup"`
	Saves      *saveResult    `json:"saves"`
	Beside     []besideResult `json:"beside"`
	History    *historyResult `json:"history"`
	Forms      *formResult    `json:"forms"`
	Memory     []memoryResult `json:"memory"`
}

type readResult struct {
	Name     string  `json:"name"`
	Encoding string  `json:"encoding"`
	Bytes    int     `json:"bytes"`
	Nginx    float64 `json:"nginx"`
	API      float64 `json:"api"`
	Ratio    float64 `json:"ratio"` // the median of the rounds' ratios
	judged   bool
}

type memoryResult struct {
	State string `json:"state"`
	program.Memory
}

func newResults(o options) *results {
	return &results{Processors: runtime.NumCPU(), Articles: o.articles, Leads: o.leads}
}

func (r *results) addReads(subjects []*subject) {
	for _, s := range subjects {
		for _, v := range s.variants {
			r.Reads = append(r.Reads, readResult{
				Name: s.name, Encoding: v.encoding, Bytes: len(v.body), judged: s.judged,
				Nginx: median(v.nginx), API: median(v.api), Ratio: median(ratios(v.api, v.nginx)),
			})
		}
	}
}

// missed is an error that names everything below its bar.
func (r *results) missed(b bars) error {
	var failed []error
	miss := func(format string, values ...any) { failed = append(failed, fmt.Errorf(format, values...)) }
	for _, read := range r.Reads {
		if read.judged && read.Ratio < b.ratio {
			miss("%s (%s): %.2f of nginx, the bar is %.2f", read.Name, read.Encoding, read.Ratio, b.ratio)
		}
	}
	for _, read := range r.Peers {
		if read.Ratio < read.bar {
			miss("%s: %.1f times PocketBase, the bar is %.0f", read.Name, read.Ratio, read.bar)
		}
	}
	for _, list := range r.Lists {
		if list.judged && list.P99 > b.list {
			miss("%s, %s: p99 %s, the bar is %s", list.List, list.View, milliseconds(list.P99), b.list)
		}
	}
	if r.Upload != nil && r.Upload.Growth > b.growth<<20 {
		miss("upload: memory grew by %s, the bar is %d MiB", mebibytes(r.Upload.Growth), b.growth)
	}
	for _, m := range r.Media {
		if m.Growth > b.media<<20 {
			miss("%s by %s: memory grew by %s, the bar is %d MiB", m.What, m.Way, mebibytes(m.Growth), b.media)
		}
		if m.CPU > b.cpu && !m.large {
			miss("%s by %s took %.1f s of a processor, the bar is %s", m.What, m.Way, m.CPU.Seconds(), b.cpu)
		}
	}
	if r.Backup != nil {
		failed = append(failed, r.Backup.missed(r.Leads))
	}
	if r.Saves != nil {
		failed = append(failed, r.Saves.missed(b.save))
	}
	if r.History != nil {
		failed = append(failed, r.History.missed(b.longer, b.room))
	}
	if r.Forms != nil {
		failed = append(failed, r.Forms.missed(b.form))
	}
	return errors.Join(failed...)
}

// print writes Markdown, or JSON.
func (r *results) print(to io.Writer, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(to)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	}
	_, err := io.WriteString(to, r.markdown())
	return err
}

func (r *results) markdown() string {
	var b strings.Builder
	if len(r.Reads) > 0 {
		fmt.Fprintf(&b, "Reads with %d articles, `wrk -t2 -c32`, on %d processors, against nginx serving the same bytes:\n\n", r.Articles,
			r.Processors)
		rows := [][]string{{"read", "encoding", "bytes", "nginx/s", "cms-api/s", "ratio"}}
		for _, read := range r.Reads {
			rows = append(rows, []string{
				read.Name, read.Encoding, fmt.Sprint(read.Bytes),
				fmt.Sprintf("%.0f", read.Nginx), fmt.Sprintf("%.0f", read.API), fmt.Sprintf("%.2f", read.Ratio),
			})
		}
		b.WriteString(table(rows, 2))
	}
	if len(r.Peers) > 0 {
		fmt.Fprintf(&b, "The same %d articles, `wrk -t2 -c32`, on %d processors", r.Articles, r.Processors)
		if r.Apart {
			b.WriteString(", half of them for the server that is asked and half for wrk")
		}
		b.WriteString(", against PocketBase:\n\n")
		rows := [][]string{
			{"read", "bytes there", "bytes here", "PocketBase/s", "cms-api/s", "times", "µs of processor there", "here"},
		}
		for _, read := range r.Peers {
			rows = append(rows, []string{
				read.Name, fmt.Sprint(read.PeerBytes), fmt.Sprint(read.Bytes),
				fmt.Sprintf("%.0f", read.Peer), fmt.Sprintf("%.0f", read.API), fmt.Sprintf("%.1f", read.Ratio),
				fmt.Sprintf("%.0f", read.PeerCPU), fmt.Sprintf("%.1f", read.APICPU),
			})
		}
		b.WriteString(table(rows, 1))
	}
	if len(r.Media) > 0 {
		b.WriteString("Files for the media library, each in a new process, with the decoder's memory:\n\n")
		rows := [][]string{{"file", "by", "size", "stored in", "processor time", "memory grew by", "to"}}
		for _, m := range r.Media {
			rows = append(rows, []string{
				m.What, m.Way, mebibytes(m.Bytes), fmt.Sprintf("%.1f s", m.Took.Seconds()),
				fmt.Sprintf("%.1f s", m.CPU.Seconds()), mebibytes(m.Growth), mebibytes(m.Peak),
			})
		}
		b.WriteString(table(rows, 2))
	}
	if r.Upload != nil {
		u := r.Upload
		fmt.Fprintf(&b, "A video of %s was stored in %.1f s, %.0f MiB a second", mebibytes(u.Bytes), u.Took.Seconds(),
			float64(u.Bytes>>20)/u.Took.Seconds())
		if program.Measurable() {
			fmt.Fprintf(&b, ", in which the memory of cms-api grew by at most %s and that of the embedded stores by %s",
				mebibytes(u.Growth), mebibytes(u.Stores))
		}
		fmt.Fprintf(&b, "; its file was gone %s after it was deleted.\n\n", milliseconds(u.RemovedIn))
	}
	if len(r.Lists) > 0 {
		fmt.Fprintf(&b, "The staff's lists with %d leads of each kind, 100 to a page; all of them were quick %.1f s after a start:\n\n", r.Leads,
			r.ListsReady.Seconds())
		rows := [][]string{{"list", "view", "people", "p50", "p99"}}
		for _, list := range r.Lists {
			rows = append(rows, []string{
				list.List, list.View, fmt.Sprint(list.AtOnce), milliseconds(list.P50), milliseconds(list.P99),
			})
		}
		b.WriteString(table(rows, 2))
	}
	if r.Backup != nil {
		b.WriteString(r.Backup.markdown())
	}
	if len(r.Beside) > 0 {
		b.WriteString(besideMarkdown(r.Beside, r.Leads))
	}
	if r.Saves != nil {
		b.WriteString(r.Saves.markdown(r.Articles))
	}
	if r.History != nil {
		b.WriteString(r.History.markdown())
	}
	if r.Forms != nil {
		b.WriteString(r.Forms.markdown(r.Leads))
	}
	if program.Measurable() {
		b.WriteString("Memory of cms-api (resident; of it heap and stacks; private; largest since the row above):\n\n")
		rows := [][]string{{"state", "resident", "anonymous", "private", "peak"}}
		for _, m := range r.Memory {
			rows = append(rows, []string{
				m.State, mebibytes(m.Resident), mebibytes(m.Anonymous), mebibytes(m.Private), mebibytes(m.Peak),
			})
		}
		b.WriteString(table(rows, 1))
	} else {
		b.WriteString("Memory was not measured: this machine does not tell it in /proc.\n")
	}
	return b.String()
}

// table writes rows, the first of which is the head; the columns from numbers on
// stand to the right.
func table(rows [][]string, numbers int) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for at, row := range rows {
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i >= numbers {
				cell = space + cell
			} else {
				cell += space
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
		if at > 0 {
			continue
		}
		for i, width := range widths {
			if i >= numbers {
				b.WriteString("|" + strings.Repeat("-", width+1) + ":")
			} else {
				b.WriteString("|" + strings.Repeat("-", width+2))
			}
		}
		b.WriteString("|\n")
	}
	return b.String() + "\n"
}

func mebibytes(size int64) string { return fmt.Sprintf("%.0f MiB", float64(size)/(1<<20)) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
