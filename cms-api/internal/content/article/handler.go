package article

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
)

// Handler answers the article calls.
type Handler struct {
	articles *Service
	people   working.People
}

// NewHandler returns a Handler.
func NewHandler(articles *Service, people working.People) *Handler { return &Handler{articles, people} }

// Create is the body of a new article.
type Create struct {
	Title       string    `json:"title" minLength:"1" maxLength:"300" example:"How monsoons form"`
	Slug        *string   `json:"slug,omitempty" maxLength:"200" doc:"Chosen from the title unless given." example:"how-monsoons-form"`
	Content     *string   `json:"content,omitempty" doc:"HTML; stored sanitised: see docs/content-format.md. At most a million characters." example:"<p>Warm air rises over the land in summer.</p>"`
	Excerpt     *string   `json:"excerpt,omitempty" maxLength:"1000" example:"What the first chapter asks of you."`
	BannerImage *string   `json:"banner_image,omitempty" maxLength:"2000" format:"file" example:"/media/3f2a9c1d-1600x900.jpg"`
	Category    *string   `json:"category,omitempty" maxLength:"120" example:"Geography"`
	Tags        *[]string `json:"tags,omitempty" nullable:"false" maxItems:"50" example:"geography"`
	Status      *Status   `json:"status,omitempty" enum:"draft,published,archived" doc:"draft when it is missing."`
	Dates
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

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"articles"}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "listArticles", Method: http.MethodGet, Path: "/articles", Errors: []int{http.StatusTooManyRequests},
		Summary: "Articles without content, newest first",
		Description: "Readers without a session get what is public: all of it, unless limit, offset or another " +
			"parameter narrows it. Staff get everything, 100 at a time unless limit says otherwise.",
		Tags: tags,
	}), h.list)
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getArticle", Method: http.MethodGet, Path: "/articles/{id}",
		Summary: "A whole article", Tags: tags, Responses: movedResponse(),
	}), h.get)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "createArticle", Method: http.MethodPost, Path: "/articles",
		Summary: "Write an article", Tags: tags, DefaultStatus: http.StatusCreated, MaxBodyBytes: maxBody,
	}), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updateArticle", Method: http.MethodPut, Path: "/articles/{id}",
		Summary: "Change an article; what is missing stays", Tags: tags, MaxBodyBytes: maxBody,
	}), h.update)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "deleteArticle", Method: http.MethodDelete, Path: "/articles/{id}",
		Summary: "Delete an article", Tags: tags,
	}), h.delete)
	h.copies().Register(api)
}

// movedResponse describes the answer to a former slug.
func movedResponse() map[string]*huma.Response {
	return map[string]*huma.Response{"308": {Description: "The article has another slug now; Location says where it is."}}
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	summaries, total, err := h.articles.List(ctx, ListQuery{
		Query: in.Query, Status: Status(in.Status), Category: in.Category, Upcoming: in.Upcoming,
	})
	return &listOutput{Headers: in.Headers(total), Body: summaries}, err
}

func (h *Handler) get(ctx context.Context, in *slugInput) (*oneOutput, error) {
	article, err := h.articles.Get(ctx, in.Slug)
	if _, staff := access.From(ctx); !staff {
		article.Summary = article.shown()
		return &oneOutput{Body: article.forReaders()}, err
	}
	return one(article, err)
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	return one(h.articles.Create(ctx, Update{
		Title: &b.Title, Slug: b.Slug, Content: b.Content, Excerpt: b.Excerpt, BannerImage: b.BannerImage,
		Category: b.Category, Tags: b.Tags, Status: b.Status, Dates: b.Dates,
	}))
}

func (h *Handler) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return one(h.articles.Update(ctx, in.ID, in.Write(ctx), in.Body))
}

func (h *Handler) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(h.articles.Delete(ctx, in.ID, in.Write(ctx)))
}

func one(article Article, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput{ETag: etag.Of(article.Revision), Body: answered(article)}, nil
}
