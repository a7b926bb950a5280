package videofile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"

	"github.com/abema/go-mp4"
)

const (
	maxBoxes = 20_000  // read of one file
	maxBox   = 1 << 20 // read into memory
)

// box is one box of an MP4 file.
type box struct {
	kind      string
	body, end int64 // offsets in the file
}

// boxAt reads the header of the box at an offset. Its end is not beyond limit.
func boxAt(w *window, offset, limit int64) (box, error) {
	info, err := mp4.ReadBoxInfo(io.NewSectionReader(w, offset, limit-offset))
	if errors.Is(err, errTooMuch) {
		return box{}, err
	}
	if err != nil || info.Size < info.HeaderSize || info.Size > uint64(limit-offset) {
		return box{}, damaged("its part at byte %d is cut off", offset)
	}
	return box{info.Type.String(), offset + int64(info.HeaderSize), offset + int64(info.Size)}, nil
}

// movie is what an MP4 file says about itself.
type movie struct {
	w          *window
	boxes      int
	found      bool // there is a moov
	content    bool // an mdat
	slowStart  bool // the mdat stands before the moov
	pictures   bool // and a track of pictures in it
	fragmented bool
	codec      string // that of the pictures, where browsers do not play it
	odd        bool   // the moov has something that MP4 does not allow
	seconds    float64
	scale      uint32
	track      uint32            // the id of the one that is being read
	scales     map[uint32]uint32 // ticks a second, by track
}

// readMP4 reads what MP4 and QuickTime have in common. Unknown structures in the
// index of a QuickTime file are ignored, because the format has many variants.
func readMP4(w *window, quickTime bool) (Info, error) {
	m := &movie{w: w, scales: map[uint32]uint32{}}
	err := m.walk(0, w.size, func(b box) error {
		m.content = m.content || b.kind == "mdat"
		if b.kind != "moov" {
			return nil
		}
		m.found, m.slowStart = true, m.content
		err := m.walk(b.body, b.end, m.inMoov)
		if quickTime && soft(err) == nil {
			m.odd = m.odd || err != nil
			err = nil
		}
		if err != nil {
			return err
		}
		if m.fragmented {
			return errEnough // there may be many fragments; the last one has the end
		}
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return Info{}, err
	case !m.found:
		return Info{}, damaged("it has no index (moov)")
	case !m.pictures && !(quickTime && m.odd):
		return Info{}, damaged("it has no pictures")
	case m.codec != "":
		return Info{}, &CodecError{m.codec}
	case m.seconds == 0 && m.fragmented:
		m.seconds, err = unlessTooMuch(m.lastFragment())
	}
	return Info{m.seconds, m.slowStart}, err
}

// errEnough ends a walk early.
var errEnough = errors.New("enough is known")

func (m *movie) walk(from, to int64, each func(box) error) error {
	const header = 8 // less is padding
	for at := from; to-at >= header; {
		if m.boxes++; m.boxes > maxBoxes {
			return errTooMuch
		}
		b, err := boxAt(m.w, at, to)
		if err != nil {
			return err
		}
		if err := each(b); err != nil {
			return err
		}
		at = b.end
	}
	return nil
}

func (m *movie) inMoov(b box) error {
	switch b.kind {
	case "trak", "mdia":
		return m.walk(b.body, b.end, m.inMoov)
	case "minf", "stbl":
		// Only the codec is read of them, so that what else is odd in them is no harm.
		if err := m.walk(b.body, b.end, m.inMoov); soft(err) != nil {
			return err
		}
	case "stsd":
		const entry = 8 // its version and number of entries stand before the first
		if b.end-b.body >= entry+8 {
			head, err := m.w.bytes(b.body+entry, 8)
			if err != nil {
				return err
			}
			m.codec = cmp.Or(unplayable[string(head[4:])], m.codec)
		}
	case "cmov": // a compressed index
		m.odd = true
	case "mvex":
		m.fragmented = true
		return m.walk(b.body, b.end, m.inMoov)
	case "hdlr":
		handler, err := m.w.bytes(b.body, 12)
		if err != nil {
			return err
		}
		m.pictures = m.pictures || string(handler[8:12]) == "vide"
	case "mvhd", "mehd", "tkhd", "mdhd":
		head, err := m.read(b)
		if err != nil {
			return err
		}
		switch head := head.(type) {
		case *mp4.Mvhd:
			m.scale = head.Timescale
			m.note(head.GetDuration(), head.GetVersion())
		case *mp4.Mehd:
			m.note(head.GetFragmentDuration(), head.GetVersion())
		case *mp4.Tkhd:
			m.track = head.TrackID
		case *mp4.Mdhd:
			m.scales[m.track] = head.Timescale
		}
	}
	return nil
}

// note records the duration of the whole file; all ones mean that it is not known.
func (m *movie) note(ticks uint64, version uint8) {
	unknown := ticks == 0 || version == 0 && ticks == 1<<32-1 || version == 1 && ticks == 1<<64-1
	if !unknown && m.scale > 0 {
		m.seconds = float64(ticks) / float64(m.scale)
	}
}

// read decodes a box.
func (m *movie) read(b box) (mp4.IBox, error) {
	if b.end-b.body > maxBox {
		return nil, damaged("its part %q is too large", b.kind)
	}
	data, err := m.w.bytes(b.body, int(b.end-b.body))
	if err != nil {
		return nil, err
	}
	content, _, err := mp4.UnmarshalAny(
		bytes.NewReader(data), mp4.StrToBoxType(b.kind), uint64(len(data)), mp4.Context{})
	if err != nil {
		return nil, damaged("its part %q: %v", b.kind, err)
	}
	return content, nil
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
