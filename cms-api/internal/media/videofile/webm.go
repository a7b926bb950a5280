package videofile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
)

// The elements that are read of Matroska (EBML, RFC 8794, and RFC 9559), of which WebM
// is a subset.
const (
	idEBML          = 0x1A45DFA3
	idSegment       = 0x18538067
	idInfo          = 0x1549A966
	idTimestampUnit = 0x2AD7B1
	idDuration      = 0x4489
	idTracks        = 0x1654AE6B
	idTrackEntry    = 0xAE
	idTrackType     = 0x83
	idCodec         = 0x86
	idCluster       = 0x1F43B675
	idTimestamp     = 0xE7
	idSimpleBlock   = 0xA3
	idBlockGroup    = 0xA0
	idBlock         = 0xA1

	trackOfPictures = 1
	nanosecond      = 1e-9
	maxElements     = 200_000
	maxCodecName    = 64
)

// element is one EBML element.
type element struct {
	id        uint32
	body, end int64
	unknown   bool // its size is not known; end is that of its parent
}

// elementAt reads the header of the element at an offset, which ends no later than
// limit. Live recordings have elements of unknown size.
func elementAt(w *window, offset, limit int64) (element, error) {
	id, idLength, _, err := vint(w, offset, 4, true)
	if err != nil {
		return element{}, err
	}
	size, sizeLength, open, err := vint(w, offset+idLength, 8, false)
	if err != nil {
		return element{}, err
	}
	e := element{id: uint32(id), body: offset + idLength + sizeLength}
	if open {
		e.unknown, e.end = true, limit
		return e, nil
	}
	if e.body > limit || size > uint64(limit-e.body) {
		return element{}, damaged("its element %X at byte %d is cut off", id, offset)
	}
	e.end = e.body + int64(size)
	return e, nil
}

// vint reads a number of variable length; keep leaves the length marker in it. open
// reports that all bits are set, which means an unknown size.
func vint(w *window, offset int64, longest int, keep bool) (value uint64, length int64, open bool, err error) {
	first, err := w.bytes(offset, 1)
	if err != nil {
		return 0, 0, false, err
	}
	n := bits.LeadingZeros8(first[0]) + 1
	if n > longest {
		return 0, 0, false, damaged("byte %d begins no element", offset)
	}
	data, err := w.bytes(offset, n)
	if err != nil {
		return 0, 0, false, err
	}
	value = bigEndian(data)
	marker := uint64(1) << (7 * n)
	if !keep {
		value -= marker
	}
	return value, int64(n), value == marker-1, nil
}

func bigEndian(data []byte) (value uint64) {
	for _, b := range data {
		value = value<<8 | uint64(b)
	}
	return value
}

// recording is what is known of a WebM file.
type recording struct {
	w        *window
	elements int
	unit     float64 // seconds a tick
	ticks    float64
	clusters bool   // it has content
	tracked  bool   // the tracks are described before the content, as usual
	pictures bool   // one of the tracks is a video track
	codec    string // that of the pictures, where browsers do not play it
}

func webmDuration(w *window) (float64, error) {
	head, err := elementAt(w, 0, w.size)
	if err != nil {
		return 0, err
	}
	if head.id != idEBML || head.unknown {
		return 0, damaged("it does not begin as WebM does")
	}
	segment, err := elementAt(w, head.end, w.size)
	if err != nil {
		return 0, err
	}
	if segment.id != idSegment {
		return 0, damaged("it has no segment")
	}
	r := &recording{w: w, unit: 1e6 * nanosecond}
	err = r.walk(segment, r.inSegment)
	switch {
	case err != nil:
		return 0, err
	case !r.clusters:
		return 0, damaged("it has no content")
	case r.tracked && !r.pictures:
		return 0, damaged("it has no pictures")
	case r.codec != "":
		return 0, &CodecError{r.codec}
	case r.ticks > 0:
		return r.ticks * r.unit, nil
	}
	return unlessTooMuch(r.lastCluster(segment.body))
}

// walk calls each with the children of an element until it returns false.
func (r *recording) walk(parent element, each func(element) (bool, error)) error {
	for at := parent.body; at < parent.end; {
		if r.elements++; r.elements > maxElements {
			return errTooMuch
		}
		e, err := elementAt(r.w, at, parent.end)
		if err != nil {
			return err
		}
		if more, err := each(e); err != nil || !more {
			return err
		}
		at = e.end
	}
	return nil
}

// inSegment reads the elements before the first cluster.
func (r *recording) inSegment(e element) (more bool, err error) {
	switch e.id {
	case idCluster:
		r.clusters = true
		return false, nil
	case idInfo:
		err = r.walk(e, r.inSegment)
	case idTracks, idTrackEntry:
		r.tracked = true
		err = r.walk(e, r.inSegment)
	case idTimestampUnit:
		var unit uint64
		if unit, err = r.uint(e); unit > 0 {
			r.unit = float64(unit) * nanosecond
		}
	case idDuration:
		r.ticks, err = r.float(e)
	case idTrackType:
		var kind uint64
		kind, err = r.uint(e)
		r.pictures = r.pictures || kind == trackOfPictures
	case idCodec:
		if size := e.end - e.body; !e.unknown && size <= maxCodecName {
			var name []byte
			name, err = r.w.bytes(e.body, int(size))
			r.codec = cmp.Or(unplayable[string(bytes.TrimRight(name, "\x00"))], r.codec)
		}
	}
	return true, err
}

func (r *recording) uint(e element) (uint64, error) {
	if e.unknown || e.end-e.body > 8 {
		return 0, damaged("a number in it is too long")
	}
	data, err := r.w.bytes(e.body, int(e.end-e.body))
	return bigEndian(data), err
}

func (r *recording) float(e element) (float64, error) {
	data, err := r.w.bytes(e.body, int(min(e.end-e.body, 8)))
	if err != nil {
		return 0, err
	}
	switch len(data) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(data))), nil
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(data)), nil
	}
	return 0, nil
}

// lastCluster returns the time of the last block of the last cluster, or 0 when there
// is none near the end. Recordings of browsers have no other duration.
func (r *recording) lastCluster(begin int64) (float64, error) {
	pattern := binary.BigEndian.AppendUint32(nil, idCluster)
	var seconds float64
	err := backwards(r.w, pattern, func(offset int64) (bool, error) {
		if offset < begin {
			return true, nil
		}
		cluster, err := elementAt(r.w, offset, r.w.size)
		if err != nil {
			return false, soft(err)
		}
		ticks, ok, err := r.lastBlock(cluster)
		if ok {
			seconds = ticks * r.unit
		}
		return ok, soft(err)
	})
	return seconds, err
}

// lastBlock returns the time of a cluster's last block that is complete. ok is false
// when the bytes are not a cluster.
func (r *recording) lastBlock(cluster element) (ticks float64, ok bool, err error) {
	var begin, last float64
	timed, blocks := false, 0
	block := func(e element) error {
		_, trackLength, _, err := vint(r.w, e.body, 8, false)
		if err != nil {
			return err
		}
		offset, err := r.w.bytes(e.body+trackLength, 2)
		if err != nil {
			return err
		}
		blocks++
		last = max(last, float64(int16(binary.BigEndian.Uint16(offset))))
		return nil
	}
	var visit func(e element) (more bool, err error)
	visit = func(e element) (bool, error) {
		switch e.id {
		case idTimestamp:
			at, err := r.uint(e)
			begin, timed = float64(at), true
			return true, err
		case idBlockGroup:
			return true, r.walk(e, visit)
		case idSimpleBlock, idBlock:
			return true, block(e)
		}
		// The elements of a cluster have short ids. A long id belongs to the element
		// after a cluster of unknown size.
		return e.id <= 0xffff, nil
	}
	err = r.walk(cluster, visit)
	return begin + last, timed && blocks > 0, err
}
