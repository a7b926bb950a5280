package collection

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Name is what people call the documents of a collection, such as "social links". Its other spellings
// follow from it.
type Name string

// Stored returns the name in the database, in archives and in the snapshot: "social_links".
func (n Name) Stored() string { return strings.ReplaceAll(string(n), " ", "_") }

// Dashed returns the name in addresses and of files: "social-links".
func (n Name) Dashed() string { return strings.ReplaceAll(string(n), " ", "-") }

// many returns the name in the ids of operations: "SocialLinks".
func (n Name) many() string {
	made := ""
	for word := range strings.FieldsSeq(string(n)) {
		made += strings.ToUpper(word[:1]) + word[1:]
	}
	return made
}

// Seeded is a collection that may come with content.
type Seeded interface {
	Name() Name
	// Seed stores what a folder has for the collection and is missing, and returns how much that was.
	Seed(ctx context.Context, folder fs.FS) (int, error)
}

// ReadSeed reads a file of the content that comes with the site; without the file, it leaves into as it is.
func ReadSeed(folder fs.FS, name string, into any) error {
	data, err := fs.ReadFile(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}
