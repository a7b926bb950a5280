package apitest_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
)

// operation is one call of the API, as its description has it.
type operation struct {
	ID          string            `json:"operationId"`
	Access      access.Level      `json:"x-access"`
	Permission  access.Permission `json:"x-permission"`
	Own         bool              `json:"x-own"`
	RequestBody struct {
		Content map[string]media
	}
	Parameters             []parameterOf
	method, template, path string // the path has "unknown" for every parameter
}

var parameter = regexp.MustCompile(`\{[^}]+\}`)

// operations returns every call of the API, by its id, so that tests of what
// holds for all of them need no list.
func operations(t testing.TB) []operation {
	t.Helper()
	var description struct {
		Paths map[string]map[string]operation
	}
	if err := json.Unmarshal(apitest.Description(t), &description); err != nil {
		t.Fatal(err)
	}
	var all []operation
	for path, methods := range description.Paths {
		for method, op := range methods {
			op.method, op.template = strings.ToUpper(method), "/api"+path
			op.path = parameter.ReplaceAllString(op.template, "unknown")
			all = append(all, op)
		}
	}
	if len(all) < 50 {
		t.Fatalf("only %d calls are described", len(all))
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// example returns the example of the JSON that a call takes, nil when it takes
// none.
func (op operation) example() []byte { return op.RequestBody.Content["application/json"].Example }

// takes reports whether the call takes a body of a media type; one without a body may be sent any JSON.
func (op operation) takes(media string) bool {
	_, described := op.RequestBody.Content[media]
	return described || op.RequestBody.Content == nil && media == "application/json"
}

func (op operation) unsafe() bool { return op.method != http.MethodGet && op.method != http.MethodHead }

// call makes it, with a body that is a JSON object at least.
func (op operation) call(who *apitest.Client, headers ...string) *apitest.Response {
	if !op.unsafe() {
		return who.Do(op.method, op.path, nil, headers...)
	}
	return who.JSON(op.method, op.path, apitest.JSON{}, headers...)
}

const foreignCall = "This call came from another site and was refused."

// Every call is asked with a few of the headers, and every header is sent to some calls.
func TestCrossSite_EveryUnsafeCallRefusesForeignPages(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.AllowedOrigins = []string{"https://partner.example"} }).
		Ready(t)
	staff := app.Staff(t)
	calls := slices.DeleteFunc(operations(t), func(op operation) bool { return !op.unsafe() })
	origins := []string{
		"https://evil.example", "null", "https://partner.example.evil.example", "http://partner.example",
		"https://partner.example:8443", "http://localhost",
	}
	before := len(auditLog(t, staff, ""))
	for i, op := range calls {
		for _, headers := range [][]string{
			{"Origin", origins[i%len(origins)]}, {"Sec-Fetch-Site", []string{"cross-site", "same-site"}[i%2]},
		} {
			if detail, _ := op.call(staff, headers...).Problem(http.StatusForbidden); detail != foreignCall {
				t.Errorf("%s with %v: %s", op.ID, headers, detail)
			}
		}
	}
	if after := auditLog(t, staff, ""); len(after) != before {
		t.Errorf("refused calls did something: %+v", after[before:])
	}
	own := [][]string{{}, {"Origin", app.URL}, {"Origin", "http://academy.test"}, {"Sec-Fetch-Site", "same-origin"}}
	for i, op := range calls {
		if op.ID == "logout" || op.ID == "publish" {
			continue
		}
		for _, headers := range [][]string{{"Origin", "https://partner.example"}, own[i%len(own)]} {
			answer := op.call(staff, headers...)
			if answer.Status == http.StatusForbidden && answer.Text("detail") == foreignCall {
				t.Errorf("%s with %v is refused", op.ID, headers)
			}
			if want := slices.Contains(headers, "Origin"); want &&
				(answer.Header.Get("Access-Control-Allow-Origin") != headers[1] ||
					answer.Header.Get("Access-Control-Allow-Credentials") != "true" || answer.Header.Get("Vary") == "") {
				t.Errorf("%s with %v: %v", op.ID, headers, answer.Header)
			}
		}
	}
}

func TestCrossSite_Preflights(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.AllowedOrigins = []string{"https://partner.example"} }).
		Ready(t)
	ask := func(origin, method string) http.Header {
		return app.Anonymous(t).Do(http.MethodOptions, "/api/articles/x", nil, "Origin", origin,
			"Access-Control-Request-Method", method, "Access-Control-Request-Headers", "if-match").Want(http.StatusNoContent).
			Header
	}
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": "https://partner.example", "Access-Control-Allow-Credentials": "true",
		"Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
		"Access-Control-Allow-Headers": "Authorization, Content-Type, If-Match, Idempotency-Key, Tus-Resumable, " +
			"Upload-Length, Upload-Metadata, Upload-Offset",
		"Access-Control-Max-Age": "600", "Vary": "Origin",
	} {
		if got := ask("https://partner.example", "PUT").Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	foreign := ask("https://evil.example", "PUT")
	if foreign.Get("Access-Control-Allow-Methods") != "GET, HEAD" || foreign.Get("Access-Control-Allow-Headers") != "" ||
		foreign.Get("Access-Control-Allow-Credentials") != "" || foreign.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("a foreign page is allowed %v", foreign)
	}
}

// Whoever owns a name can let it point at this machine. Then Origin and Host are
// equal, and both are the stranger's.
func TestCrossSite_TheHostHeaderProvesNothing(t *testing.T) {
	inMode := func(mode string) *apitest.App {
		return apitest.New(t, func(o *apitest.Options) { o.Config.Env = mode }).Ready(t)
	}
	development, production := inMode("development"), inMode("production")
	session := "session=" + development.Staff(t).Cookie("session")
	put := func(host, origin string) int {
		return development.Anonymous(t).
			Put("/api/settings", apitest.JSON{"site_title": "x"}, "Cookie", session, "Host", host, "Origin", origin).Status
	}
	for _, each := range []struct {
		host, origin string
		want         int
	}{
		{"rebound.evil.example:8080", "http://rebound.evil.example:8080", http.StatusForbidden},
		{"localhost.evil.example", "http://localhost.evil.example", http.StatusForbidden},
		{"localhost:8080", "http://localhost:3000", http.StatusForbidden}, // another program on this machine
		{"localhost:8080", "http://localhost:8080", http.StatusOK},
		{"[::1]:8080", "http://[::1]:8080", http.StatusOK},
		{"192.168.1.5:8080", "http://192.168.1.5:8080", http.StatusOK},
		{"rebound.evil.example", "http://academy.test", http.StatusOK},
	} {
		if got := put(each.host, each.origin); got != each.want {
			t.Errorf("Host %s, Origin %s: %d, want %d", each.host, each.origin, got, each.want)
		}
	}
	// What mock drivers would have sent is for nobody's page to read.
	for _, headers := range [][]string{
		{"Host", "rebound.evil.example"}, {"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"},
	} {
		development.Anonymous(t).Get("/api/dev/outbox", headers...).Problem(http.StatusForbidden)
	}
	anyone := production.Anonymous(t)
	for _, host := range []string{"localhost:8080", "192.168.1.5:8080", "rebound.evil.example"} {
		detail, _ := anyone.Post("/api/contact", apitest.JSON{}, "Host", host, "Origin", "http://"+host).
			Problem(http.StatusForbidden)
		if detail != foreignCall {
			t.Errorf("in production, Host %s: %s", host, detail)
		}
	}
}

func TestAccess_EveryCallAsksWhoCalls(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	old := app.Staff(t)
	revoked := old.Cookie("session")
	old.Post("/api/auth/logout", apitest.JSON{}).Want(http.StatusNoContent)

	var claims jwt.RegisteredClaims
	if _, _, err := jwt.NewParser().ParseUnverified(staff.Cookie("session"), &claims); err != nil {
		t.Fatal(err)
	}
	secret := []byte(app.Config.AuthSecrets[0])
	signed := func(method jwt.SigningMethod, key any, claims jwt.RegisteredClaims) string {
		token, err := jwt.NewWithClaims(method, claims).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	if good := signed(jwt.SigningMethodHS256, secret, claims); app.Anonymous(t).Get("/api/auth/me", "Cookie", "session="+
		good).Status != http.StatusOK {
		t.Fatal("the tokens of this test are not like the application's")
	}
	expired, endless, other := claims, claims, claims
	expired.ExpiresAt = jwt.NewNumericDate(time.Now().Add(-time.Minute))
	endless.ExpiresAt = nil
	other.Subject = "somebody-else"
	tokens := map[string]string{
		"none": "", "nonsense": "x.y.z", "revoked": revoked,
		"expired":             signed(jwt.SigningMethodHS256, secret, expired),
		"without an end":      signed(jwt.SigningMethodHS256, secret, endless),
		"for somebody else":   signed(jwt.SigningMethodHS256, secret, other),
		"forged":              signed(jwt.SigningMethodHS256, []byte("another key of more than 32 bytes"), claims),
		"with another method": signed(jwt.SigningMethodHS512, secret, claims),
		"without a signature": signed(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, claims),
		"signature cut off": strings.TrimSuffix(staff.Cookie("session"),
			"x")[:strings.LastIndex(staff.Cookie("session"), ".")+1],
		"query operator": `{"$ne":""}`,
	}
	checked := 0
	for _, op := range operations(t) {
		switch op.Access {
		case access.Everyone, access.PublisherOnly:
			continue
		case access.PublisherAndStaff, access.StaffOnly:
		default:
			t.Errorf("%s says that %q may call it", op.ID, op.Access)
		}
		checked++
		for name, token := range tokens {
			answer := op.call(app.Anonymous(t), "Cookie", "session="+token)
			if answer.Status != http.StatusUnauthorized {
				t.Errorf("%s with a token %s: answered %d", op.ID, name, answer.Status)
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d calls need a session", checked)
	}
	session := "session=" + staff.Cookie("session")
	for _, role := range access.Roles() {
		giveRole(t, app, role.Role)
		who := access.Identity{Role: role.Role}
		for _, op := range operations(t) {
			ends := op.ID == "logout" || strings.Contains(op.ID, "Session") || op.ID == "changePassword"
			if ends || op.Access != access.StaffOnly {
				continue
			}
			answer := op.call(app.Anonymous(t), "Cookie", session)
			allowed := op.Permission == "" || who.May(op.Permission) || op.Own && who.MayOwn(op.Permission)
			atTheDoor := answer.Status == http.StatusForbidden
			if atTheDoor && len(answer.Body) > 0 { // which an answer to HEAD has none of
				atTheDoor = strings.Contains(answer.Text("detail"), "needs the permission "+string(op.Permission))
			}
			if answer.Status == http.StatusUnauthorized || atTheDoor == allowed {
				t.Errorf("%s: %s is answered %d: %s", op.ID, role.Role, answer.Status, answer.Body)
			}
		}
	}
}

// giveRole gives every account a role.
func giveRole(t *testing.T, app *apitest.App, role access.Role) {
	t.Helper()
	db, err := mongodb.Open(app.Config.MongoURI, app.Database, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(context.Background()) }()
	update := map[string]any{"$set": map[string]any{"role": role}}
	if _, err := db.Collection("users").UpdateMany(t.Context(), map[string]any{}, update); err != nil {
		t.Fatal(err)
	}
}
