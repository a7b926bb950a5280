package lead

import (
	"context"
	"hash/maphash"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// prepare has the database find leads by what staff note of them, and has senders follow the
// collection. Leads of an earlier version have no status: they are read as new ones, since looking
// for them at every start takes longer than a call may where there are many.
func prepare(db *mongodb.Database, collection string, senders *addresses) {
	db.Indexed(collection, "lead_status")
	db.Indexed(collection, "assigned_to")
	senders.kinds++
	project := storage.Only("email", "phone")
	views.Add(db.Followed(collection, nil), views.List, project, ofKind{senders, collection}, senders.hashes)
}

// first returns at most so many leads whose field is the value, in no order.
func (s *service[F, T, S, P]) first(ctx context.Context, field, value string, limit int) ([]T, error) {
	opts := options.Find().SetLimit(int64(limit)).SetProjection(s.kind.listing.Project)
	return s.docs.Find(ctx, bson.D{{Key: field, Value: value}}, opts)
}

// addresses count the leads of every kind that have an e-mail address or a telephone number in
// common: 50,000 leads take 9 MB.
type addresses struct {
	seed  maphash.Seed
	kinds int // how many collections there are

	mu    sync.RWMutex
	count map[uint64]int
	of    map[string]map[string][]uint64 // by collection and id; a collection is missing until it is loaded
}

func newAddresses() *addresses {
	return &addresses{seed: maphash.MakeSeed(), count: map[uint64]int{}, of: map[string]map[string][]uint64{}}
}

// hashes returns hashes of the addresses of a lead.
func (a *addresses) hashes(raw bson.Raw) ([]uint64, bool, error) {
	var found []uint64
	for _, field := range []string{"email", "phone"} {
		if address, _ := storage.Lookup(raw, field).StringValueOK(); address != "" {
			found = append(found, maphash.String(a.seed, address))
		}
	}
	return found, len(found) > 0, nil
}

// shared returns the ids of a collection's leads that have an address in common with another
// lead of any kind; false until every collection is loaded.
func (a *addresses) shared(collection string) ([]string, bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	var ids []string
	for id, hashes := range a.of[collection] {
		for _, hash := range hashes {
			if a.count[hash] > 1 {
				ids = append(ids, id)
				break
			}
		}
	}
	return ids, len(a.of) == a.kinds
}

// put replaces the addresses of a lead; none removes it. The caller holds mu.
func (a *addresses) put(collection, id string, hashes []uint64) {
	for _, hash := range a.of[collection][id] {
		if a.count[hash]--; a.count[hash] == 0 {
			delete(a.count, hash)
		}
	}
	for _, hash := range hashes {
		a.count[hash]++
	}
	if hashes == nil {
		delete(a.of[collection], id)
	} else {
		a.of[collection][id] = hashes
	}
}

// ofKind is the view of one collection that addresses are read from.
type ofKind struct {
	*addresses
	collection string
}

// Replace takes all leads of the collection.
func (k ofKind) Replace(all map[string][]uint64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id := range k.of[k.collection] {
		k.put(k.collection, id, nil)
	}
	k.of[k.collection] = make(map[string][]uint64, len(all))
	for id, hashes := range all {
		k.put(k.collection, id, hashes)
	}
	return nil
}

// Apply takes what was written and what is gone.
func (k ofKind) Apply(_ context.Context, put map[string][]uint64, gone []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, hashes := range put {
		k.put(k.collection, id, hashes)
	}
	for _, id := range gone {
		k.put(k.collection, id, nil)
	}
	return nil
}

// ids keeps documents with one of the ids.
func ids(wanted []string) documents.Condition { return documents.Among("_id", false, wanted...) }
