package preview

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/gzip"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// maxStored bounds a page as it is stored, well below the most that a document may have.
const maxStored = 8 << 20

// page is a rendered page; its id cannot be guessed.
type page struct {
	revision.Document `bson:",inline"`
	By                string    `bson:"by"`
	HTML              []byte    `bson:"html"` // gzip
	ExpiresAt         time.Time `bson:"expires_at"`
}

// link is a link as it is stored: with the hash of its token, so that a stolen database
// opens none.
type link struct {
	revision.Document `bson:",inline"`
	Kind              string    `bson:"kind"`
	Of                string    `bson:"of"` // the document's id
	By                string    `bson:"by"`
	Hash              string    `bson:"hash"`
	CreatedAt         time.Time `bson:"created_at"`
	ExpiresAt         time.Time `bson:"expires_at"`
}

// store keeps pages in "previews" and links in "preview_links".
type store struct {
	pages *documents.Collection[page, *page]
	links *documents.Collection[link, *link]
}

func newStore(db *mongodb.Database) *store {
	db.Expires("previews", "expires_at")
	db.Indexed("previews", "by", "expires_at")
	db.Expires("preview_links", "expires_at")
	db.Unique("preview_links", false, "hash")
	db.Indexed("preview_links", "by", "expires_at")
	db.Indexed("preview_links", "of")
	return &store{
		pages: documents.New[page](db, "previews", "preview"),
		links: linksIn(db),
	}
}

func linksIn(db *mongodb.Database) *documents.Collection[link, *link] {
	return documents.New[link](db, "preview_links", "link")
}

// putPage stores a page, and removes the oldest of its maker beyond mostPages.
func (s *store) putPage(ctx context.Context, p page, html []byte) error {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(html) // memory takes all of it
	_ = w.Close()
	if packed.Len() > maxStored {
		return tooLarge()
	}
	p.HTML = packed.Bytes()
	if _, err := s.pages.Insert(ctx, documents.Write{By: p.By}, &p); err != nil {
		return err
	}
	found, err := s.pages.Find(ctx, bson.D{{Key: "by", Value: p.By}}, options.Find().
		SetSort(mongodb.Sorting("expires_at", true)).SetSkip(mostPages).SetProjection(bson.D{{Key: "_id", Value: 1}}))
	for _, each := range found {
		if err == nil {
			_, err = s.pages.DeleteAll(ctx, documents.Equal("_id", each.ID))
		}
	}
	return err
}

// page returns the page of an id, or a NotFound problem.
func (s *store) page(ctx context.Context, id string, now time.Time) ([]byte, error) {
	found, err := s.pages.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if !found.ExpiresAt.After(now) {
		return nil, problem.Missing("preview")
	}
	r, err := gzip.NewReader(bytes.NewReader(found.HTML))
	if err != nil {
		return nil, fmt.Errorf("unpack a preview: %w", err)
	}
	html, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("unpack a preview: %w", err)
	}
	return html, nil
}

// working returns how many links of an account can be opened.
func (s *store) working(ctx context.Context, by string, now time.Time) (int, error) {
	_, count, err := s.listed(ctx, []string{by}, "", "", now, paging.Window{Limit: 1})
	return count, err
}

// listed returns a page of the links of some accounts that can be opened, the newest first, and
// how many there are: of a kind and to a document, "" for any.
func (s *store) listed(
	ctx context.Context, by []string, kind, of string, now time.Time, page paging.Window,
) ([]link, int, error) {
	filter := bson.D{
		{Key: "by", Value: bson.D{{Key: "$in", Value: by}}},
		{Key: "expires_at", Value: bson.D{{Key: "$gt", Value: now}}},
	}
	for _, each := range []bson.E{{Key: "kind", Value: kind}, {Key: "of", Value: of}} {
		if each.Value != "" {
			filter = append(filter, each)
		}
	}
	newest := bson.D{{Key: "_id", Value: -1}}
	return mongodb.PageOf[link](ctx, s.links.Raw(), filter, newest, nil, page)
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
