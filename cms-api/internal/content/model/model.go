// Package model is the content model: which blocks, pages and menus the site has, and
// which fields they have. The site declares it; the API serves it and checks writes
// against it.
package model

import (
	"encoding/json"
	"slices"
	"strings"
)

// Home is the page whose sections are blocks: the section of its content is the type of
// a section.
const Home = "home"

// Model is what the site declares. Its version is a hash of the rest.
type Model struct {
	Version string `json:"version" doc:"Changes with the rest." example:"aeee7b86f63b129a"`
	// Fallback is the block of a home section whose type is no block.
	Fallback string `json:"fallback" doc:"The block that shows a section of the home page whose type is no block." example:"plain"`
	// Routes are what the site has besides editors' pages.
	Routes []string `json:"routes" nullable:"false" doc:"Paths where editors can make no page, with {name} for a parameter." example:"[\"/about-us\",\"/blog/{slug}\"]"`
	Blocks []Block  `json:"blocks" nullable:"false"`
	Pages  []Page   `json:"pages" nullable:"false"`
	Menus  []Menu   `json:"menus" nullable:"false"`
	raw    []byte   // as it was read
}

// Block is a kind of block that pages are made of.
type Block struct {
	Type        string `json:"type" example:"hero"`
	Name        string `json:"name" example:"Hero"`
	Description string `json:"description" doc:"When to use it." example:"A headline over a picture."`
	Home        int    `json:"home,omitempty" doc:"Its place on the home page where no section of this type is stored."`
	Fields      Fields `json:"fields" nullable:"false"`
}

// Page is a page of the site with texts of its own.
type Page struct {
	Page     string    `json:"page" example:"about"`
	Name     string    `json:"name" example:"About"`
	Route    string    `json:"route,omitempty" doc:"Its path, with {name} for a parameter; /404 is the missing page. Without one its texts belong to every page." example:"/about-us"`
	Sections []Section `json:"sections" nullable:"false"`
}

// Section is a group of a page's texts.
type Section struct {
	Section string `json:"section" doc:"May be empty." example:"meta"`
	Name    string `json:"name" example:"Title and description"`
	Fields  Fields `json:"fields" nullable:"false"`
}

// Menu is a place for a tree of links.
type Menu struct {
	Place   string  `json:"place" example:"main"`
	Name    string  `json:"name" example:"Navigation"`
	Depth   int     `json:"depth" doc:"1 for a plain list." minimum:"1" maximum:"2"`
	Default []Entry `json:"default" nullable:"false" doc:"Shown while nothing is stored."`
}

// Entry is a link of a menu, or a group of them.
type Entry struct {
	Label    string  `json:"label" bson:"label" minLength:"1" maxLength:"120" example:"Learning Paths"`
	Href     string  `json:"href" bson:"href" required:"false" maxLength:"2000" doc:"An address, page:{id} or article:{id}; empty for a mere heading." example:"/ncert-mastery"`
	Hidden   bool    `json:"hidden" bson:"hidden" required:"false"`
	Children []Entry `json:"children" bson:"children" required:"false" nullable:"false" maxItems:"200" example:"[]"`
}

// Field is a value that editors give.
type Field struct {
	Key      string          `json:"key" example:"heading"`
	Type     Type            `json:"type" enum:"text,longtext,richtext,link,image,video,file,number,boolean,choice,date,icon,color,list,article"`
	Name     string          `json:"name" example:"Heading"`
	Help     string          `json:"help,omitempty" example:"One line."`
	Required bool            `json:"required,omitempty" doc:"A blank value shows the default; where there is none, a page cannot be published while it is blank."`
	Default  json.RawMessage `json:"default,omitempty" doc:"Shown while nothing is stored; typed as a page holds it."`
	Min      *float64        `json:"min,omitempty" doc:"Characters, numbers or entries."`
	Max      *float64        `json:"max,omitempty" doc:"Characters, numbers or entries."`
	Options  []Option        `json:"options,omitempty" doc:"Of choice and icon."`
	Format   string          `json:"format,omitempty" enum:"inline,block" doc:"Of richtext."`
	Host     string          `json:"host,omitempty" enum:"youtube" doc:"Of video: the only site that it may be on."`
	Was      []string        `json:"was,omitempty" doc:"Former keys." example:"title"`
	More     bool            `json:"more,omitempty" doc:"Its form folds it."`
	Fields   Fields          `json:"fields,omitempty" doc:"Of the entries of a list." example:"[]"`
}

// Option is a value that a field may have.
type Option struct {
	Value string `json:"value" example:"left"`
	Name  string `json:"name" example:"Left"`
}

// Fields are those of a block, a section or the entries of a list, in their order.
type Fields []Field

// Find returns the field of a key that it has or had, or nil.
func (f Fields) Find(key string) *Field {
	for i := range f {
		if f[i].Key == key || slices.Contains(f[i].Was, key) {
			return &f[i]
		}
	}
	return nil
}

// Block returns the block of a type.
func (m *Model) Block(kind string) (Block, bool) {
	at := slices.IndexFunc(m.Blocks, func(b Block) bool { return b.Type == kind })
	if at < 0 {
		return Block{}, false
	}
	return m.Blocks[at], true
}

// HomeFields returns the fields of a home section that is a block of that type.
func (m *Model) HomeFields(kind string) Fields {
	block, known := m.Block(kind)
	if !known {
		block, _ = m.Block(m.Fallback)
	}
	return block.Fields
}

// Section returns the fields of a section of a page, nil when there is none.
func (m *Model) Section(page, section string) Fields {
	for _, p := range m.Pages {
		for _, s := range p.Sections {
			if p.Page == page && s.Section == section {
				return s.Fields
			}
		}
	}
	return nil
}

// HasPage reports whether the site has a page of that name.
func (m *Model) HasPage(page string) bool {
	return slices.ContainsFunc(m.Pages, func(p Page) bool { return p.Page == page })
}

// Has reports whether a page has a section of that name.
func (m *Model) Has(page, section string) bool {
	return slices.ContainsFunc(m.Pages, func(p Page) bool {
		return p.Page == page && slices.ContainsFunc(p.Sections, func(s Section) bool { return s.Section == section })
	})
}

// RouteOf returns the route of a page, "" for one whose texts belong to every page.
func (m *Model) RouteOf(page string) string {
	at := slices.IndexFunc(m.Pages, func(p Page) bool { return p.Page == page })
	if at < 0 {
		return ""
	}
	return m.Pages[at].Route
}

// Menu returns the menu of a place.
func (m *Model) Menu(place string) (Menu, bool) {
	at := slices.IndexFunc(m.Menus, func(menu Menu) bool { return menu.Place == place })
	if at < 0 {
		return Menu{}, false
	}
	return m.Menus[at], true
}

// Route returns the route of the site that a path belongs to, whatever its parameters,
// or "".
func (m *Model) Route(path string) string {
	parts := strings.Split(path, "/")
	for _, route := range m.Routes {
		if slices.EqualFunc(strings.Split(route, "/"), parts, func(a, b string) bool {
			return a == b || strings.HasPrefix(a, "{") && b != ""
		}) {
			return route
		}
	}
	return ""
}
