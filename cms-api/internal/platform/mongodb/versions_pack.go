package mongodb

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/problem"
)

// pack has copies of successive revisions of a document, whole and compressed together: they
// differ little, so that many take hardly more room than one.
type pack struct {
	ID        string `bson:"_id"`
	Revisions []int  `bson:"revisions"` // of the copies, in their order
	Data      []byte `bson:"data"`      // the copies, one behind the other
	// Names are the uploads that the copies name, which are compressed in Data.
	Names []string `bson:"names,omitempty"`
}

const (
	packSize   = 16       // copies at most
	packedCopy = 64 << 10 // bytes; a larger copy is a pack of its own
)

// packOf returns the id of the pack in which a small copy is.
func packOf(collection, id string, revision int) string {
	return collection + "/" + id + "/" + strconv.Itoa((revision-1)/packSize)
}

// packAlone returns the id of the pack in which a large copy is.
func packAlone(collection, id string, revision int) string {
	return collection + "/" + id + "/alone-" + strconv.Itoa(revision)
}

// packedDocument returns the id of the document whose copies are in a pack.
func packedDocument(packID string) string {
	return packID[strings.IndexByte(packID, '/')+1 : strings.LastIndexByte(packID, '/')]
}

// copies returns the copies by their revisions.
func (p pack) copies() (map[int]bson.Raw, error) {
	all := map[int]bson.Raw{}
	if len(p.Data) == 0 {
		return all, nil
	}
	data, err := decompress(p.Data)
	if err != nil {
		return nil, fmt.Errorf("the versions %s: %w", p.ID, err)
	}
	for _, revision := range p.Revisions {
		length := len(data)
		if length >= 4 { // with which a document begins
			length = int(binary.LittleEndian.Uint32(data))
		}
		if length < 4 || length > len(data) {
			return nil, fmt.Errorf("the versions %s: revision %d is not whole", p.ID, revision)
		}
		all[revision], data = bson.Raw(data[:length]), data[length:]
	}
	return all, nil
}

// packed returns the pack of some copies.
func (d *Database) packed(id string, copies map[int]bson.Raw) pack {
	p := pack{ID: id, Revisions: slices.Sorted(maps.Keys(copies))}
	var data []byte
	for _, revision := range p.Revisions {
		data = append(data, copies[revision]...)
	}
	if p.Data = compress(data); d.namesOf != nil {
		p.Names = d.namesOf(data)
	}
	return p
}

// readPack returns a pack; an empty one where there is none.
func (d *Database) readPack(ctx context.Context, id string) (pack, error) {
	var found pack
	err := d.Collection(VersionsCollection).FindOne(ctx, bson.D{{Key: "_id", Value: id}}).Decode(&found)
	if IsMissing(err) {
		err = nil
	}
	return found, err
}

// editPack changes the copies in a pack; change reports whether there is anything to change.
func (d *Database) editPack(ctx context.Context, id string, change func(map[int]bson.Raw) bool) error {
	for range maxRounds {
		if done, err := d.tryEditPack(ctx, id, change); done || err != nil {
			return err
		}
	}
	return problem.New(problem.Conflict, "This is being changed by others right now. Please try again.")
}

// tryEditPack does it unless somebody else writes the pack meanwhile.
func (d *Database) tryEditPack(
	ctx context.Context, id string, change func(map[int]bson.Raw) bool,
) (done bool, err error) {
	stored, err := d.readPack(ctx, id)
	if err != nil {
		return false, err
	}
	copies, err := stored.copies()
	if err != nil || !change(copies) {
		return true, err
	}
	c, same := d.Collection(VersionsCollection), bson.D{{Key: "_id", Value: id}, {Key: "data", Value: stored.Data}}
	switch {
	case len(copies) == 0:
		result, err := c.DeleteOne(ctx, same)
		return err == nil && result.DeletedCount > 0, err
	case len(stored.Data) == 0:
		_, err := c.InsertOne(ctx, d.packed(id, copies))
		if IsDuplicate(err) {
			return false, nil
		}
		return err == nil, err
	default:
		result, err := c.ReplaceOne(ctx, same, d.packed(id, copies))
		return err == nil && result.MatchedCount > 0, err
	}
}

// storeCopy stores the copy of a document at a revision.
func (d *Documents[T, P]) storeCopy(ctx context.Context, id string, revision int, whole bson.Raw) error {
	pack := packOf(d.c.Name(), id, revision)
	if len(whole) > packedCopy {
		pack = packAlone(d.c.Name(), id, revision)
	}
	err := d.db.editPack(ctx, pack, func(copies map[int]bson.Raw) bool {
		if bytes.Equal(copies[revision], whole) {
			return false // somebody stored the same
		}
		// Another one is of a document that has gone back since, as one restored from a backup has.
		copies[revision] = whole
		return true
	})
	return d.wrap("copy", err)
}

// copyAt returns the copy of a document at a former revision, or a NotFound problem.
func (d *Documents[T, P]) copyAt(ctx context.Context, id string, at, current int) (bson.Raw, error) {
	missing := problem.New(problem.NotFound, "This version is not kept (any more).")
	if at < 1 || at > current { // a crash may have left a copy of what is current, never one of what is to come
		return nil, missing
	}
	for _, name := range []string{packOf(d.c.Name(), id, at), packAlone(d.c.Name(), id, at)} {
		found, err := d.db.readPack(ctx, name)
		if err != nil {
			return nil, d.wrap("read a version of", err)
		}
		copies, err := found.copies()
		if err != nil {
			return nil, d.wrap("read a version of", err)
		}
		if raw, has := copies[at]; has {
			return raw, nil
		}
	}
	return nil, missing
}

// DropCopies removes the copies of a document at some revisions, which no history names.
func (d *Documents[T, P]) DropCopies(ctx context.Context, id string, revisions []int) error {
	var packs []string // by their ids: the embedded database finds a document only by its exact id
	for _, revision := range revisions {
		packs = append(packs, packOf(d.c.Name(), id, revision), packAlone(d.c.Name(), id, revision))
	}
	slices.Sort(packs)
	for _, pack := range slices.Compact(packs) {
		err := d.db.editPack(ctx, pack, func(copies map[int]bson.Raw) bool {
			before := len(copies)
			maps.DeleteFunc(copies, func(revision int, _ bson.Raw) bool { return slices.Contains(revisions, revision) })
			return len(copies) < before
		})
		if err != nil {
			return d.wrap("forget a version of", err)
		}
	}
	return nil
}
