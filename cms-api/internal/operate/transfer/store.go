package transfer

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
)

// State says how far an import is.
type State string

// The states of imports.
const (
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Import is what has become of a file so far.
type Import struct {
	ID        string    `json:"id" bson:"_id" example:"665f1f77bcf86cd799439011"`
	File      string    `json:"file" bson:"file" doc:"The name of the file." example:"academy.WordPress.2026-07-01.xml"`
	State     State     `json:"state" bson:"state" enum:"running,done,failed"`
	Source    Source    `json:"source" bson:"source" enum:"wordpress,ghost,markdown,export" doc:"Told from the content; export: that of this program."`
	Total     int       `json:"total" bson:"total" doc:"How many items the file has." example:"300"`
	Done      int       `json:"done" bson:"done" doc:"How many of them were looked at." example:"120"`
	Created   []Created `json:"created" bson:"created" nullable:"false" doc:"At most 20,000 are listed."`
	Skipped   []Note    `json:"skipped" bson:"skipped" nullable:"false" doc:"What did not arrive. At most 2,000 are listed."`
	Warnings  []Note    `json:"warnings" bson:"warnings" nullable:"false" doc:"What arrived otherwise than it was. At most 2,000 are listed."`
	Error     string    `json:"error" bson:"error" doc:"Why it failed; else empty." example:"The file is damaged."`
	CreatedAt time.Time `json:"created_at" bson:"created_at"`
}

// Created is what an item became.
type Created struct {
	Collection string `json:"collection" bson:"collection" enum:"articles,pages" example:"articles"`
	ID         string `json:"id" bson:"id" example:"665f1f77bcf86cd799439011"`
	Title      string `json:"title" bson:"title" example:"How Monsoons Form"`
	Path       string `json:"path" bson:"path" doc:"Its address on the site." example:"/blog/how-monsoons-form"`
}

// Note says something about an item.
type Note struct {
	Title  string `json:"title" bson:"title" example:"How Monsoons Form"`
	Reason string `json:"reason" bson:"reason" example:"already imported"`
}

const (
	// maxNotes and maxCreated bound the lists of an import, which is one document.
	maxNotes   = 2000
	maxCreated = 20_000
	// maxImports is how many imports are remembered.
	maxImports = 20
	// markTime is how long an import counts as running after its process was killed.
	markTime = 30 * time.Second
)

const stopped = "The server was stopped while it ran. Import the file again: what has arrived is not created twice."

// store stores imports in the collection "imports".
type store struct {
	db *mongodb.Database
	c  *mongo.Collection
}

func newStore(db *mongodb.Database) *store {
	db.Indexed("imports", "created_at")
	return &store{db, db.Collection("imports")}
}

// running is the mark of an import whose process lives.
func (s *store) running(id string) *lease.Mark { return lease.NewMark(s.db, "import/"+id) }

func (s *store) any(ctx context.Context, now time.Time) (bool, error) {
	return lease.NewMark(s.db, "import").Any(ctx, now)
}

func (s *store) get(ctx context.Context, id string, now time.Time) (Import, error) {
	im, found, err := mongodb.GetIn[Import](ctx, s.c, id)
	if err == nil && !found {
		err = problem.Missing("import")
	}
	if err != nil {
		return Import{}, err
	}
	return s.alive(ctx, im, now)
}

// alive returns an import as failed when its process does not live.
func (s *store) alive(ctx context.Context, im Import, now time.Time) (Import, error) {
	if im.State != Running {
		return im, nil
	}
	lives, err := s.running(im.ID).Any(ctx, now)
	if err != nil || lives {
		return im, err
	}
	// It may have ended since it was read.
	latest, found, err := mongodb.GetIn[Import](ctx, s.c, im.ID)
	if found {
		im = latest
	}
	if im.State == Running {
		im.State, im.Error = Failed, stopped
	}
	return im, err
}

func (s *store) latest(ctx context.Context, now time.Time) ([]Import, error) {
	found, err := mongodb.FindIn[Import](ctx, s.c, bson.D{}, options.Find().SetLimit(maxImports).
		SetSort(mongodb.Sorting("created_at", true)).
		SetProjection(bson.D{{Key: "created", Value: 0}, {Key: "skipped", Value: 0}, {Key: "warnings", Value: 0}}))
	for i := range found {
		if err == nil {
			found[i], err = s.alive(ctx, found[i], now)
		}
		found[i].Created, found[i].Skipped, found[i].Warnings = []Created{}, []Note{}, []Note{}
	}
	return found, err
}

func (s *store) put(ctx context.Context, im *Import) error { return mongodb.PutIn(ctx, s.c, im.ID, im) }

// forget removes all imports but the latest.
func (s *store) forget(ctx context.Context) error {
	old, err := mongodb.FindIn[struct {
		ID string `bson:"_id"`
	}](ctx, s.c, bson.D{}, options.Find().SetSkip(maxImports).SetSort(mongodb.Sorting("created_at", true)).
		SetProjection(bson.D{{Key: "_id", Value: 1}}))
	for _, each := range old {
		if err == nil {
			err = mongodb.DeleteIn(ctx, s.c, bson.D{{Key: "_id", Value: each.ID}})
		}
	}
	return err
}
