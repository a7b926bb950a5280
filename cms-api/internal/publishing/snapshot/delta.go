package snapshot

import (
	"encoding/json"
	"slices"
)

// delta returns what turns base into s: all parts, the articles added or
// changed, newest first, and the ids of those that left, ascending. Changed
// names at least the ids of all articles that differ.
func (s *Snapshot) delta(base *Snapshot, changed map[string]struct{}) []byte {
	var articles []*entry
	removed := []string{}
	for id := range changed {
		then, was := base.byID.get(id)
		now, is := s.byID.get(id)
		switch {
		case is && (!was || !now.looksLike(then)):
			articles = append(articles, now)
		case was && !is:
			removed = append(removed, id)
		}
	}
	slices.SortFunc(articles, compare)
	slices.Sort(removed)

	dst := s.appendHead(nil, base)
	for i, e := range articles {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.appendHashed(dst, e.Summary)
	}
	dst = append(dst, `],"removed":`...)
	ids, err := json.Marshal(removed)
	if err != nil {
		// Strings always marshal.
		ids = []byte("[]")
	}
	return append(append(dst, ids...), '}')
}

// Whole returns the named articles with content and hash, in the order of ids and
// each once, as a JSON array. Ids that are not in the snapshot are left out. It
// ends before the article that would make it larger than most bytes, but has one
// at least.
func (s *Snapshot) Whole(ids []string, most int) []byte {
	dst := []byte{'['}
	added := make(map[string]struct{}, len(ids))
	for _, id := range ids {
		e, ok := s.byID.get(id)
		if _, again := added[id]; !ok || again {
			continue
		}
		if len(added) > 0 {
			if len(dst)+len(e.Full) > most {
				break
			}
			dst = append(dst, ',')
		}
		added[id] = struct{}{}
		dst = e.appendHashed(dst, e.Full)
	}
	return append(dst, ']')
}
