package release

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// damagedFile names blobs of the live release that Verify found wanting. The
// publisher looks at these by content when it starts and when somebody asks for
// publishing, renders anew what is not whole, and removes the list.
const damagedFile = "DAMAGED"

// NoteDamage leaves word for the publisher of what is wrong with the live
// release, so that publishing mends it.
func (s *Store) NoteDamage(faults []Fault) error {
	var names strings.Builder
	for _, f := range faults {
		names.WriteString(f.File + "\n")
	}
	if d, ok := s.dir.(directory); ok {
		return d.noteDamage([]byte(names.String()))
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
