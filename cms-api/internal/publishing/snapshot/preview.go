package snapshot

// Preview is what the public would see of documents that are not stored as they are here.
type Preview struct {
	Articles []Article // each id at most once
	Parts    []Part
}

// Preview returns the current snapshot as it would be with other articles and parts, which
// changes nothing; nil until the content was first loaded.
func (s *Store) Preview(other Preview) *Snapshot {
	base := s.Current()
	if base == nil {
		return nil
	}
	e := edit{timed: map[string]*entry{}, base: base, now: s.clock.Now()}
	for _, article := range other.Articles {
		e.put(article)
	}
	e.parts(other.Parts)
	preview, _ := e.snapshot(base.revision)
	return preview
}

// WholeSince returns what turns base into s, as GET /api/snapshot?since= answers it but with
// the articles' content and without parts that are the same; false when more has changed
// than a delta is for.
func (s *Snapshot) WholeSince(base *Snapshot) ([]byte, bool) {
	return s.differenceTo(base, func(e *entry) []byte { return e.Full }, func(*part) bool { return true })
}

// PreviewSource returns the parts that a source's collection is shown in as they would be
// with a document of that id in the place of what is stored, which changes nothing.
func PreviewSource[E any](s *Source[E], id string, value E) ([]Part, error) {
	t := s.together
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting > 0 {
		return nil, NotLoaded()
	}
	if was, known := s.all[id]; known {
		defer func() { s.all[id] = was }()
	} else {
		defer delete(s.all, id)
	}
	s.all[id] = Known[E]{Value: value}
	parts, _, err := t.parts(t.store.clock.Now())
	return parts, err
}
