package revision

import "time"

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
