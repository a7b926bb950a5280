// Package list is the ordered lists of the home page: programs, features and
// differentiators.
package list

import (
	"fmt"
	"slices"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// maxFeature is how many characters one feature of a programme may have.
const maxFeature = 300

// Item is one card of a list.
type Item struct {
	revision.Document `bson:",inline"`
	Title             string `json:"title" bson:"title" doc:"The card's heading." example:"Doubt Solving Sessions"`
	Description       string `json:"description" bson:"description" doc:"What it says." example:"Three months of Sunday tests."`
	Icon              string `json:"icon" bson:"icon" doc:"An icon's name or a character." example:"compass"`
	Link              string `json:"link" bson:"link" doc:"Where it leads; empty for nowhere." example:"/foundation-test-series"`
	OrderIndex        int    `json:"order_index" bson:"order_index" doc:"Its place, from 1." example:"1"`
}

// Program is one learning path.
type Program struct {
	Item       `bson:",inline"`
	Details    string   `json:"details" bson:"details" doc:"A second line." example:"12 subject tests and 9 full-length tests."`
	Features   []string `json:"features" bson:"features" nullable:"false" doc:"What the programme includes." example:"One test each Sunday"`
	IsUpcoming bool     `json:"is_upcoming" bson:"is_upcoming" doc:"Marked as coming soon."`
}

// Update changes what is not nil.
type Update struct {
	Title       *string `json:"title,omitempty" minLength:"1" maxLength:"200" example:"Foundation Test Series"`
	Description *string `json:"description,omitempty" maxLength:"5000" text:"block" example:"Three months of Sunday tests."`
	Icon        *string `json:"icon,omitempty" maxLength:"500" example:"compass"`
	Link        *string `json:"link,omitempty" maxLength:"2000" format:"link" example:"/foundation-test-series"`
	OrderIndex  *int    `json:"order_index,omitempty" minimum:"0" maximum:"10000"`
}

// ProgramUpdate changes what is not nil.
type ProgramUpdate struct {
	Update
	Details    *string   `json:"details,omitempty" maxLength:"5000" text:"block" example:"12 subject tests and 9 full-length tests."`
	Features   *[]string `json:"features,omitempty" nullable:"false" maxItems:"50" example:"One test each Sunday"`
	IsUpcoming *bool     `json:"is_upcoming,omitempty"`
}

// DisplayName returns the title.
func (i *Item) DisplayName() string { return i.Title }

// Items are a list of cards, and Programs that of the learning paths.
type (
	Items    = collection.Service[Item, *Item, Update, Update]
	Programs = collection.Service[Program, *Program, ProgramUpdate, ProgramUpdate]
)

// NewItems returns the list of cards of that name.
func NewItems(db *mongodb.Database, name collection.Name) *Items {
	return collection.New(db, collection.Kind[Item, *Item, Update, Update]{
		Name: name, Check: check, Unrestored: []string{"order_index"},
		Order: collection.Order[*Item]{
			Field: "order_index", Of: func(i *Item) *int { return &i.OrderIndex }, Numbered: true,
		},
	})
}

// NewPrograms returns the list of learning paths.
func NewPrograms(db *mongodb.Database) *Programs {
	return collection.New(db, collection.Kind[Program, *Program, ProgramUpdate, ProgramUpdate]{
		Name: "programs", One: "programme", Check: checkProgram, Unrestored: []string{"order_index"},
		Order: collection.Order[*Program]{
			Field: "order_index", Of: func(p *Program) *int { return &p.OrderIndex }, Numbered: true,
		},
	})
}

func check(i *Item, was Item) error {
	if i.Link != was.Link {
		if err := problem.InvalidFields(weburl.Set(nil, "body.link", &i.Link)); err != nil {
			return err
		}
	}
	if i.Title == "" {
		return problem.InvalidField("body.title", "Give it a title.")
	}
	return nil
}

func checkProgram(p *Program, was Program) error {
	p.Features = slices.DeleteFunc(append([]string{}, p.Features...), func(feature string) bool { return feature == "" })
	for i, feature := range p.Features {
		if text.LongerThan(feature, maxFeature) {
			return problem.InvalidField(fmt.Sprintf("body.features[%d]", i), "A feature may have at most 300 characters.")
		}
	}
	return check(&p.Item, was.Item)
}
