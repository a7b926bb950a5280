package agent

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// changeDraft returns what writes a document that is not public: of one that is, other names the tool. One that is
// published in between has another revision.
func changeDraft(get, other string) func(*call, arguments) (any, error) {
	return func(c *call, args arguments) (any, error) {
		_, value, err := c.do(get, arguments{"id": args["id"]})
		if err != nil {
			return nil, err
		}
		if stored, _ := value.(object); stored["status"] == "published" {
			return nil, refusal("This is published, so that a change would be on the site at once. Use " + other + ".")
		}
		return c.write(args)
	}
}

// keep stores a working copy: where there is one, only over that of etag.
func (c *call) keep(args arguments) (any, error) {
	if err := c.written(args); err != nil {
		return nil, err
	}
	condition := []string{"If-None-Match", "*"}
	if tag := args.text("etag"); tag != "" {
		condition = []string{"If-Match", quoted(tag)}
	}
	got, value, err := c.do(c.tool.operation, args, condition...)
	if err != nil {
		return nil, err
	}
	return c.brief(got, value), nil
}

// preview returns a link with its whole address.
func (c *call) preview(args arguments) (any, error) {
	value, err := c.only(args)
	if link, is := value.(object); is {
		link["url"] = c.o.PublicURL + fmt.Sprint(link["url"])
	}
	return value, err
}

// publish returns what publishes a document of a kind: its working copy where it has one, and itself where it is no
// draft any more then. Each call is over the revision before it.
func publish(one string) func(*call, arguments) (any, error) {
	return func(c *call, args arguments) (any, error) {
		got, value, err := c.do("get"+one, arguments{"id": args["id"]})
		if err != nil {
			return nil, err
		}
		stored, _ := value.(object)
		tag, id, published := quoted(args.text("etag")), stored["id"], stored["status"] == "published"
		date, dated := args["publish_date"]
		copied := stored["has_working_copy"] == true
		if published && !copied && !dated {
			return nil, refusal("This is published, and there is no working copy of it.")
		}
		if copied {
			copyOf := arguments{"id": id, "copy": tag}
			if got, value, err = c.do("publish"+one+"WorkingCopy", copyOf, "If-Match", got.etag); err != nil {
				return nil, err
			}
			tag = got.etag
			if published && !dated {
				return c.brief(got, value), nil
			}
		}
		change := arguments{"id": id, "status": "published"}
		if dated {
			change["publish_date"] = date
		}
		if got, value, err = c.do("update"+one, change, "If-Match", tag); err != nil {
			return nil, err
		}
		return c.brief(got, value), nil
	}
}

// looked is how many documents of a collection scheduled looks at.
const looked = 1000

// scheduled returns what happens by itself, the next first.
func (c *call) scheduled(arguments) (any, error) {
	items, now := []object{}, c.o.Now()
	seen := map[string]bool{}
	for _, list := range []struct {
		id, kind string
		args     arguments
	}{
		{"listArticles", "article", arguments{}}, // the latest publish_date first
		{"listArticles", "article", arguments{"upcoming": "unpublish_date"}},
		{"listPages", "page", arguments{}},
	} {
		list.args["limit"] = looked
		_, value, err := c.do(list.id, list.args)
		if err != nil {
			return nil, err
		}
		found, _ := value.([]any)
		for _, each := range found {
			document, _ := each.(object)
			if id := fmt.Sprint(document["id"]); !seen[id] {
				seen[id] = true
				items = append(items, planned(list.kind, document, now)...)
			}
		}
	}
	slices.SortFunc(items, func(a, b object) int { return cmp.Compare(a["at"].(string), b["at"].(string)) })
	return object{"items": items[:min(len(items), 2*mostItems)], "total": len(items)}, nil
}

// planned returns what happens with a document by itself after now.
func planned(kind string, document object, now time.Time) (all []object) {
	add := func(what string, value any, refused any) {
		at, err := time.Parse(time.RFC3339, fmt.Sprint(value))
		if err != nil || at.Before(now) && refused == nil {
			return
		}
		each := object{
			"kind": kind, "id": document["id"], "title": document["title"], "what": what, "at": at.UTC().Format(time.RFC3339),
		}
		if reason, _ := refused.(string); reason != "" {
			each["refused"] = reason
		}
		all = append(all, each)
	}
	if document["status"] == "published" {
		add("is published", document["publish_date"], nil)
		add("leaves the site", document["unpublish_date"], nil)
	}
	if changes, has := document["scheduled_changes"].(object); has {
		add("changes are published", changes["publish_at"], changes["refused"])
	}
	return all
}
