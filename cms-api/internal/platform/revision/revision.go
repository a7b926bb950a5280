// Package revision has what every stored document carries. Every write raises its revision.
package revision

import "time"

// Document is embedded in every stored document.
type Document struct {
	ID       string `json:"id" bson:"_id" doc:"Identifies the document; never changes." example:"665f1f77bcf86cd799439011"`
	Revision int    `json:"revision,omitempty" bson:"revision" doc:"Raised by every write; send it as If-Match to notice the edits of others. Absent for anonymous readers."`
	Saved    Saved  `json:"-" bson:"saved"`
	// Past lists the former revisions that are kept, encoded; see documents.Collection.Versioned.
	Past []byte `json:"-" bson:"past,omitempty"`
	// Recent has the newest of them.
	Recent *Pack `json:"-" bson:"recent,omitempty"`
	// Deleted is set while the document is in the trash.
	Deleted *Deleted `json:"-" bson:"deleted,omitempty"`
	// Working is the working copy; nil where there is none. Copies is how many writes it has
	// had, those that removed one included.
	Working *Working `json:"-" bson:"working,omitempty"`
	Copies  int      `json:"-" bson:"copies,omitempty"`
	// Fence is the token of the last lease under which it was looked at; see documents.Collection.Fence.
	Fence int64 `json:"-" bson:"fence,omitempty"`
}

// Pack has copies of a document at former revisions, whole and compressed together: they
// differ little, so that many take hardly more room than one.
type Pack struct {
	Revisions []int  `bson:"revisions"` // of the copies, in their order
	Data      []byte `bson:"data"`      // the copies, one behind the other
	// Names are the uploads that the copies name, which are compressed in Data.
	Names []string `bson:"names,omitempty"`
}

// Saved says when a document was written last, by whose account, and what that did; By is
// empty where none did it. What and Fields are noted where former versions are kept.
type Saved struct {
	At     time.Time `bson:"at"`
	By     string    `bson:"by,omitempty"`
	What   What      `bson:"what,omitempty"`
	Fields []string  `bson:"fields,omitempty"` // as the API names them
}

// What says what a save did to a document.
type What string

// What saves do.
const (
	Created   What = "created"
	Changed   What = "changed"
	Restored  What = "restored"
	Discarded What = "deleted"
)

// Deleted says when a document was put into the trash, and by whose account.
type Deleted struct {
	At time.Time `bson:"at"`
	By string    `bson:"by,omitempty"`
	// Was is the value of the document's unique field, which is free meanwhile.
	Was string `bson:"was,omitempty"`
}

// Base returns the document itself. Generic stores use it to access the id and revision
// of any type that embeds Document.
func (d *Document) Base() *Document { return d }

// Working is a working copy: changes of a document that are kept and not published. What
// they mean is known to package working.
type Working struct {
	Number int       `bson:"number"` // of the write of Document.Copies that somebody made it by
	At     time.Time `bson:"at"`
	By     string    `bson:"by,omitempty"` // the id of an account
	Base   int       `bson:"base"`         // the document's revision when it was begun
	// PublishAt is when it is to be published; nil: when somebody asks for it.
	PublishAt *time.Time `bson:"publish_at,omitempty"`
	// ScheduledBy is the account that chose that time.
	ScheduledBy string `bson:"scheduled_by,omitempty"`
	// Refused says why it was not published then.
	Refused string `bson:"refused,omitempty"`
	// Overtaken are the fields of Was that differ in the document by now, as of its last write.
	Overtaken []string `bson:"overtaken,omitempty"`
	Was       []Stamp  `bson:"was"`
	Fields    string   `bson:"fields"` // a JSON object
}

// Stamp identifies the value that a field of a document had.
type Stamp struct {
	Field string `bson:"field"`
	Hash  string `bson:"hash"`
}

// SetWorking replaces the working copy; nil removes it.
func (d *Document) SetWorking(w *Working) {
	d.Working = w
	d.Copies++
}
