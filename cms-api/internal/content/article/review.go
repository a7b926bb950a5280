package article

import (
	"context"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// The states of a review. An article that was published has none.
const (
	asked    = "asked"
	sentBack = "sent_back"
)

// review says that an article waits for somebody who may publish it, or was sent back. Its id is the article's.
type review struct {
	revision.Document `bson:",inline"`
	State             string    `bson:"state"`
	AskedBy           string    `bson:"asked_by"`
	AskedAt           time.Time `bson:"asked_at"`
	AnsweredBy        string    `bson:"answered_by,omitempty"`
	AnsweredAt        time.Time `bson:"answered_at,omitzero"`
	Note              string    `bson:"note,omitempty"`
}

// Review is a review as it is answered.
type Review struct {
	ID         string          `json:"id" doc:"The article's." example:"665f1f77bcf86cd799439011"`
	Title      string          `json:"title" doc:"The article's." example:"How monsoons form"`
	State      string          `json:"state" enum:"asked,sent_back"`
	AskedBy    *history.Person `json:"asked_by"`
	AskedAt    time.Time       `json:"asked_at"`
	AnsweredBy *history.Person `json:"answered_by,omitempty" doc:"Who sent the article back; absent before."`
	AnsweredAt *time.Time      `json:"answered_at,omitempty" doc:"When that was; absent before."`
	Note       string          `json:"note" doc:"What is to be changed; empty before the article is sent back." example:"Please name the source of the map."`
}

// Notice is told to people by mail.
type Notice struct {
	To      string // an account; empty: everybody who may publish
	Subject string
	Text    string
	Article string // the id of the article that it is about
}

const mostReviews = 200

func reviewsIn(db *mongodb.Database) *documents.Collection[review, *review] {
	db.Indexed("reviews", "asked_at")
	db.Indexed("reviews", "asked_by", "asked_at")
	return documents.New[review](db, "reviews", "review")
}

// AskForReview says that a draft, or the working copy of an article, is ready to be published, and tells those who may.
// It returns a Conflict problem where there is nothing to publish.
func (s *Service) AskForReview(ctx context.Context, id string) (Review, error) {
	article, err := s.o.Store.Get(ctx, id)
	if err == nil {
		err = access.Check(ctx, access.ContentWrite, article.AuthorID)
	}
	if err == nil && article.live() && article.Working == nil {
		err = problem.New(problem.Conflict, "There is nothing to review: the article is public as it is.")
	}
	if err != nil {
		return Review{}, err
	}
	made, err := s.reviews.Upsert(ctx, id, documents.Write{By: access.By(ctx)}, func(r *review) error {
		if r.State != asked {
			r.State, r.AskedBy, r.AskedAt = asked, access.By(ctx), s.now()
			r.AnsweredBy, r.AnsweredAt, r.Note = "", time.Time{}, ""
		}
		return nil
	})
	changes.Wrote(ctx, made)
	if err == nil && made.Before.State != asked {
		who, _ := access.From(ctx)
		s.tell(ctx, Notice{Subject: "Please review: " + article.Title, Article: id, Text: who.Name + " asks for a review."})
	}
	return s.reviewed(ctx, made.After, article, err)
}

// SendBack answers a review with what is to be changed, and tells whoever asked. It returns a Conflict problem where
// nobody asked.
func (s *Service) SendBack(ctx context.Context, id, note string) (Review, error) {
	if note = strings.TrimSpace(note); note == "" {
		return Review{}, problem.InvalidField("body.note", "Say what is to be changed.")
	}
	article, err := s.o.Store.Get(ctx, id)
	if err != nil {
		return Review{}, err
	}
	nobody := problem.New(problem.Conflict, "Nobody asks for a review of this article any more.")
	made, err := s.reviews.Update(ctx, id, documents.Write{By: access.By(ctx)}, func(r *review) error {
		if r.State != asked {
			return nobody
		}
		r.State, r.AnsweredBy, r.AnsweredAt, r.Note = sentBack, access.By(ctx), s.now(), note
		return nil
	})
	changes.Wrote(ctx, made)
	if err == nil {
		who, _ := access.From(ctx)
		s.tell(ctx, Notice{
			To: made.After.AskedBy, Article: id, Subject: "Sent back: " + article.Title,
			Text: who.Name + " asks for changes before the article is published:\n\n" + note,
		})
	}
	return s.reviewed(ctx, made.After, article, problem.Replace(err, problem.NotFound, nobody))
}

// Reviews returns what waits for a review or was sent back, what waits longest first; of who may only write own
// articles, theirs.
func (s *Service) Reviews(ctx context.Context) ([]Review, error) {
	var where []documents.Condition
	if !access.May(ctx, access.ContentRead) {
		where = append(where, documents.Equal("asked_by", access.By(ctx)))
	}
	found, err := s.reviews.All(ctx, "asked_at", where...)
	if err != nil {
		return nil, err
	}
	person, err := s.o.Working.People(ctx)
	if err != nil {
		return nil, err
	}
	all := []Review{}
	for _, each := range found {
		if len(all) == mostReviews {
			break
		}
		article, err := s.o.Store.Get(ctx, each.ID)
		if problem.Is(err, problem.NotFound) || problem.Is(err, problem.Forbidden) {
			continue // deleted, or somebody else's by now
		}
		if err != nil {
			return nil, err
		}
		all = append(all, each.shown(article, person))
	}
	slices.SortStableFunc(all, func(a, b Review) int { return strings.Compare(a.State, b.State) })
	return all, nil
}

// wasPublished ends the review of an article that went live, and tells whoever asked for it.
func (s *Service) wasPublished(ctx context.Context, made documents.Change[Article]) {
	copied := made.Before.Working != nil && made.After.Working == nil
	if !made.After.live() || made.Before.live() && !copied {
		return
	}
	gone, was := s.endReview(ctx, made.After.ID)
	if !was {
		return
	}
	if gone.AskedBy != access.By(ctx) {
		s.tell(ctx, Notice{
			To: gone.AskedBy, Article: made.After.ID, Subject: "Published: " + made.After.Title,
			Text: "The article that you asked to have reviewed is published.",
		})
	}
}

// endReview removes the review of an article, and reports whether there was one.
func (s *Service) endReview(ctx context.Context, id string) (review, bool) {
	gone, err := s.reviews.Delete(ctx, id, documents.Write{})
	if err != nil && !problem.Is(err, problem.NotFound) {
		s.o.Log.WarnContext(ctx, "the review of an article stays", "id", id, "error", err)
	}
	return gone.Before, err == nil
}

func (s *Service) tell(ctx context.Context, n Notice) {
	if s.o.Tell != nil {
		s.o.Tell(ctx, n)
	}
}

// reviewed returns the answer to a call about a review, unless that failed with err.
func (s *Service) reviewed(ctx context.Context, r review, of Article, err error) (Review, error) {
	if err != nil {
		return Review{}, err
	}
	person, err := s.o.Working.People(ctx)
	if err != nil {
		return Review{}, err
	}
	return r.shown(of, person), nil
}

// shown returns the review of an article, with the names of people.
func (r review) shown(of Article, person func(id string) *history.Person) Review {
	shown := Review{
		ID: of.ID, Title: of.Title, State: r.State, AskedBy: person(r.AskedBy), AskedAt: r.AskedAt,
		AnsweredBy: person(r.AnsweredBy), Note: r.Note,
	}
	if !r.AnsweredAt.IsZero() {
		shown.AnsweredAt = &r.AnsweredAt
	}
	return shown
}
