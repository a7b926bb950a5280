package videofile

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/abema/go-mp4"
)

// searchBack is how far from its end a file's last fragment or cluster is looked
// for.
const searchBack = 32 << 20

// backwards calls each with the offsets of a pattern, the last one first, until
// it returns true.
func backwards(w *window, pattern []byte, each func(offset int64) (bool, error)) error {
	limit := max(0, w.size-searchBack)
	for end := w.size; end > limit; {
		start := max(limit, end-windowSize)
		// Chunks overlap, so that a pattern across their border is found.
		chunk, err := w.bytes(start, int(end-start))
		if err != nil {
			return err
		}
		chunk = bytes.Clone(chunk)
		for {
			at := bytes.LastIndex(chunk, pattern)
			if at < 0 {
				break
			}
			done, err := each(start + int64(at))
			if done || err != nil {
				return err
			}
			chunk = chunk[:at+len(pattern)-1]
		}
		if start == limit {
			return nil
		}
		end = start + int64(len(pattern)) - 1
	}
	return nil
}

// lastFragment returns when the last fragment of a fragmented file ends. Recordings of
// browsers and of some cameras have no other duration.
func (m *movie) lastFragment() (float64, error) {
	var seconds float64
	err := backwards(m.w, []byte("moof"), func(offset int64) (bool, error) {
		b, err := boxAt(m.w, offset-4, m.w.size)
		if err != nil || b.end-b.body > maxBox {
			return false, soft(err)
		}
		err = m.walk(b.body, b.end, func(b box) error {
			if b.kind != "traf" {
				return nil
			}
			end, err := m.trackEnd(b)
			seconds = max(seconds, end)
			return err
		})
		return seconds > 0, soft(err)
	})
	return seconds, err
}

// soft returns nil for a DamagedError, which means that the pattern was found in other
// data.
func soft(err error) error {
	var notIt *DamagedError
	if errors.As(err, &notIt) {
		return nil
	}
	return err
}

// trackEnd returns when a track's part of a fragment ends.
func (m *movie) trackEnd(traf box) (float64, error) {
	var track, perSample uint32
	var ticks uint64
	err := m.walk(traf.body, traf.end, func(b box) error {
		switch b.kind {
		case "tfhd", "tfdt":
			head, err := m.read(b)
			switch head := head.(type) {
			case *mp4.Tfhd:
				track, perSample = head.TrackID, head.DefaultSampleDuration
			case *mp4.Tfdt:
				ticks += head.GetBaseMediaDecodeTime()
			}
			return err
		case "trun":
			run, err := m.runTicks(b, perSample)
			ticks += run
			return err
		}
		return nil
	})
	scale := m.scales[track]
	if err != nil || scale == 0 {
		return 0, err
	}
	return float64(ticks) / float64(scale), nil
}

// runTicks returns how long a run of samples lasts. Each sample's own duration
// is there only when a flag says so.
func (m *movie) runTicks(b box, perSample uint32) (uint64, error) {
	const ownDuration, smallestSample = 0x100, 4
	head, err := m.w.bytes(b.body, 8)
	if err != nil {
		return 0, err
	}
	flags, count := binary.BigEndian.Uint32(head)&0xffffff, binary.BigEndian.Uint32(head[4:])
	if flags&ownDuration == 0 {
		return uint64(count) * uint64(perSample), nil
	}
	if int64(count) > (b.end-b.body)/smallestSample {
		return 0, damaged("a run of samples is cut off")
	}
	run, err := m.read(b)
	if err != nil {
		return 0, err
	}
	var ticks uint64
	for _, sample := range run.(*mp4.Trun).Entries {
		ticks += uint64(sample.SampleDuration)
	}
	return ticks, nil
}
