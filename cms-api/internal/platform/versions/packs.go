package versions

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// pack is a pack as it is stored. It has copies of up to packSize successive revisions.
type pack struct {
	ID            string `bson:"_id"`
	revision.Pack `bson:",inline"`
}

const (
	packSize   = 16       // copies at most, and that of revision 0 beside the first
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

// packsOf returns the ids of the packs in which copies may be: the embedded database finds a
// document only by its exact id.
func packsOf(collection, id string, revisions []int) []string {
	var packs []string
	for _, revision := range revisions {
		packs = append(packs, packOf(collection, id, revision), packAlone(collection, id, revision))
	}
	slices.Sort(packs)
	return slices.Compact(packs)
}

// packedDocument returns the id of the document whose copies are in a pack.
func packedDocument(packID string) string {
	return packID[strings.IndexByte(packID, '/')+1 : strings.LastIndexByte(packID, '/')]
}

// copiesIn returns the copies of a pack by their revisions.
func copiesIn(p *revision.Pack) (map[int]bson.Raw, error) {
	all := map[int]bson.Raw{}
	if p == nil || len(p.Data) == 0 {
		return all, nil
	}
	data, err := decompress(p.Data)
	if err != nil {
		return nil, err
	}
	for _, at := range p.Revisions {
		length := len(data)
		if length >= 4 { // with which a document begins
			length = int(binary.LittleEndian.Uint32(data))
		}
		if length < 4 || length > len(data) {
			return nil, fmt.Errorf("a pack of versions: revision %d is not whole", at)
		}
		all[at], data = bson.Raw(data[:length]), data[length:]
	}
	return all, nil
}

// packed returns the pack of some copies, nil of none.
func (s *Store) packed(copies map[int]bson.Raw) *revision.Pack {
	if len(copies) == 0 {
		return nil
	}
	p := &revision.Pack{Revisions: slices.Sorted(maps.Keys(copies))}
	var data []byte
	for _, at := range p.Revisions {
		data = append(data, copies[at]...)
	}
	p.Data, p.Names = compress(data), s.db.Names(data)
	return p
}

// readPack returns a pack; an empty one where there is none.
func (s *Store) readPack(ctx context.Context, id string) (pack, error) {
	var found pack
	err := s.packs.FindOne(ctx, bson.D{{Key: "_id", Value: id}}).Decode(&found)
	if storage.IsMissing(err) {
		err = nil
	}
	return found, err
}

// editPack changes the copies in a pack; change reports whether there is anything to change.
func (s *Store) editPack(ctx context.Context, id string, change func(map[int]bson.Raw) bool) error {
	for range storage.MaxRounds {
		if done, err := s.tryEditPack(ctx, id, change); done || err != nil {
			return err
		}
	}
	return problem.New(problem.Conflict, "This is being changed by others right now. Please try again.")
}

// tryEditPack does it unless somebody else writes the pack meanwhile.
func (s *Store) tryEditPack(
	ctx context.Context, id string, change func(map[int]bson.Raw) bool,
) (done bool, err error) {
	stored, err := s.readPack(ctx, id)
	if err != nil {
		return false, err
	}
	copies, err := copiesIn(&stored.Pack)
	if err != nil || !change(copies) {
		return true, err
	}
	c, same := s.packs, bson.D{{Key: "_id", Value: id}, {Key: "data", Value: stored.Data}}
	switch {
	case len(copies) == 0:
		result, err := c.DeleteOne(ctx, same)
		return err == nil && result.DeletedCount > 0, err
	case len(stored.Data) == 0:
		_, err := c.InsertOne(ctx, pack{id, *s.packed(copies)})
		if storage.IsDuplicate(err) {
			return false, nil
		}
		return err == nil, err
	default:
		result, err := c.ReplaceOne(ctx, same, pack{id, *s.packed(copies)})
		return err == nil && result.MatchedCount > 0, err
	}
}

// StoreCopies stores copies of a document.
func (s *Store) StoreCopies(ctx context.Context, id string, copies map[int]bson.Raw) error {
	packs := map[string]map[int]bson.Raw{}
	for at, whole := range copies {
		name := packOf(s.c.Name(), id, at)
		if len(whole) > packedCopy {
			name = packAlone(s.c.Name(), id, at)
		}
		if packs[name] == nil {
			packs[name] = map[int]bson.Raw{}
		}
		packs[name][at] = whole
	}
	for name, copies := range packs {
		err := s.editPack(ctx, name, func(stored map[int]bson.Raw) (differ bool) {
			for at, whole := range copies {
				// Somebody stored the same; or one of a document that has gone back since, as one
				// restored from a backup has.
				differ = differ || !bytes.Equal(stored[at], whole)
				stored[at] = whole
			}
			return differ
		})
		if err != nil {
			return s.wrap("copy", err)
		}
	}
	return nil
}

// At returns the copy of a document, which is stored as raw, at a former revision, or a
// NotFound problem.
func (s *Store) At(ctx context.Context, raw bson.Raw, id string, at int) (bson.Raw, error) {
	missing := problem.New(problem.NotFound, "This version is not kept (any more).")
	var base revision.Document
	if err := bson.Unmarshal(raw, &base); err != nil {
		return nil, s.wrap("read a version of", err)
	}
	past, err := PastOf(base)
	if err != nil {
		return nil, s.wrap("read a version of", err)
	}
	// A crash, a race or the restore of a backup may have left copies that no history names.
	if !slices.ContainsFunc(past, func(v Version) bool { return v.Revision == at }) {
		return nil, missing
	}
	copies, err := copiesIn(base.Recent)
	for _, name := range []string{packOf(s.c.Name(), id, at), packAlone(s.c.Name(), id, at)} {
		if copies[at] != nil || err != nil {
			break
		}
		var found pack
		if found, err = s.readPack(ctx, name); err == nil {
			copies, err = copiesIn(&found.Pack)
		}
	}
	if err == nil && copies[at] == nil {
		return nil, missing
	}
	return copies[at], s.wrap("read a version of", err)
}

// Drop removes the copies of a document at some revisions, which no history names.
func (s *Store) Drop(ctx context.Context, id string, revisions []int) error {
	for _, pack := range packsOf(s.c.Name(), id, revisions) {
		err := s.editPack(ctx, pack, func(copies map[int]bson.Raw) bool {
			before := len(copies)
			maps.DeleteFunc(copies, func(revision int, _ bson.Raw) bool { return slices.Contains(revisions, revision) })
			return len(copies) < before
		})
		if err != nil {
			return s.wrap("forget a version of", err)
		}
	}
	return nil
}

// largestDecompressed bounds the memory for what is compressed.
const largestDecompressed = 64 << 20

// Both have no state between calls.
var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(largestDecompressed))
)

func compress(data []byte) []byte { return encoder.EncodeAll(data, nil) }

func decompress(data []byte) ([]byte, error) {
	whole, err := decoder.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	return whole, nil
}
