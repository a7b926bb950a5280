package apitest_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// generatedOfEach is how many requests the test sends for each call and each person;
// REQUESTS_OF_EACH sends more.
const generatedOfEach = 2

// The description is kept whatever is sent: requests made from it at random, by
// nobody, an author and an administrator, get the statuses, media types and bodies
// that it names, and no failure of ours. Every run sends the same, in the order of the
// calls that a seed gives; another REQUEST_SEED sends others.
func TestDescription_IsKeptByGeneratedRequests(t *testing.T) {
	seed, ofEach := numberOf(t, "REQUEST_SEED", 1), numberOf(t, "REQUESTS_OF_EACH", generatedOfEach)
	t.Logf("REQUEST_SEED=%d REQUESTS_OF_EACH=%d repeats this", seed, ofEach)

	app, _ := previewing(t, unlimited)
	administrator := app.Staff(t)
	people := []*apitest.Client{app.Anonymous(t), author(t, app, administrator), administrator}
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0)), schemas: describedSchemas(t)}
	// Calls that end sessions would leave nobody to ask as; they have scenarios.
	ops := slices.DeleteFunc(operations(t), func(op operation) bool {
		return slices.Contains([]string{
			"logout", "endOtherSessions", "endSession", "changePassword", "removeMember", "updateMember",
		}, op.ID)
	})
	answered := map[int]int{}
	type request struct {
		op  operation
		who *apitest.Client
	}
	var requests []request
	for _, op := range ops {
		for _, who := range people {
			requests = append(requests, slices.Repeat([]request{{op, who}}, int(ofEach))...)
		}
	}
	g.Shuffle(len(requests), func(i, j int) { requests[i], requests[j] = requests[j], requests[i] })
	for _, each := range requests {
		op, who := each.op, each.who
		path := parameter.ReplaceAllStringFunc(op.template, func(name string) string {
			return g.parameter(op, strings.Trim(name, "{}"))
		})
		if query := g.query(op); query != "" {
			path += "?" + query
		}
		answer := g.send(who, op, path)
		answered[answer.Status]++
		if answer.Status >= http.StatusInternalServerError {
			t.Errorf("%s %s: %d %s", op.method, path, answer.Status, answer.Body)
		}
		g.remember(answer.Body)
	}
	t.Logf("answers by status: %v", answered)
	if answered[http.StatusOK] < len(requests)/10 || answered[http.StatusCreated] < len(requests)/100 {
		t.Errorf("too little was taken to say much: %v", answered)
	}
}

// numberOf returns the number in a variable of the environment.
func numberOf(t *testing.T, variable string, without uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return without
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// author returns somebody who is invited as an author.
func author(t *testing.T, app *apitest.App, administrator *apitest.Client) *apitest.Client {
	t.Helper()
	const email = "ravi@example.com"
	link, err := url.Parse(administrator.Post("/api/admin/invitations", apitest.JSON{
		"email": email, "role": "author",
	}).Want(http.StatusCreated).Text("link"))
	if err != nil {
		t.Fatal(err)
	}
	person := app.Anonymous(t)
	person.Post("/api/auth/register", apitest.JSON{
		"email": email, "password": apitest.Password, "name": "Ravi", "invitation": link.Query().Get("invitation"),
	}).Want(http.StatusCreated)
	return person
}

// generator makes requests from what the API's description says of them.
type generator struct {
	*rand.Rand
	schemas schemas
	ids     []string // of what was answered
}

func (g *generator) one(of ...string) string { return of[g.IntN(len(of))] }

// once is true one time in n.
func (g *generator) once(n int) bool { return g.IntN(n) == 0 }

func (g *generator) remember(body []byte) {
	var document struct{ ID string }
	if json.Unmarshal(body, &document) == nil && document.ID != "" {
		g.ids = append(g.ids, document.ID)
	}
}

func (g *generator) parameter(op operation, name string) string {
	if len(g.ids) > 0 && name == "id" && !g.once(4) {
		return g.ids[g.IntN(len(g.ids))]
	}
	for _, p := range op.Parameters {
		if p.In != "path" || p.Name != name {
			continue
		}
		if text, ok := g.value(p.Schema).(string); ok && text != "" {
			return url.PathEscape(text)
		}
	}
	return "unknown"
}

func (g *generator) query(op operation) string {
	values := url.Values{}
	for _, p := range op.Parameters {
		if p.In != "query" || !g.once(3) {
			continue
		}
		switch value := g.value(p.Schema).(type) {
		case string:
			values.Set(p.Name, value)
		case int:
			values.Set(p.Name, strconv.Itoa(value))
		}
	}
	return values.Encode()
}

// send makes the call, with a body of one of the kinds that it takes.
func (g *generator) send(who *apitest.Client, op operation, path string) *apitest.Response {
	kinds := []string{}
	for kind := range op.RequestBody.Content {
		kinds = append(kinds, kind)
	}
	if len(kinds) == 0 {
		return who.Do(op.method, path, nil)
	}
	slices.Sort(kinds)
	kind := kinds[g.IntN(len(kinds))]
	value := g.value(op.RequestBody.Content[kind].Schema)
	object, _ := value.(map[string]any)
	switch kind {
	case "application/x-www-form-urlencoded":
		form := url.Values{}
		for name, member := range object {
			if text, ok := member.(string); ok {
				form.Set(name, text)
			}
		}
		return who.Form(op.method, path, form)
	case "multipart/form-data":
		field := "file"
		if _, ok := object["image"]; ok {
			field = "image"
		}
		return who.Upload(path, field, "a.png", []byte(g.text(g.IntN(200))))
	}
	return who.JSON(op.method, path, value)
}

// value returns one that the schema allows, and now and then one that it does not.
func (g *generator) value(of schema) any {
	of = g.schemas.resolve(of)
	if g.once(60) {
		return []any{nil, "", -1, 1e300, true, []any{}, map[string]any{"$ne": nil}}[g.IntN(7)]
	}
	switch {
	case len(of.Enum) > 0:
		return of.Enum[g.IntN(len(of.Enum))]
	case len(of.OneOf) > 0:
		return g.value(of.OneOf[g.IntN(len(of.OneOf))])
	case len(of.Examples) > 0 && !g.once(3):
		return of.Examples[g.IntN(len(of.Examples))]
	case slices.Contains(of.Type, "null") && g.once(3), len(of.Type) == 0:
		return nil
	}
	switch of.Type[0] {
	case "object":
		return g.object(of)
	case "array":
		length := g.length(of.MinItems, of.MaxItems, 3)
		if of.MaxItems != nil && length > *of.MaxItems {
			// The same again and again: of as many different entries with lists of their own, as menus
			// have them, there would be no end.
			return slices.Repeat([]any{g.value(*of.Items)}, length)
		}
		list := []any{}
		for range length {
			list = append(list, g.value(*of.Items))
		}
		return list
	case "boolean":
		return g.once(2)
	case "integer", "number":
		least, most := -10, 1000
		if of.Minimum != nil {
			least = int(*of.Minimum)
		}
		if of.Maximum != nil {
			most = int(*of.Maximum)
		}
		return least + g.IntN(most-least+1)
	}
	return g.formatted(of)
}

func (g *generator) object(of schema) map[string]any {
	object := map[string]any{}
	// In one order, so that a seed makes the same object again.
	for _, name := range slices.Sorted(maps.Keys(of.Properties)) {
		if required := slices.Contains(of.Required, name); required && !g.once(50) || !required && g.once(2) {
			object[name] = g.value(of.Properties[name])
		}
	}
	return object
}

func (g *generator) formatted(of schema) string {
	switch of.Format {
	case "web", "file", "link":
		return g.one("https://example.com/a b.png", "https://bücher.example/ü.png", "/media/a.png",
			"https://[2001:db8::1]:8443/", "#top", "https://x:99999/", "javascript:alert(1)")
	case "day", "date", "date-time", "moment":
		return g.one("2026-01-15", "2001-05-14", "2026-01-15T09:30:00Z", "", "2026-02-30", "3000-01-01")
	case "mailbox":
		return g.one("asha@example.com", "ravi@example.com", "a@b.example", "a@b", "nobody")
	}
	if of.Pattern != "" {
		return g.one("a", "hero", "success-stories", "#667eea", "0", "Ü!")
	}
	return g.text(g.length(of.MinLength, of.MaxLength, 40))
}

// length returns one within bounds, or just beyond them.
func (g *generator) length(least, most *int, usual int) int {
	low := 0
	if least != nil {
		low = *least
	}
	if most != nil {
		if g.once(30) {
			return *most + 1
		}
		usual = min(usual, *most)
	}
	return low + g.IntN(max(1, usual-low+1))
}

// text returns characters of any script and kind.
func (g *generator) text(length int) string {
	characters := []rune("abcxyz 0189-_./:<>&\"'\\{}$%\n\tüಕನ🎉\u200d\u202e\u0301א\u0001\ufffe")
	out := make([]rune, length)
	for i := range out {
		out[i] = characters[g.IntN(len(characters))]
	}
	return string(out)
}

// Every example of a body is taken as it stands, but for what a test cannot have:
// the ids, the password, the codes and the token that stand there.
func TestDescription_ExamplesAreTaken(t *testing.T) {
	staff := apitest.New(t, unlimited).Ready(t).Staff(t)
	for _, op := range operations(t) {
		if op.example() == nil || strings.HasPrefix(op.ID, "reorder") || slices.Contains([]string{
			"changePassword", "resetPassword", "addPasskey", "confirm", "confirmTotp",
		}, op.ID) {
			continue
		}
		answer := staff.JSON(op.method, op.path, string(op.example()))
		if answer.Status == http.StatusBadRequest || answer.Status == http.StatusUnprocessableEntity {
			t.Errorf("%s refuses its own example: %d %s", op.ID, answer.Status, answer.Body)
		}
	}
}
