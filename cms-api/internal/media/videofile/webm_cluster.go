package videofile

import "encoding/binary"

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
