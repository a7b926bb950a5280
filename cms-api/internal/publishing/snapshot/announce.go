package snapshot

import "context"

// A process that is killed between a write and telling of it has told nobody. When
// it starts again it loads that write, and has more than the others; two replicas
// that differ would publish in turns. So whoever starts announces the fingerprint
// of what it has loaded, and whoever has another one compares everything.

// announce tells the other replicas, once, what was loaded here.
func (s *Sync) announce(ctx context.Context) error {
	if s.announced > 0 {
		return nil
	}
	number, err := s.opts.State.loads.Append(ctx, s.opts.Store.Current().Fingerprint())
	s.announced = number
	return err
}

// hear compares everything when another process has loaded something else than
// what is here. When that is only because somebody has written since, nothing is
// found.
func (s *Sync) hear(ctx context.Context) error {
	fingerprints, last, complete, err := s.opts.State.loads.Since(ctx, s.heard)
	if err != nil {
		return err
	}
	differs := !complete
	for i, fingerprint := range fingerprints {
		own := last-int64(len(fingerprints)-1-i) == s.announced
		if !own && fingerprint != s.opts.Store.Current().Fingerprint() {
			differs = true
		}
	}
	if differs {
		if err := s.loadAll(ctx); err != nil {
			return err
		}
	}
	s.heard = last
	return nil
}
