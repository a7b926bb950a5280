package model

// Type is what a field holds.
type Type string

// The types of fields.
const (
	Text     Type = "text"     // one line
	LongText Type = "longtext" // several lines
	RichText Type = "richtext" // HTML
	Link     Type = "link"     // an address, page:{id} or article:{id}
	Image    Type = "image"    // {url, alt, focus}
	Video    Type = "video"    // an address
	File     Type = "file"     // an address
	Number   Type = "number"
	Boolean  Type = "boolean"
	Choice   Type = "choice" // the value of an option
	Date     Type = "date"   // YYYY-MM-DD
	Icon     Type = "icon"   // the value of an option
	Color    Type = "color"  // #rrggbb
	List     Type = "list"   // of objects
	Article  Type = "article"
)

// kind is what one type of field does.
type kind struct {
	// check returns a value as it is stored, and tells the Check where it does not fit.
	// Stored are the values that stood in its place.
	check func(c *Check, f *Field, at string, value any, stored []any) any
	// parse returns the value of a text of page content; nil where that is the text itself.
	parse func(content string) (any, bool)
}

// kind returns what the type does; false where there is no such type.
func (t Type) kind() (kind, bool) {
	switch t {
	case Text:
		return kind{check: line}, true
	case LongText:
		return kind{check: lines}, true
	case RichText:
		return kind{check: html}, true
	case Link:
		return kind{check: link}, true
	case Image:
		return kind{check: image, parse: parseImage}, true
	case Video:
		return kind{check: video}, true
	case File:
		return kind{check: fileAddress}, true
	case Number:
		return kind{check: number, parse: parseJSON}, true
	case Boolean:
		return kind{check: boolean, parse: parseJSON}, true
	case Choice:
		return kind{check: choice}, true
	case Date:
		return kind{check: date}, true
	case Icon:
		return kind{check: icon}, true
	case Color:
		return kind{check: color}, true
	case List:
		return kind{check: list, parse: parseJSON}, true
	case Article:
		return kind{check: article}, true
	}
	return kind{}, false
}
