package videofile

import "encoding/binary"

// lastCluster returns when the last block of the last cluster is shown: what a
// browser records says no duration. 0 means that none was found near the end.
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

// lastBlock returns the time of a cluster's last block, as far as it was
// recorded. ok is false when the bytes are no cluster.
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
	err = r.walk(cluster, func(e element) (bool, error) {
		switch e.id {
		case idTimestamp:
			at, err := r.uint(e)
			begin, timed = float64(at), true
			return true, err
		case idSimpleBlock:
			return true, block(e)
		case idBlockGroup:
			return true, r.walk(e, func(e element) (bool, error) {
				if e.id == idBlock {
					return true, block(e)
				}
				return true, nil
			})
		}
		// What may stand in a cluster has a short id; a long one begins what
		// follows a cluster whose size is open.
		return e.id <= 0xffff, nil
	})
	return begin + last, timed && blocks > 0, err
}
