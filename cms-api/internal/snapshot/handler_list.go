package snapshot

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/problem"
)

const maxSearch = 200

func articleColumns() Columns {
	return Columns{
		Native: "publish_date",
		Sort:   []string{"publish_date", "created_at", "updated_at", "title", "author", "category"},
		Search: []string{"title", "excerpt", "author", "category", "tags"},
	}
}

// Articles answers GET /api/articles for readers without a session: due and
// published, newest first, without content. All of them are made once for
// everybody. ?limit= (at most 1000), ?offset=, ?q=, ?sort=, ?category= narrow it,
// to 100 where no limit is given, ?status= other than published finds nothing;
// how often one address may search, or ask for what has to be made, is limited; X-Total-Count and Link say what is
// left. Other parameters are ignored. Requests of the signed-in go to the next
// handler of the route: register this one before the resource's.
func (h *Handler) Articles(c fiber.Ctx) error {
	if h.signedIn(c) {
		return c.Next()
	}
	current := h.store.Current()
	if current == nil {
		return notLoaded()
	}
	n, _, err := readNarrowing(c, articleColumns())
	if err != nil {
		return err
	}
	if n.whole() && n.window == (window{}) {
		n.limit = math.MaxInt
	}
	n.window = n.bounded()
	if err := h.count(c, current, articlesPath, n); err != nil {
		return err
	}
	if n.whole() {
		h.sendPage(c, current, current.page(n.window))
	} else {
		h.sendPage(c, current, current.narrowed(articlesPath, current.articleRuns, articleColumns(), n))
	}
	return nil
}

// List answers GET with a part that is a list, whole unless parameters narrow
// it as in Articles.
func (h *Handler) List(name, path string, columns Columns) fiber.Handler {
	whole := h.Serve(name)
	return func(c fiber.Ctx) error {
		current := h.store.Current()
		n, narrow, err := readNarrowing(c, columns)
		if err != nil {
			return err
		}
		if current == nil {
			return notLoaded()
		}
		at := current.part(name)
		if at == nil {
			return c.Next()
		}
		if !narrow {
			c.RequestCtx().Response.Header.Set("X-Total-Count", at.total())
			return whole(c)
		}
		n.window = n.bounded()
		if err := h.count(c, current, path, n); err != nil {
			return err
		}
		h.sendPage(c, current, current.narrowed(path, at.runs, columns, n))
		return nil
	}
}

func (h *Handler) sendPage(c fiber.Ctx, from *Snapshot, page page) {
	header := &c.RequestCtx().Response.Header
	header.Set("X-Total-Count", page.total)
	if page.link != "" {
		header.Set(fiber.HeaderLink, page.link)
	}
	h.send(c, from, page.body)
}

// count counts searches, and lists that have to be made: they are for one reader,
// and there are as many as numbers and words. The beginning of a list is what pages
// show, and small.
func (h *Handler) count(c fiber.Ctx, current *Snapshot, path string, n narrowing) error {
	whole := n.limit == math.MaxInt
	beginning := n.whole() && n.offset == 0 && n.limit <= defaultLimit
	if n.q == "" && (whole || beginning || current.keeps(path, n)) {
		return nil
	}
	return h.searched(c)
}

// readNarrowing reads the parameters; narrow says whether there was one that
// matters.
func readNarrowing(c fiber.Ctx, columns Columns) (n narrowing, narrow bool, err error) {
	query := c.RequestCtx().QueryArgs()
	if len(query.QueryString()) == 0 {
		return n, false, nil
	}
	for key, raw := range query.All() {
		value := strings.TrimSpace(string(raw))
		if value == "" {
			continue
		}
		known := true
		switch string(key) {
		case "limit":
			n.limit, err = readNumber("query.limit", value, 1, maxLimit)
		case "offset":
			n.offset, err = readNumber("query.offset", value, 0, maxOffset)
		case "q":
			n.q, err = readSearch(value)
		case "sort":
			n.sort, n.descending = strings.CutPrefix(value, "-")
			if !slices.Contains(columns.Sort, n.sort) {
				err = problem.InvalidField("query.sort", "Sort by one of "+strings.Join(columns.Sort, ", ")+".")
			}
		case categoryMember:
			n.category = value
		case "status":
			n.nothing, err = readStatus(value)
		default:
			known = false
		}
		if err != nil {
			return n, false, err
		}
		narrow = narrow || known
	}
	return n, narrow, nil
}

func readNumber(location, value string, least, most int) (int, error) {
	number, err := strconv.Atoi(value)
	if err != nil || number < least || number > most {
		return 0, problem.InvalidField(location, "Give a number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most)+".")
	}
	return number, nil
}

func readSearch(value string) (string, error) {
	if !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) || utf8.RuneCountInString(value) > maxSearch {
		return "", problem.InvalidField("query.q", "Search for at most 200 characters of text.")
	}
	return value, nil
}

func readStatus(value string) (nothing bool, err error) {
	switch value {
	case "published":
		return false, nil
	case "draft", "archived":
		return true, nil
	}
	return false, problem.InvalidField("query.status", "Choose one of draft, published, archived.")
}
