package snapshot

import (
	"encoding/json"
	"slices"
)

// maxDelta is how many articles a delta has at most: each is made and held for one reader,
// the whole for all of them.
const maxDelta = 100

// delta returns what turns base into s: all parts, the articles added or
// changed, newest first, and the ids of those that left, ascending; false when that is
// more than maxDelta.
func (s *Snapshot) delta(base *Snapshot) ([]byte, bool) {
	return s.differenceTo(base, (*entry).summary, func(p *part) bool { return p.Items != nil })
}

// differenceTo returns a delta with what shown returns of each article, and without those
// parts that have not changed and may be left out.
func (s *Snapshot) differenceTo(
	base *Snapshot, shown func(*entry) []byte, optional func(*part) bool,
) ([]byte, bool) {
	ids := differing(base.byID, s.byID)
	if len(ids) > maxDelta {
		return nil, false
	}
	var articles []*entry
	removed := []string{}
	for _, id := range ids {
		switch now := s.byID.get(id); {
		case now == nil:
			removed = append(removed, id)
		case !now.looksLike(base.byID.get(id)):
			articles = append(articles, now)
		}
	}
	slices.SortFunc(articles, compare)

	dst := s.appendHead(nil, base, optional)
	for i, e := range articles {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.appendHashed(dst, shown(e))
	}
	dst = append(dst, `],"removed":`...)
	gone, err := json.Marshal(removed)
	if err != nil {
		gone = []byte("[]") // strings always marshal
	}
	return append(append(dst, gone...), '}'), true
}

// Whole returns the named articles with content and hash, in the order of ids and
// each once, as a JSON array. Ids that are not in the snapshot are left out. It
// ends before the article that would make it larger than most bytes, but has one
// at least.
func (s *Snapshot) Whole(ids []string, most int) []byte {
	dst := []byte{'['}
	added := make(map[string]struct{}, len(ids))
	for _, id := range ids {
		e := s.byID.get(id)
		if _, again := added[id]; e == nil || again {
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
