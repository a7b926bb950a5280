package snapshot

// Snapshot is what the public may see at one moment. It never changes.
type Snapshot struct {
	fingerprint string
	revision    int64
}

// Fingerprint returns 64 hexadecimal digits that stand for the content. Equal
// content has an equal fingerprint on every replica and after every restart.
func (s *Snapshot) Fingerprint() string { return s.fingerprint }

// Revision returns the content revision at which this content was seen. It
// grows with every write, but is not part of the fingerprint.
func (s *Snapshot) Revision() int64 { return s.revision }

// Body returns a public representation by name, or nil when there is none:
//
//	settings                      a part
//	page_content:home/hero        a view of a part
//	articles?limit=20&offset=0    summaries, newest first
//	article:<slug>                one whole article
//	snapshot                      everything but the articles' content
func (s *Snapshot) Body(name string) *Body { return nil }
