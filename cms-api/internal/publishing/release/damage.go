package release

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// damagedFile names blobs of the live release that Verify found wanting. The
// publisher looks at these by content when it starts and when somebody asks for
// publishing, renders anew what is not whole, and removes the list.
const damagedFile = "DAMAGED"

// NoteDamage leaves word of what is wrong with the live release, so that it is
// mended: by the publisher, or in a bucket by who copies there.
func (s *Store) NoteDamage(ctx context.Context, faults []Fault) error {
	var names strings.Builder
	for _, f := range faults {
		names.WriteString(f.File + "\n")
	}
	switch dir := s.dir.(type) {
	case directory:
		return dir.noteDamage([]byte(names.String()))
	case *bucket:
		return dir.dropDamaged(ctx, faults)
	}
	return nil
}

func (d directory) noteDamage(names []byte) error {
	list := filepath.Join(string(d), damagedFile)
	if err := writeDurably(list+".next", names); err != nil {
		return fmt.Errorf("leave word for the publisher: %w", err)
	}
	if err := os.Rename(list+".next", list); err != nil {
		return fmt.Errorf("leave word for the publisher: %w", err)
	}
	return nil
}

// dropDamaged deletes what nobody can read, and changes the mark: who copies looks
// at the bucket anew then, and brings what is missing.
func (b *bucket) dropDamaged(ctx context.Context, faults []Fault) error {
	for _, f := range faults {
		if f.Problem != Damaged || strings.HasSuffix(f.File, ".json") {
			continue
		}
		if err := b.drop(ctx, f.File); err != nil {
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

func (b *bucket) drop(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	return b.objects.Delete(ctx, "blobs/"+name)
}
