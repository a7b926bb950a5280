package snapshot

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
)

func articleColumns() Columns {
	return Columns{
		Native: "publish_date",
		Sort:   []string{"publish_date", "created_at", "updated_at", "title", "author", "category"},
		Search: []string{"title", "excerpt", "author", "category", "tags"},
	}
}

// Articles answers GET /api/articles for readers without a session: due and
// published, newest first, without content. Without parameters it answers all of
// them, which are serialised once for everybody. ?limit= (at most 1000, default
// 100), ?offset=, ?q=, ?sort= and ?category= filter them; ?status= other than
// published finds nothing; other parameters are ignored. X-Total-Count and Link say
// what is left. limitFiltering says what one address may ask for. Requests of the
// signed-in go to the next handler of the route: register this one before the
// resource's.
func (h *Handler) Articles(c fiber.Ctx) error {
	if h.signedIn(c) {
		return c.Next()
	}
	return h.sendPage(c, articlesPath, articleColumns(), (*Snapshot).list)
}

// List answers GET with a part that is a list, whole unless parameters filter it
// as in Articles.
func (h *Handler) List(name, path string, columns Columns) fiber.Handler {
	list := func(s *Snapshot) []*listed { return s.part(name).list() }
	return func(c fiber.Ctx) error { return h.sendPage(c, path, columns, list) }
}

func (h *Handler) sendPage(c fiber.Ctx, path string, columns Columns, list func(*Snapshot) []*listed) error {
	f, err := readFilter(c, columns)
	if err != nil {
		return err
	}
	current := h.store.Current()
	if current == nil {
		return NotLoaded()
	}
	if f == (filter{}) {
		f.limit = math.MaxInt
	}
	f.limit = cmp.Or(f.limit, defaultLimit)
	if err := h.limitFiltering(c, current, path, f); err != nil {
		return err
	}
	page := current.page(path, list, columns, f)
	header := &c.RequestCtx().Response.Header
	header.Set("X-Total-Count", page.total)
	if page.link != "" {
		header.Set(fiber.HeaderLink, page.link)
	}
	h.send(c, current, page.body)
	return nil
}

// limitFiltering counts searches, and lists that have to be filtered or sorted again:
// they are for one reader, and there are as many as numbers and words. It returns a
// TooMany problem beyond the limit. The beginning of a list is free: it is what
// pages show, and small.
func (h *Handler) limitFiltering(c fiber.Ctx, current *Snapshot, path string, f filter) error {
	whole := f.limit == math.MaxInt
	beginning := f.whole() && f.offset == 0 && f.limit <= defaultLimit
	if f.q == "" && (whole || beginning || current.hasPage(path, f)) {
		return nil
	}
	return h.searched(c)
}

// readFilter reads the parameters.
func readFilter(c fiber.Ctx, columns Columns) (f filter, err error) {
	for key, raw := range c.RequestCtx().QueryArgs().All() {
		value := strings.TrimSpace(string(raw))
		if value == "" {
			continue
		}
		switch string(key) {
		case "limit":
			f.limit, err = readNumber("query.limit", value, 1, maxLimit)
		case "offset":
			f.offset, err = readNumber("query.offset", value, 0, maxOffset)
		case "q":
			f.q = value
			if fault := paging.CheckSearch(value); fault != "" {
				err = problem.InvalidField("query.q", fault)
			}
		case "sort":
			f.sort, f.descending = strings.CutPrefix(value, "-")
			if !slices.Contains(columns.Sort, f.sort) {
				err = problem.InvalidField("query.sort", "Sort by one of "+strings.Join(columns.Sort, ", ")+".")
			}
		case categoryMember:
			f.category = value
		case "status":
			f.nothing, err = readStatus(value)
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

func readNumber(location, value string, least, most int) (int, error) {
	number, err := strconv.Atoi(value)
	if err != nil || number < least || number > most {
		return 0, problem.InvalidField(location, "Give a number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most)+".")
	}
	return number, nil
}

func readStatus(value string) (nothing bool, err error) {
	switch value {
	case "published":
		return false, nil
	case "draft", "archived":
		return true, nil
	}
	return false, problem.InvalidField("query.status", "Choose draft, published or archived.")
}

// Document describes GET /api/snapshot. The parts are further members, which the
// resources describe in their own calls.
type Document struct {
	Fingerprint string            `json:"fingerprint" doc:"64 hexadecimal digits that stand for the content" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Revision    int64             `json:"revision"`
	Base        *string           `json:"base" nullable:"true" doc:"The fingerprint that articles and removed are relative to; null when articles are all there are" example:"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"`
	Articles    []DocumentArticle `json:"articles" nullable:"false" doc:"Newest first"`
	Removed     []string          `json:"removed" nullable:"false" doc:"Ids of the articles that left since base" example:"665f1f77bcf86cd799439011"`
	Moved       []Moved           `json:"moved_articles,omitempty" nullable:"false" doc:"Where former slugs of public articles lead, by the former one; absent when there are none"`
	_           struct{}          `additionalProperties:"true"`
}

// DocumentArticle names the members of an article that a snapshot itself knows.
type DocumentArticle struct {
	ID      string   `json:"id" example:"665f1f77bcf86cd799439011"`
	Slug    string   `json:"slug" example:"how-monsoons-form"`
	Hash    string   `json:"hash" doc:"sha256 of the whole public article, without its focus" example:"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"`
	Content string   `json:"content,omitempty" doc:"Only in /snapshot/articles" example:"<p>Warm air rises over the land in summer.</p>"`
	_       struct{} `additionalProperties:"true"`
}

// Describe adds a raw GET route that answers T to the API description.
func Describe[T any](api huma.API, op huma.Operation, parameters []*huma.Param, failures map[string]string) {
	registry := api.OpenAPI().Components.Schemas
	problem := registry.Schema(reflect.TypeOf(huma.NewError(0, "")), true, "Error")
	op.Parameters = parameters
	op.Responses = answers[T](api, op.OperationID)
	for status, description := range failures {
		op.Responses[status] = &huma.Response{
			Description: description,
			Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: problem}},
		}
	}
	api.OpenAPI().AddOperation(&op)
}

// Text describes a parameter of a raw GET route.
func Text(name, description string, required bool) *huma.Param {
	return &huma.Param{
		Name: name, In: "query", Required: required, Description: description,
		Schema: &huma.Schema{Type: huma.TypeString},
	}
}

// answers returns the description of a raw answer that is a T.
func answers[T any](api huma.API, operation string) map[string]*huma.Response {
	schema := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, operation)
	return map[string]*huma.Response{
		"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}},
	}
}
