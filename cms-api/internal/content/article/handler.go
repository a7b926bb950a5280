package article

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/publishing/snapshot"
)

// TransformSchema says what a new article needs.
func (Create) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"title"}
	s.Properties["slug"].Description = "Chosen from the title unless given."
	s.Properties["status"].Description = "draft when it is missing."
	return s
}

// TransformSchema lets the title be blank.
func (CopyFields) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["title"].MinLength = nil
	return s
}

type listInput struct {
	paging.Query
	Status   string `query:"status" enum:"draft,published,archived" doc:"Only articles of this status; readers without a session see published ones."`
	Category string `query:"category" maxLength:"1920" doc:"Only articles of this category."`
	Upcoming string `query:"upcoming" enum:"publish_date,unpublish_date" doc:"For staff: only published articles of which this date is still to come."`
}

type listOutput struct {
	paging.Headers
	Body []Summary `nullable:"false"`
}

type slugInput struct {
	Slug string `path:"id" doc:"The slug; staff may give the id too."`
}

type oneOutput = etag.Answer[Article]

type createInput struct {
	Body Create
}

const maxBody = 16 << 20 // pasted pictures come inside the content

// Name returns what articles are called.
func (s *Service) Name() collection.Name { return name }

// Parts returns nothing: articles are no section of the snapshot.
func (s *Service) Parts() map[string]string { return nil }

// Serve registers the public reads.
func (s *Service) Serve(public snapshot.Reads) {
	public.Get("/articles", public.Articles)
	public.Get("/articles/:slug", public.Article)
}

// Register adds the calls to the API.
func (s *Service) Register(api huma.API, _ snapshot.Reads) {
	tags := []string{string(name)}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "listArticles", Method: http.MethodGet, Path: "/articles", Errors: []int{http.StatusTooManyRequests},
		Summary: "Articles without content, newest first",
		Description: "Readers without a session get what is public: all of it, unless limit, offset or another " +
			"parameter narrows it. Staff get everything, 100 at a time unless limit says otherwise.",
		Tags: tags,
	}), s.list)
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getArticle", Method: http.MethodGet, Path: "/articles/{id}",
		Summary: "A whole article", Tags: tags, Responses: movedResponse(),
	}), s.get)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "createArticle", Method: http.MethodPost, Path: "/articles",
		Summary: "Write an article", Tags: tags, DefaultStatus: http.StatusCreated, MaxBodyBytes: maxBody,
	})), s.create)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "updateArticle", Method: http.MethodPut, Path: "/articles/{id}",
		Summary: "Change an article; what is missing stays", Tags: tags, MaxBodyBytes: maxBody,
	})), s.update)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "deleteArticle", Method: http.MethodDelete, Path: "/articles/{id}",
		Summary: "Delete an article", Tags: tags,
	})), s.delete)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "askForReview", Method: http.MethodPost, Path: "/articles/{id}/review",
		Summary:     "Ask to have an article published",
		Description: "Those who may publish are told by mail. Asking again changes nothing.",
		Tags:        tags, DefaultStatus: http.StatusOK,
	})), s.askForReview)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "answerReview", Method: http.MethodPost, Path: "/articles/{id}/review/answer",
		Summary:     "Send an article back that somebody asked to have published",
		Description: "Whoever asked is told by mail. To agree, publish the article.",
		Tags:        tags, DefaultStatus: http.StatusOK,
	}), s.answerReview)
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "listReviews", Method: http.MethodGet, Path: "/admin/reviews",
		Summary: "Articles that wait for a review, the longest first, and those that were sent back", Tags: tags,
	})), s.listReviews)
	s.copies().Register(api)
}

type reviewOutput struct{ Body Review }

type reviewsOutput struct {
	Body []Review `nullable:"false"`
}

type answerInput struct {
	etag.ByID
	Body struct {
		Note string `json:"note" minLength:"1" maxLength:"2000" text:"block" doc:"What is to be changed." example:"Please name the source of the map."`
	} `nameHint:"ReviewAnswer"`
}

func (s *Service) askForReview(ctx context.Context, in *etag.ByID) (*reviewOutput, error) {
	asked, err := s.AskForReview(ctx, in.ID)
	return &reviewOutput{asked}, err
}

func (s *Service) answerReview(ctx context.Context, in *answerInput) (*reviewOutput, error) {
	answered, err := s.SendBack(ctx, in.ID, in.Body.Note)
	return &reviewOutput{answered}, err
}

func (s *Service) listReviews(ctx context.Context, _ *struct{}) (*reviewsOutput, error) {
	all, err := s.Reviews(ctx)
	return &reviewsOutput{all}, err
}

// movedResponse describes the answer to a former slug.
func movedResponse() map[string]*huma.Response {
	return map[string]*huma.Response{"308": {Description: "The article has another slug now; Location says where it is."}}
}

func (s *Service) list(ctx context.Context, in *listInput) (*listOutput, error) {
	summaries, total, err := s.List(ctx, ListQuery{
		Query: in.Query, Status: Status(in.Status), Category: in.Category, Upcoming: in.Upcoming,
	})
	return &listOutput{Headers: in.Headers(total), Body: summaries}, err
}

func (s *Service) get(ctx context.Context, in *slugInput) (*oneOutput, error) {
	article, err := s.Get(ctx, in.Slug)
	if !article.readWhole(ctx) {
		article.Summary = article.shown()
		return &oneOutput{ETag: etag.Of(article.Revision), Body: article.forReaders()}, err
	}
	return one(article, err)
}

func (s *Service) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	return one(s.Create(ctx, Update(in.Body)))
}

func (s *Service) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return one(s.Update(ctx, in.ID, in.Write(ctx), in.Body))
}

func (s *Service) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(s.Delete(ctx, in.ID, in.Write(ctx)))
}

func one(article Article, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput{ETag: etag.Of(article.Revision), Body: answered(article)}, nil
}

// SentCopy is the body of a working copy.
type SentCopy struct {
	CopyFields
	working.Plan
}

// WorkingCopy is a working copy as it is answered.
type WorkingCopy struct {
	working.State
	CopyFields
}

// copies answers the calls about working copies.
func (s *Service) copies() *working.Handler[Article, *Article, CopyFields, SentCopy, WorkingCopy] {
	return working.NewHandler(s.Copies, working.Calls[Article, CopyFields, SentCopy, WorkingCopy]{
		Path: "/articles/{id}", One: "Article", Tag: string(name), MaxBody: maxBody, Owned: true,
		Sent:     func(sent SentCopy) (CopyFields, working.Plan) { return sent.CopyFields, sent.Plan },
		Shown:    func(state working.State, fields CopyFields) WorkingCopy { return WorkingCopy{state, fields} },
		Document: one,
	})
}
