package apitest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/apitest"
)

type shownToken struct {
	ID, Name, Secret string
	Scopes           []string
	ExpiresAt        *time.Time `json:"expires_at"`
	CreatedBy        string     `json:"created_by"`
	LastUsedAt       *time.Time `json:"last_used_at"`
	LastUsedFrom     string     `json:"last_used_from"`
}

// makeToken makes a token with scopes.
func makeToken(t testing.TB, admin *apitest.Client, scopes ...string) (made shownToken) {
	t.Helper()
	admin.Post("/api/admin/tokens", apitest.JSON{"name": "Newsletter", "scopes": scopes}).Want(http.StatusCreated).
		Into(&made)
	return made
}

// tokens returns the list.
func tokens(t testing.TB, admin *apitest.Client) (list []shownToken) {
	t.Helper()
	admin.Get("/api/admin/tokens").Want(http.StatusOK).Into(&list)
	return list
}

func TestToken_IsMadeUsedAndRevokedOnEveryReplica(t *testing.T) {
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	admin := one.Staff(t)
	made := makeToken(t, admin, "content:write", "content:write", "media:write")
	if !regexp.MustCompile(`^acad_[A-Za-z0-9_-]{43}$`).MatchString(made.Secret) || made.CreatedBy != "Asha Rao" ||
		made.ExpiresAt != nil || made.LastUsedAt != nil ||
		!slices.Equal(made.Scopes, []string{"content:write", "media:write"}) {
		t.Errorf("made %+v", made)
	}
	for _, app := range []*apitest.App{one, two} {
		program := app.Program(t, made.Secret)
		id := program.Post("/api/articles", apitest.JSON{"title": "Rivers"}, "Origin", "https://elsewhere.example").
			Want(http.StatusCreated).Text("id")
		if got := program.Get("/api/articles/" + id).Want(http.StatusOK).Text("status"); got != "draft" {
			t.Errorf("status = %s", got)
		}
		var drafts []struct{ ID string }
		program.Get("/api/articles?status=draft").Want(http.StatusOK).Into(&drafts)
		if !slices.ContainsFunc(drafts, func(d struct{ ID string }) bool { return d.ID == id }) {
			t.Errorf("drafts = %+v, without %s", drafts, id)
		}
		program.Upload("/api/admin/media", "file", "dot.png", picture(t, 2, 2))
		program.Get("/api/enrollments").Problem(http.StatusForbidden)
		program.Get("/api/admin/tokens").Problem(http.StatusForbidden)
	}
	apitest.Eventually(t, func() bool { list := tokens(t, admin); return list[0].LastUsedAt != nil })
	if used := tokens(t, admin)[0]; used.LastUsedFrom != "127.0.0.1" || used.Secret != "" || used.Name != "Newsletter" {
		t.Errorf("the list has %+v", used)
	}

	admin.Delete("/api/admin/tokens/" + made.ID).Want(http.StatusNoContent)
	admin.Delete("/api/admin/tokens/" + made.ID).Problem(http.StatusNotFound)
	for _, app := range []*apitest.App{two, one} {
		for _, path := range []string{"/api/articles", "/api/admin/media", "/api/auth/me"} {
			answer := app.Program(t, made.Secret).Get(path)
			answer.Problem(http.StatusUnauthorized)
			if got := answer.Header.Get("WWW-Authenticate"); !strings.HasPrefix(got, "Bearer") {
				t.Errorf("WWW-Authenticate = %q", got)
			}
		}
	}
}

func TestToken_SaysWhatIsWrong(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	author, _ := invite(t, app, admin, "ravi@example.com", "author")
	good := apitest.JSON{"name": "Newsletter", "scopes": []string{"content:read"}}
	with := func(name string, value any) apitest.JSON {
		body := apitest.JSON{"name": good["name"], "scopes": good["scopes"]}
		body[name] = value
		return body
	}
	for location, bodies := range map[string][]apitest.JSON{
		"body.name":       {with("name", ""), with("name", " \t"), with("name", strings.Repeat("n", 81))},
		"body.scopes":     {with("scopes", []string{})},
		"body.scopes[0]":  {with("scopes", []string{"team:write"}), with("scopes", []string{"everything"})},
		"body.expires_at": {with("expires_at", time.Now().Add(-time.Minute)), with("expires_at", "soon")},
	} {
		for _, body := range bodies {
			detail, locations := admin.Post("/api/admin/tokens", body).Problem(http.StatusUnprocessableEntity)
			if !slices.Equal(locations, []string{location}) || detail == "" {
				t.Errorf("%v: %s at %v", body, detail, locations)
			}
		}
	}
	for method, path := range map[string]string{
		http.MethodGet: "/api/admin/tokens", http.MethodPost: "/api/admin/tokens", http.MethodDelete: "/api/admin/tokens/x",
	} {
		app.Anonymous(t).JSON(method, path, good).Problem(http.StatusUnauthorized)
		author.JSON(method, path, good).Problem(http.StatusForbidden)
	}
	if list := tokens(t, admin); len(list) != 0 {
		t.Errorf("refused calls made %+v", list)
	}
}

func TestToken_UnknownOnesAreRefusedEverywhere(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, header := range []string{
		"Bearer", "Bearer ", "Bearer x", "bearer acad_" + strings.Repeat("A", 43), `Bearer {"$ne":""}`,
	} {
		for _, path := range []string{"/api/articles", "/api/auth/me", "/api/settings"} {
			// The session of the same call does not count.
			staff.Get(path, "Authorization", header).Problem(http.StatusUnauthorized)
		}
		staff.Post("/api/articles", apitest.JSON{"title": "One"}, "Authorization", header).Problem(http.StatusUnauthorized)
	}
	// A header for a proxy (Basic) is no token.
	staff.Get("/api/auth/me", "Authorization", "Basic YTpi").Want(http.StatusOK)
}

func TestToken_Expires(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	admin := app.Staff(t)
	var made shownToken
	admin.Post("/api/admin/tokens", apitest.JSON{
		"name": "Short", "scopes": []string{"content:read"}, "expires_at": time.Now().Add(time.Hour),
	}).Want(http.StatusCreated).Into(&made)
	program := app.Program(t, made.Secret)
	program.Get("/api/articles").Want(http.StatusOK)
	clock.ahead.Store(int64(2 * time.Hour))
	if detail, _ := program.Get("/api/articles").Problem(http.StatusUnauthorized); !strings.Contains(detail, "expired") {
		t.Error(detail)
	}
	if list := tokens(t, admin); len(list) != 1 || list[0].ExpiresAt == nil {
		t.Errorf("the list has %+v", list)
	}
}

func TestToken_MayNoMoreThanItsMaker(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha := app.Staff(t)
	ravi, id := invite(t, app, asha, "ravi@example.com", "administrator")
	made := makeToken(t, ravi, "audit:read", "content:publish")
	program := app.Program(t, made.Secret)
	program.Get("/api/admin/audit-log").Want(http.StatusOK)

	asha.Put("/api/admin/users/"+id, apitest.JSON{"role": "author"}).Want(http.StatusOK)
	detail, _ := program.Get("/api/admin/audit-log").Problem(http.StatusForbidden)
	if !strings.Contains(detail, "audit:read") {
		t.Error(detail)
	}
	program.Post("/api/articles", apitest.JSON{"title": "One", "category": "News", "status": "published"}).
		Want(http.StatusCreated)

	asha.Delete("/api/admin/users/" + id).Want(http.StatusNoContent)
	program.Get("/api/articles").Problem(http.StatusUnauthorized)
	if list := tokens(t, asha); len(list) != 1 || list[0].CreatedBy != "" {
		t.Errorf("the list has %+v", list)
	}
}

// Each call that needs a scope is refused to tokens with all others, and each that has none to every token.
func TestToken_NeedsTheScopeOfEachCall(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.LimitToken = ratelimit.Limit{} }).Ready(t)
	admin := app.Staff(t)
	programs := map[access.Permission]*apitest.Client{}
	for _, scope := range access.Scopes() {
		programs[scope] = app.Program(t, makeToken(t, admin, string(scope)).Secret)
	}
	everything := app.Program(t, makeToken(t, admin, scopeNames()...).Secret)
	checked := 0
	for _, op := range operations(t) {
		if op.Access == access.Everyone || op.Access == access.PublisherOnly {
			continue
		}
		if !slices.Contains(access.Scopes(), op.Permission) || op.ID == "rotateWebhookSecret" {
			op.call(everything).Problem(http.StatusForbidden)
			continue
		}
		checked++
		for scope, program := range programs {
			may := access.Identity{Role: access.RoleAdministrator, Token: &access.Token{Scopes: []access.Permission{scope}}}.
				May(op.Permission)
			if !may {
				if answer := op.call(program); answer.Status != http.StatusForbidden {
					t.Errorf("%s with %s: answered %d", op.ID, scope, answer.Status)
				}
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d calls have a scope", checked)
	}
}

func scopeNames() (names []string) {
	for _, scope := range access.Scopes() {
		names = append(names, string(scope))
	}
	return names
}

func TestToken_TheDescriptionListsTheScopes(t *testing.T) {
	var description struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Items struct{ Enum []string } }
			}
		}
	}
	if err := json.Unmarshal(apitest.Description(t), &description); err != nil {
		t.Fatal(err)
	}
	for _, schema := range []string{"Token", "TokenCreate"} {
		got := description.Components.Schemas[schema].Properties["scopes"].Items.Enum
		want := scopeNames()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s lists %v, want %v", schema, got, want)
		}
	}
}

func TestToken_IsNoPerson(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	program := app.Program(t, makeToken(t, admin, scopeNames()...).Secret)
	calls := 0
	for _, op := range operations(t) {
		if strings.HasPrefix(op.template, "/api/auth/") {
			calls++
			op.call(program).Problem(http.StatusForbidden)
		}
	}
	if calls < 10 {
		t.Errorf("only %d calls are about the own account", calls)
	}
	admin.Get("/api/auth/me").Want(http.StatusOK)
}

func TestToken_WithoutContentReadReadsWhatIsPublic(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	draft := admin.Post("/api/articles", apitest.JSON{"title": "Hidden"}).Want(http.StatusCreated).Text("id")
	program := app.Program(t, makeToken(t, admin, "leads:read").Secret)
	admin.Post("/api/articles", apitest.JSON{"title": "Seen", "category": "News", "status": "published"}).
		Want(http.StatusCreated)
	var articles []struct{ Title string }
	program.Get("/api/articles").Want(http.StatusOK).Into(&articles)
	if len(articles) != 1 || articles[0].Title != "Seen" {
		t.Errorf("it reads %+v", articles)
	}
	program.Get("/api/articles/" + draft).Problem(http.StatusNotFound)
	program.Get("/api/enrollments").Want(http.StatusOK)
}

func TestToken_IsLimited(t *testing.T) {
	few := func(o *apitest.Options) { o.Config.LimitToken = ratelimit.Limit{Count: 3, Window: time.Hour} }
	app := apitest.New(t, few).Ready(t)
	other := apitest.Start(t, app.Database, few).Ready(t)
	admin := app.Staff(t)
	made, second := makeToken(t, admin, "content:read"), makeToken(t, admin, "content:read")
	for range 3 {
		app.Program(t, made.Secret).Get("/api/articles").Want(http.StatusOK)
	}
	for _, each := range []*apitest.App{app, other} {
		answer := each.Program(t, made.Secret).Get("/api/articles")
		answer.Problem(http.StatusTooManyRequests)
		if answer.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	app.Program(t, second.Secret).Get("/api/articles").Want(http.StatusOK)
	admin.Get("/api/articles").Want(http.StatusOK)
}

func TestToken_IsNamedInTheAuditLog(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	me := admin.Get("/api/auth/me").Text("id")
	made := makeToken(t, admin, "content:write")
	app.Program(t, made.Secret).Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated)
	admin.Post("/api/articles", apitest.JSON{"title": "Two"}).Want(http.StatusCreated)
	admin.Delete("/api/admin/tokens/" + made.ID).Want(http.StatusNoContent)

	type entry struct {
		Action, Title string
		UserID        string `json:"user_id"`
		TokenID       string `json:"token_id"`
		TokenName     string `json:"token_name"`
		ResourceID    string `json:"resource_id"`
	}
	log := func(query string) (entries []entry) {
		admin.Get("/api/admin/audit-log?sort=at" + query).Want(http.StatusOK).Into(&entries)
		return entries
	}
	if by := log("&token=" + made.ID); len(by) != 1 || by[0].Action != "createArticle" || by[0].UserID != me ||
		by[0].TokenName != "Newsletter" {
		t.Errorf("the token's entries are %+v", by)
	}
	by := log("&user=" + me + "&action=createArticle")
	if len(by) != 2 || by[0].TokenID != made.ID || by[1].TokenID != "" {
		t.Errorf("the articles' entries are %+v", by)
	}
	if found := log("&q=newslet&action=createArticle"); len(found) != 1 {
		t.Errorf("the token's name finds %+v", found)
	}
	for i, about := range log("&resource=tokens") {
		if about.Action != []string{"createToken", "revokeToken"}[i] || about.Title != "Newsletter" ||
			about.ResourceID != made.ID || about.TokenID != "" {
			t.Errorf("the entry about the token is %+v", about)
		}
	}
}

func TestToken_ItsSecretIsNowhere(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	made := makeToken(t, admin, "content:write")
	program := app.Program(t, made.Secret)
	answers := [][]byte{
		program.Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated).Body,
		program.Post("/api/articles", apitest.JSON{"title": ""}).Want(http.StatusUnprocessableEntity).Body,
		program.Get("/api/enrollments").Want(http.StatusForbidden).Body,
		app.Program(t, made.Secret+"x").Get("/api/articles").Want(http.StatusUnauthorized).Body,
		admin.Get("/api/admin/tokens").Body, admin.Get("/api/admin/audit-log").Body, []byte(app.Log.String()),
	}
	for _, answer := range answers {
		if bytes.Contains(answer, []byte(made.Secret)) {
			t.Errorf("the secret is in %.300s", answer)
		}
	}
}

func TestRestore_BringsTokensBackByTheirHashes(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	admin := app.Staff(t)
	made := makeToken(t, admin, "content:read")
	archive, _ := backedUp(t, app, false)
	reader, err := zstd.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	unpacked, err := io.ReadAll(reader)
	if err != nil || !bytes.Contains(unpacked, []byte(made.ID)) || bytes.Contains(unpacked, []byte(made.Secret)) {
		t.Errorf("the archive has the secret, or has not the token: %v", err)
	}
	admin.Delete("/api/admin/tokens/" + made.ID).Want(http.StatusNoContent)
	if _, err := restore(t, app, archive, true); err != nil {
		t.Fatal(err)
	}
	app.Program(t, made.Secret).Get("/api/articles?status=draft").Want(http.StatusOK)
}

func TestToken_UploadsInParts(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	begin := func(scope string) *apitest.Response {
		return app.Program(t, makeToken(t, admin, scope).Secret).Do(http.MethodPost, "/api/admin/media/uploads", nil,
			"Tus-Resumable", "1.0.0", "Upload-Length", "100", "Upload-Metadata", "filename ZG90LnBuZw==")
	}
	begin("media:write").Want(http.StatusCreated)
	begin("content:publish").Problem(http.StatusForbidden)
}
