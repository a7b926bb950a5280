package publish

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/publishing/snapshot"
)

func partOf(name, before, after string, by ...string) snapshot.Difference {
	d := snapshot.Difference{Part: name, After: json.RawMessage(after), Authors: snapshot.Authors{IDs: by}}
	if before != "" {
		d.Before = json.RawMessage(before)
	}
	return d
}

// inWords puts changes into words, each with its editors, and all editors last.
func inWords(c ChangeSet) string {
	words := []string{}
	for _, each := range c.Changes {
		words = append(words, fmt.Sprintf("%s %s %q %s %v", each.Kind, each.ID, each.Title, each.Action, each.Editors))
	}
	return strings.Join(append(words, fmt.Sprint(c.Editors)), "; ")
}

func TestChanges_OfWhatAPartLists(t *testing.T) {
	const one, two = `{"id":"1","name":"Hero","display_order":1}`, `{"id":"2","name":"Why","display_order":2}`
	for _, test := range []struct {
		name string
		part snapshot.Difference
		want string
	}{
		{"added", partOf("sections", `[`+one+`]`, `[`+one+`,`+two+`]`, "asha"), `sections 2 "Why" added [asha]; [asha]`},
		{"removed, by its old name", partOf("sections", `[`+one+`]`, `[]`, "asha"),
			`sections 1 "Hero" removed [asha]; [asha]`},
		{"moved", partOf("sections", `[`+one+`]`, `[{"id":"1","name":"Hero","display_order":7}]`, "asha"),
			`sections 1 "Hero" moved [asha]; [asha]`},
		{"renamed", partOf("videos", `[{"id":"1","title":"A"}]`, `[{"id":"1","title":"B"}]`, "asha"),
			`videos 1 "B" edited [asha]; [asha]`},
		{"of two people, and whose each is nobody knows", partOf("sections", `[]`, `[`+one+`,`+two+`]`, "asha", "ravi"),
			`sections 1 "Hero" added []; sections 2 "Why" added []; [asha ravi]`},
		{"of somebody who is not known", partOf("sections", `[]`, `[`+one+`]`), `sections 1 "Hero" added []; []`},
		{"no list", partOf("settings", `{"site_title":"A"}`, `{"site_title":"B"}`, "asha"),
			`settings  "" edited [asha]; [asha]`},
		{"the texts of a section are one", partOf("page_content", `[]`,
			`[{"id":"1","page":"home","section":"hero"},{"id":"2","page":"home","section":"hero"},`+
				`{"id":"3","page":"about","section":""}]`, "asha"),
			`page_content about "" added [asha]; page_content home/hero "" added [asha]; [asha]`},
		{"what only the program writes otherwise", partOf("settings", `{"a":1, "b":2}`, `{"b":2,"a":1}`, "asha"), `[]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := inWords(summarise([]snapshot.Difference{test.part})); got != test.want {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
}

func TestChanges_ManyAreCounted(t *testing.T) {
	var d []snapshot.Difference
	for i := range maxChanges + 7 {
		d = append(d, snapshot.Difference{
			Part: snapshot.Articles, ID: fmt.Sprint(i), After: json.RawMessage(fmt.Sprintf(`{"title":"%03d"}`, i)),
			Authors: snapshot.Authors{IDs: []string{"asha"}},
		})
	}
	slices.Reverse(d)
	got := summarise(d)
	if len(got.Changes) != maxChanges || got.ContentChangeCount != maxChanges+7 || got.Changes[0].Title != "000" {
		t.Errorf("%d of %d, the first %+v", len(got.Changes), got.ContentChangeCount, got.Changes[0])
	}
	if merged, complete := merged([]Published{{ChangeSet: got}}); complete || merged.ContentChangeCount != maxChanges {
		t.Errorf("%d, complete %t", merged.ContentChangeCount, complete)
	}
}

// One thing that several releases changed is told once.
func TestChanges_OfSeveralReleases(t *testing.T) {
	for steps, want := range map[[3]Action]Action{ // the oldest first
		{Added, Edited}:          Added,
		{Added, Removed}:         "",
		{Added, Removed, Added}:  Added,
		{Removed, Added}:         Edited,
		{Edited, Moved}:          Edited,
		{Moved, Moved}:           Moved,
		{Edited, Removed}:        Removed,
		{Removed, Added, Edited}: Edited,
		{Moved, Edited, Removed}: Removed,
	} {
		var releases []Published
		for _, action := range steps {
			if action != "" {
				change := Change{Kind: "articles", ID: "a", Action: action, Editors: []string{"asha"}}
				releases = append(releases, Published{
					ChangeSet: ChangeSet{Known: true, ContentChangeCount: 1, Changes: []Change{change}, Editors: change.Editors},
				})
			}
		}
		slices.Reverse(releases)
		got, complete := merged(releases)
		if want == "" && len(got.Changes) != 0 || want != "" && (len(got.Changes) != 1 || got.Changes[0].Action != want) ||
			!complete {
			t.Errorf("%v came to %+v, complete %t", steps, got, complete)
		}
	}
	for name, test := range map[string]struct {
		steps []Published // the newest first
		want  string
	}{
		"who made what is gone again is not named": {
			[]Published{stepOf("asha", "a", Removed), stepOf("ravi", "b", Edited), stepOf("asha", "a", Added)},
			`articles b "" edited [ravi]; [ravi]`,
		},
		"what was scheduled makes nobody unknown": {
			[]Published{stepOf("asha", "a", Edited), stepOf("", "b", Added)},
			`articles a "" edited [asha]; articles b "" added []; [asha]`,
		},
		"people are named together where each change has none of its own": {
			[]Published{stepOf("asha", "a", Edited), together("b", "c")},
			`articles a "" edited [asha]; sections b "" edited []; sections c "" edited []; [asha ravi]`,
		},
		"but not when something of theirs is gone again": {
			[]Published{stepOf("asha", "a", Removed), together("b", "c"), stepOf("meera", "a", Added)},
			`sections b "" edited []; sections c "" edited []; []`,
		},
	} {
		if got, _ := merged(test.steps); inWords(got) != test.want {
			t.Errorf("%s: %s\nwant %s", name, inWords(got), test.want)
		}
	}
	known := Published{ChangeSet: ChangeSet{Known: true}}
	if _, complete := merged([]Published{known, {}}); complete {
		t.Error("a release of which nothing is known is taken for one without changes")
	}
}

// stepOf is a release that changed one article; without an editor its time had come.
func stepOf(editor, id string, action Action) Published {
	change := Change{Kind: "articles", ID: id, Action: action, Scheduled: editor == ""}
	if editor != "" {
		change.Editors = []string{editor}
	}
	return Published{
		ChangeSet: ChangeSet{Known: true, ContentChangeCount: 1, Changes: []Change{change}, Editors: change.Editors},
	}
}

// together is a release that two people made, and whose each change is nobody knows.
func together(ids ...string) Published {
	p := Published{ChangeSet: ChangeSet{Known: true, ContentChangeCount: len(ids), Editors: []string{"asha", "ravi"}}}
	for _, id := range ids {
		p.Changes = append(p.Changes, Change{Kind: "sections", ID: id, Action: Edited})
	}
	return p
}
