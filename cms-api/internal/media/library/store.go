package library

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/versions"
	"academy/cms-api/internal/platform/views"
)

// unsaved is the collection of working copies of documents that are not stored yet.
const unsaved = "working_copies"

// newDocument stands for the id of one of them.
const newDocument = "new"

// follow has the change stream keep the uses up to date that collections make of files.
func (s *Service) follow(db *mongodb.Database, collections []string) {
	// All that is read of a document but its former versions, of which the names stand beside them.
	project := bson.D{{Key: "past", Value: 0}, {Key: "recent.data", Value: 0}}
	for _, name := range append(collections, unsaved, Collection) {
		view := s.index.viewOf(name)
		views.Add(db.Followed(name, project), views.Content, project, view, func(raw bson.Raw) (*user, bool, error) {
			return s.index.kept(s.index.userOf(name, raw))
		})
	}
	names := bson.D{{Key: "names", Value: 1}}
	views.Add(db.Followed(versions.Collection, names), views.List, names, s.index.viewOf(versions.Collection),
		func(raw bson.Raw) (*user, bool, error) { return s.index.kept(packUser(raw)) })
}

// userOf returns what a document of a collection names.
func (x *index) userOf(collection string, raw bson.Raw) *user {
	u := &user{collection: strings.ReplaceAll(collection, "_", "-"), id: storage.IDOf(raw), title: titleOf(raw)}
	switch collection {
	case Collection:
		u.add(Live, x.namesIn([]byte(textIn(raw, "poster")))...)
		return u
	case unsaved:
		u.collection, u.owner, _ = strings.Cut(u.id, "/")
		u.id, u.title = newDocument, ""
	}
	elements, _ := raw.Elements()
	now := u.present(raw)
	for _, element := range elements {
		switch value := element.Value(); element.Key() {
		case "past":
		case "recent":
			inner, _ := value.DocumentOK()
			u.addAll(History, storage.Lookup(inner, "names"))
		case "working":
			inner, _ := value.DocumentOK()
			where := Edit
			if now == Trash {
				where = Trash
			}
			u.add(where, x.namesIn([]byte(textIn(inner, "fields")))...)
		default:
			u.add(now, x.namesIn(value.Value)...)
		}
	}
	return u
}

// packUser returns what a pack of former versions names. Its id is collection/document/pack.
func packUser(raw bson.Raw) *user {
	collection, rest, _ := strings.Cut(storage.IDOf(raw), "/")
	u := &user{collection: strings.ReplaceAll(collection, "_", "-"), id: rest[:max(0, strings.LastIndexByte(rest, '/'))]}
	u.addAll(History, storage.Lookup(raw, "names"))
	return u
}

// present returns where the present state of a document is, and notes when that changes by itself.
func (u *user) present(raw bson.Raw) Where {
	if storage.Lookup(raw, "deleted").Type == bson.TypeEmbeddedDocument {
		return Trash
	}
	if status := textIn(raw, "status"); status != "" && status != "published" {
		return Draft
	}
	u.from, u.until = timeIn(raw, "publish_date"), timeIn(raw, "unpublish_date")
	return Live
}

func (u *user) addAll(where Where, names bson.RawValue) {
	list, _ := names.ArrayOK()
	values, _ := list.Values()
	for _, each := range values {
		name, _ := each.StringValueOK()
		u.add(where, name)
	}
}

// titleOf returns what people call a document.
func titleOf(raw bson.Raw) string {
	if page := textIn(raw, "page"); page != "" {
		return strings.TrimSuffix(page+"/"+textIn(raw, "section"), "/")
	}
	for _, field := range []string{"title", "name", "platform"} {
		if title := textIn(raw, field); title != "" {
			return title
		}
	}
	return storage.IDOf(raw)
}

func textIn(raw bson.Raw, field string) string {
	text, _ := storage.Lookup(raw, field).StringValueOK()
	return text
}

func timeIn(raw bson.Raw, field string) time.Time {
	at, _ := storage.Lookup(raw, field).TimeOK()
	return at
}
