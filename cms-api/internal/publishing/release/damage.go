package release

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
)

// damagedFile names the blobs of the live release in which Verify found faults. The
// publisher compares them with their hashes when it starts and when somebody asks for
// publishing, renders those again that are damaged, and removes the list.
const damagedFile = "DAMAGED"

// NoteDamage records the faults of the live release for those who can repair it: on disk
// in a list for the publisher; in a bucket for whoever copies releases there.
func (s *Store) NoteDamage(ctx context.Context, faults []Fault) error {
	if s.bucket != nil {
		return s.bucket.dropDamaged(ctx, faults)
	}
	var names strings.Builder
	for _, f := range faults {
		names.WriteString(f.File + "\n")
	}
	if err := replace(directory(s.opts.Dir).path(damagedFile), []byte(names.String()), true); err != nil {
		return fmt.Errorf("list damaged files for the publisher: %w", err)
	}
	return nil
}

// dropDamaged deletes damaged blobs and changes the mark, after which whoever copies
// releases lists the bucket again and writes what is missing.
func (b *bucket) dropDamaged(ctx context.Context, faults []Fault) error {
	for _, f := range faults {
		if f.Problem != Damaged || strings.HasSuffix(f.File, ".json") {
			continue
		}
		if err := b.delete(ctx, blobFolder+"/"+f.File); err != nil {
			return fmt.Errorf("delete a damaged file: %w", err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	mark, err := ReadMark(ctx, b.objects)
	if err != nil || mark.Running { // its end changes the mark
		return err
	}
	return writeMark(ctx, b.objects, Mark{Sweep: rand.Text()})
}
