package snapshot

import (
	"iter"
	"slices"
	"strings"
	"sync"
)

// run is a stretch of a list. What all of its objects are searched by lies in one
// text, which is made when somebody first searches, and kept with the run: a
// change makes one run anew and not the list.
type run struct {
	list []*listed

	once sync.Once
	text string
	ends []int // of each object's text
}

// textEnd stands behind each object's text. No search has it.
const textEnd = "\x00"

func (r *run) prepare(columns Columns) {
	r.once.Do(func() {
		var text strings.Builder
		for _, each := range r.list {
			each.read(columns)
			text.WriteString(each.text)
			text.WriteString(textEnd)
			r.ends = append(r.ends, text.Len())
		}
		r.text = text.String()
	})
}

// with yields the objects whose text contains another, which is in lower case.
func (r *run) with(text string, columns Columns) iter.Seq[*listed] {
	r.prepare(columns)
	return func(yield func(*listed) bool) {
		for from := 0; from < len(r.text); {
			at := strings.Index(r.text[from:], text)
			if at < 0 {
				return
			}
			i, _ := slices.BinarySearch(r.ends, from+at+1)
			if !yield(r.list[i]) {
				return
			}
			from = r.ends[i]
		}
	}
}
