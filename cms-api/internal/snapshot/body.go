package snapshot

// Body is one public representation, serialised and compressed at most once.
// It is immutable and safe for use by many requests at the same time.
type Body struct {
	identity []byte
}

// Identity returns the bytes as they are. Callers must not change them.
func (b *Body) Identity() []byte { return b.identity }
