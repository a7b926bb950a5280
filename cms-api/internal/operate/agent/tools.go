package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/access"
)

// tool is one that agents are offered. Its arguments are those of an operation.
type tool struct {
	name, operation, says string
	// needs is the permission without which the tool is neither listed nor called; that of the operation when it is
	// empty. The API decides about each call besides.
	needs access.Permission
	// omit are arguments of the operation that are not offered; only, where it is not nil, are those that are. set are
	// those that have a value that the agent does not choose.
	omit, only []string
	set        arguments
	// more are further arguments; required are those that must be given besides the operation's.
	more     object
	required []string
	// run makes the calls; nil: that of the operation alone.
	run func(*call, arguments) (any, error)
}

func words(doc string) object { return object{"type": "string", "description": doc} }

// Arguments that several tools have.
var (
	markdown = object{"markdown": words("The text as Markdown: CommonMark with tables, footnotes, callouts (> [!NOTE]) and " +
		"formulas between dollars. In the place of content, which is HTML.")}
	etag = object{"etag": words("The etag, or the revision, with which it was read. When somebody has changed it since, nothing " +
		"is written.")}
	from = object{"from": object{"type": "integer", "minimum": 0, "description": "Leave out this many characters of the " +
		"text: where the part before ended."}}
)

var tooLarge = fmt.Sprintf("At most %d MiB; send a larger file, with the same token, to POST /api/admin/media, as the field "+
	"file of a multipart form.", maxFile>>20)

// tools returns all of them, in the order in which they are listed.
func tools() []tool {
	const blocks = " Rich texts in blocks are HTML; get_content_model says which blocks there are."
	all := slices.Concat(edited("Article", "", "an article", "", tool{
		name: "search_articles", operation: "listArticles", needs: access.ContentRead, run: (*call).list,
		says: "Lists articles without their texts, drafts included. q searches titles, excerpts, authors, categories and tags.",
	}), edited("Page", "page_", "a page", blocks, tool{
		name: "list_pages", operation: "listPages", run: (*call).list,
		says: "Lists the pages that editors have made, drafts included, without their blocks.",
	}))
	return append(all, tool{
		name: "list_scheduled", operation: "listArticles", needs: access.ContentRead, run: (*call).scheduled,
		only: []string{},
		says: "Lists articles, pages and changes of them that are published, or leave the site, by themselves.",
	}, tool{
		name: "get_content_model", operation: "getContentModel", needs: access.ContentRead,
		says: "Reads which blocks, pages and menus the site has, and which fields they have.",
	}, tool{
		name: "list_sections", operation: "listSections", needs: access.ContentRead,
		says: "Lists the sections of the home page, with their texts.",
	}, tool{
		name: "get_page_content", operation: "getPageContent", needs: access.ContentRead,
		says: "Reads the texts of one of the site's own pages, such as home.",
	}, tool{
		name: "get_settings", operation: "getSettings", needs: access.ContentRead, says: "Reads the settings of the site.",
	}, tool{
		name: "search_media", operation: "listMedia", run: (*call).list,
		says: "Lists the files of the media library. The url of a file goes into articles and pages.",
	}, tool{
		name: "upload_media", operation: "createMedia", run: (*call).upload, required: []string{"name", "data"}, more: object{
			"name": words("The name of the file, such as monsoon.jpg."),
			"data": words("The bytes of the file as base64. " + tooLarge),
		},
		says: "Adds a picture, a video or a document to the media library, and returns its url.",
	}, tool{
		name: "update_media", operation: "updateMedia", more: etag, required: []string{"etag"}, run: (*call).write,
		says: "Changes what is known of a file, such as alt, the text that describes a picture.",
	}, tool{
		name: "list_leads", operation: leads["contact"], needs: access.LeadsRead, run: (*call).leads,
		required: []string{"kind"},
		more: object{"kind": object{
			"type": "string", "enum": slices.Sorted(maps.Keys(leads)), "description": "Which forms.",
		}},
		says: "Lists what visitors have sent with a form of the site. " + notice,
	})
}

// edited returns the tools for a kind of document that has drafts and working copies. Infix is in their names where
// that of an article has nothing.
func edited(kind, infix, one, blocks string, list tool) []tool {
	name := strings.ToLower(kind)
	part, text := from, markdown
	if kind == "Page" {
		part, text = nil, nil
	}
	changed := object{}
	maps.Copy(changed, text)
	maps.Copy(changed, etag)
	return []tool{list, {
		name: "get_" + name, operation: "get" + kind, needs: access.ContentRead, more: part, run: (*call).get,
		says: "Reads " + one + ", and the etag that a change of it begins from." + blocks,
	}, {
		name: "get_" + infix + "working_copy", operation: "get" + kind + "WorkingCopy", omit: []string{"optional"},
		more: part, run: (*call).get, says: "Reads the changes of " + one + " that are kept and not published.",
	}, {
		name: "create_" + infix + "draft", operation: "create" + kind, omit: []string{"status"},
		set: arguments{"status": "draft"}, more: text, run: (*call).write,
		says: "Stores " + one + " as a draft, which is not public." + blocks,
	}, {
		name: "update_" + infix + "draft", operation: "update" + kind, omit: []string{"status"}, more: changed,
		required: []string{"etag"}, run: changeDraft("get"+kind, "save_"+infix+"working_copy"),
		says: "Changes a draft; what is missing stays. Of " + one + " that is public, change the working copy.",
	}, {
		name: "save_" + infix + "working_copy", operation: "save" + kind + "WorkingCopy", more: changed,
		omit: []string{"status", "publish_at"}, run: (*call).keep,
		says: "Keeps changes of " + one + " without publishing them. They replace those that were kept before, so send all; " +
			"etag is that of the working copy, and missing where there is none.",
	}, {
		name: "preview_" + name, operation: "createPreviewLink", set: arguments{"kind": name}, run: (*call).preview,
		says: "Makes a link that shows " + one + " to people without an account, with what is not published yet.",
	}, {
		name: "publish_" + name, operation: "update" + kind, needs: access.ContentPublish, more: etag,
		only: []string{"id", "publish_date"}, required: []string{"etag"}, run: publish(kind),
		says: "Publishes a draft, or a working copy; etag is that of the working copy where there is one. With a publish_date " +
			"that is still to come, the document is scheduled.",
	}}
}

// leads are the operations that list them.
var leads = map[string]string{
	"enrollments": "listEnrollments", "mentorship": "listMentorshipApplications", "contact": "listContactMessages",
	"notifications": "listSubscribers",
}

// schema returns the JSON Schema of a tool's arguments.
func (t tool) schema(op operation) object {
	properties := object{}
	for name, schema := range op.properties {
		_, set := t.set[name]
		if !set && !slices.Contains(t.omit, name) && (t.only == nil || slices.Contains(t.only, name)) {
			properties[name] = schema
		}
	}
	maps.Copy(properties, t.more)
	if limit, is := properties["limit"].(object); is {
		limit = maps.Clone(limit)
		limit["default"], limit["maximum"] = fewItems, mostItems
		properties["limit"] = limit
	}
	required := []string{}
	for _, name := range slices.Concat(op.required, t.required) {
		if _, offered := properties[name]; offered {
			required = append(required, name)
		}
	}
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}
