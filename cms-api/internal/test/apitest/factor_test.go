package apitest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/pquerna/otp/totp"

	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/apitest"
)

// stopped is a clock that stands still until a test moves it: codes depend on the time.
type stopped struct {
	snapshot.SystemClock
	at atomic.Int64 // Unix seconds
}

// Now returns the time of the clock.
func (s *stopped) Now() time.Time { return time.Unix(s.at.Load(), 0) }

func (s *stopped) advance(by time.Duration) { s.at.Add(int64(by.Seconds())) }

const step = 30 * time.Second

// factored is an installation of two replicas with one clock.
type factored struct {
	t          *testing.T
	app, other *apitest.App
	clock      *stopped
}

func newFactored(t *testing.T, edits ...func(*apitest.Options)) *factored {
	t.Helper()
	clock := &stopped{}
	clock.at.Store(time.Now().Unix())
	edits = append([]func(*apitest.Options){unlimited, func(o *apitest.Options) { o.Clock = clock }}, edits...)
	app := apitest.New(t, edits...).Ready(t)
	return &factored{t, app, apitest.Start(t, app.Database, edits...).Ready(t), clock}
}

// code returns what an authenticator app shows, whose clock is off by a time.
func (f *factored) code(secret string, off time.Duration) string {
	f.t.Helper()
	code, err := totp.GenerateCode(secret, f.clock.Now().Add(off))
	if err != nil {
		f.t.Fatal(err)
	}
	return code
}

// addTOTP adds an authenticator app and returns its secret and the recovery codes. Its next code is unused.
func (f *factored) addTOTP(c *apitest.Client) (secret string, recovery []string) {
	f.t.Helper()
	secret = c.Post("/api/auth/factors/totp", nil).Want(http.StatusOK).Text("secret")
	var answer struct {
		Codes []string `json:"recovery_codes"`
	}
	c.Post("/api/auth/factors/totp/confirm", apitest.JSON{"code": f.code(secret, 0)}).Want(http.StatusOK).Into(&answer)
	f.clock.advance(step)
	return secret, answer.Codes
}

// ticket is the answer that asks for a factor.
type ticket struct {
	FactorRequired []string `json:"factor_required"`
	Ticket         string
	Passkey        json.RawMessage
	User           *struct{ ID string }
}

func (f *factored) login(c *apitest.Client) ticket {
	f.t.Helper()
	var begun ticket
	signIn(c, apitest.Email, apitest.Password).Want(http.StatusOK).Into(&begun)
	if begun.User != nil || begun.Ticket == "" || c.Cookie("session") != "" {
		f.t.Errorf("a sign-in without its factor answers %+v", begun)
	}
	return begun
}

// sent returns the subjects of the mails to an address, from both replicas.
func (f *factored) sent(to string) (subjects []string) {
	for _, app := range []*apitest.App{f.app, f.other} {
		for _, message := range outbox(app.Anonymous(f.t)) {
			if message.To == to {
				subjects = append(subjects, message.Subject)
			}
		}
	}
	return subjects
}

func (f *factored) mailed(to, subject string) {
	f.t.Helper()
	apitest.Eventually(f.t, func() bool {
		return slices.ContainsFunc(f.sent(to), func(s string) bool { return strings.HasPrefix(s, subject) })
	})
}

// typed expects a problem whose type ends in a word.
func typed(t *testing.T, answer *apitest.Response, word string) {
	t.Helper()
	answer.Problem(http.StatusForbidden)
	if got := answer.Text("type"); !strings.HasSuffix(got, "/"+word) {
		t.Errorf("type = %s, want …/%s", got, word)
	}
}

func TestFactor_ACodeEndsASignInOnceOnEveryReplica(t *testing.T) {
	f := newFactored(t)
	staff := f.app.Staff(t)
	secret, recovery := f.addTOTP(staff)
	if len(recovery) != 10 {
		t.Errorf("recovery codes = %v", recovery)
	}
	f.mailed(apitest.Email, "An authenticator app was added to your account")

	finish := func(c *apitest.Client, begun ticket, code string) *apitest.Response {
		return c.Post("/api/auth/factor", apitest.JSON{"ticket": begun.Ticket, "code": code})
	}
	c := f.app.Anonymous(t)
	begun := f.login(c)
	if !slices.Equal(begun.FactorRequired, []string{"totp"}) {
		t.Errorf("required = %v", begun.FactorRequired)
	}
	c.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	code := f.code(secret, 0)
	finish(c.On(f.other), begun, code).Want(http.StatusOK)
	c.Get("/api/auth/me").Want(http.StatusOK)
	finish(c, begun, f.code(secret, step)).Problem(http.StatusGone) // a ticket works once

	// A code that was used is refused on the other replica, and of many uses at once one counts.
	again := f.other.Anonymous(t)
	finish(again, f.login(again), code).Problem(http.StatusUnprocessableEntity)
	f.clock.advance(step)
	code = f.code(secret, 0)
	statuses := make([]int, 6)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() {
			c := []*apitest.App{f.app, f.other}[i%2].Anonymous(t)
			statuses[i] = finish(c, f.login(c), code).Status
		})
	}
	wg.Wait()
	slices.Sort(statuses)
	if statuses[0] != http.StatusOK || statuses[1] != http.StatusUnprocessableEntity {
		t.Errorf("of six uses of a code at once: %v", statuses)
	}

	for off, want := range map[time.Duration]int{
		-3 * step: http.StatusUnprocessableEntity, -step: http.StatusOK, step: http.StatusOK,
		3 * step: http.StatusUnprocessableEntity,
	} {
		f.clock.advance(10 * step)
		c := f.app.Anonymous(t)
		if got := finish(c, f.login(c), f.code(secret, off)).Status; got != want {
			t.Errorf("a clock that is off by %s: %d, want %d", off, got, want)
		}
	}
	// None of it is in the audit log.
	log := staff.Get("/api/admin/audit-log?limit=100").Want(http.StatusOK)
	for _, secret := range append(recovery, secret, begun.Ticket) {
		if strings.Contains(string(log.Body), secret) {
			t.Errorf("the audit log has %s", secret)
		}
	}
	for action, outcome := range map[string]string{"confirmTotp": "done", "finishSignIn": "refused"} {
		if len(rows(t, staff.Get("/api/admin/audit-log?outcome="+outcome+"&action="+action))) == 0 {
			t.Errorf("no %s %s is in the audit log", outcome, action)
		}
	}
}

func TestFactor_ATicketIsForOneBrowserFiveMinutesAndFiveCodes(t *testing.T) {
	f := newFactored(t)
	secret, _ := f.addTOTP(f.app.Staff(t))
	finish := func(c *apitest.Client, begun ticket, code string) *apitest.Response {
		return c.Post("/api/auth/factor", apitest.JSON{"ticket": begun.Ticket, "code": code})
	}
	c := f.app.Anonymous(t)
	begun := f.login(c)
	thief := f.other.Anonymous(t)
	for range 6 { // which costs the owner nothing
		finish(thief, begun, f.code(secret, 0)).Problem(http.StatusGone)
	}
	f.clock.advance(4 * time.Minute)
	finish(c, begun, f.code(secret, 0)).Want(http.StatusOK)

	slow := f.app.Anonymous(t)
	begun = f.login(slow)
	f.clock.advance(5*time.Minute + time.Second)
	finish(slow, begun, f.code(secret, 0)).Problem(http.StatusGone)

	guessing := f.app.Anonymous(t)
	begun = f.login(guessing)
	for i := range 5 {
		app := []*apitest.App{f.app, f.other}[i%2]
		if _, at := finish(guessing.On(app), begun, "00000x").Problem(http.StatusUnprocessableEntity); at[0] != "body.code" {
			t.Errorf("refused at %v", at)
		}
	}
	finish(guessing, begun, f.code(secret, 0)).Problem(http.StatusGone)
	// A new ticket gives five more, and then the account has had ten: the owner is told.
	begun = f.login(guessing)
	for range 5 {
		finish(guessing, begun, "00000x").Problem(http.StatusUnprocessableEntity)
	}
	f.mailed(apitest.Email, "Wrong codes for your account")
	finish(guessing, f.login(guessing), f.code(secret, 0)).Problem(http.StatusTooManyRequests)
	f.app.Anonymous(t).Post("/api/auth/factor", apitest.JSON{"code": "123456"}).Problem(http.StatusUnprocessableEntity)
}

// The secret of an app is encrypted with the new key when a code of it is used.
func TestFactor_OutlivesTheKeyThatEncryptedIt(t *testing.T) {
	f := newFactored(t)
	secret, _ := f.addTOTP(f.app.Staff(t))
	enter := func(keys ...string) *apitest.Response {
		f.clock.advance(step)
		app := apitest.Start(t, f.app.Database, unlimited, func(o *apitest.Options) {
			o.Clock, o.Config.AuthSecrets = f.clock, keys
		}).Ready(t)
		c := app.Anonymous(t)
		return c.Post("/api/auth/factor", apitest.JSON{"ticket": f.login(c).Ticket, "code": f.code(secret, 0)})
	}
	old, fresh := f.app.Config.AuthSecrets[0], "fedcba9876543210fedcba9876543210"
	if detail, _ := enter(fresh).Problem(http.StatusUnprocessableEntity); !strings.Contains(detail, "recovery code") {
		t.Errorf("without the key: %s", detail)
	}
	enter(fresh, old).Want(http.StatusOK)
	enter(fresh).Want(http.StatusOK)
}

func TestFactor_LostPhone(t *testing.T) {
	f := newFactored(t)
	_, recovery := f.addTOTP(f.app.Staff(t))
	enter := func(app *apitest.App, code string) (*apitest.Client, *apitest.Response) {
		c := app.Anonymous(t)
		return c, c.Post("/api/auth/factor", apitest.JSON{"ticket": f.login(c).Ticket, "recovery_code": code})
	}
	c, answer := enter(f.app, strings.ToUpper(strings.ReplaceAll(recovery[3], "-", " ")))
	answer.Want(http.StatusOK)
	f.mailed(apitest.Email, "A recovery code of your account was used")
	_, answer = enter(f.other, recovery[3])
	answer.Problem(http.StatusUnprocessableEntity)
	if left := c.Get("/api/auth/factors").Want(http.StatusOK).Field("recovery_codes"); left != 9.0 {
		t.Errorf("%v codes are left", left)
	}
	var fresh struct {
		Codes []string `json:"recovery_codes"`
	}
	c.Post("/api/auth/factors/recovery-codes", nil).Want(http.StatusOK).Into(&fresh)
	_, answer = enter(f.app, recovery[4])
	answer.Problem(http.StatusUnprocessableEntity)
	c, answer = enter(f.app, fresh.Codes[0])
	answer.Want(http.StatusOK)
	c.Delete("/api/auth/factors/totp").Want(http.StatusNoContent)
	c.Delete("/api/auth/factors/totp").Problem(http.StatusNotFound)
	c.Post("/api/auth/factors/recovery-codes", nil).Problem(http.StatusConflict)
	f.mailed(apitest.Email, "A second factor of your account was removed")
	if signIn(f.app.Anonymous(t), apitest.Email, apitest.Password).Want(http.StatusOK).Field("user") == nil {
		t.Error("a factor is asked for that is not there")
	}

	// The operator helps who has lost everything.
	f.addTOTP(c)
	if _, err := f.app.Server().People(nil).ResetFactor(t.Context(), "nobody@example.com"); err == nil {
		t.Error("the factor of nobody was reset")
	}
	if _, err := f.app.Server().People(nil).ResetFactor(t.Context(), strings.ToUpper(apitest.Email)); err != nil {
		t.Fatal(err)
	}
	c.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	staff := f.app.Staff(t)
	if entries := rows(t, staff.Get("/api/admin/audit-log?action=reset-factor")); len(entries) != 1 ||
		entries[0]["user_name"] != "command line" {
		t.Errorf("entries = %v", entries)
	}
}

// keyed is a browser with passkeys, for who signs in there.
type keyed struct {
	*apitest.Client
	t     *testing.T
	party virtualwebauthn.RelyingParty
	keys  virtualwebauthn.Authenticator
}

func (f *factored) keyed(c *apitest.Client) *keyed {
	return &keyed{
		Client: c, t: f.t, keys: virtualwebauthn.NewAuthenticator(),
		party: virtualwebauthn.RelyingParty{ID: "academy.test", Name: "Academy", Origin: "http://academy.test"},
	}
}

// newKey returns a key. The library leaves out leading zeros, which a short one would have.
func newKey() virtualwebauthn.Credential {
	for {
		if key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(key.Key.AttestationData()) == 77 {
			return key
		}
	}
}

// add adds a passkey.
func (b *keyed) add(name string) *apitest.Response {
	b.t.Helper()
	var answer struct{ Options json.RawMessage }
	b.Post("/api/auth/factors/passkeys/options", nil).Want(http.StatusOK).Into(&answer)
	options, err := virtualwebauthn.ParseAttestationOptions(string(answer.Options))
	if err != nil {
		b.t.Fatal(err)
	}
	b.keys.Options.UserHandle = []byte(options.UserID)
	key := newKey()
	made := virtualwebauthn.CreateAttestationResponse(b.party, b.keys, key, *options)
	b.keys.AddCredential(key)
	return b.Post("/api/auth/factors/passkeys", apitest.JSON{"name": name, "passkey": json.RawMessage(made)})
}

// answer signs what a browser is asked with the first passkey, and counts.
func (b *keyed) answer(asked json.RawMessage) json.RawMessage {
	b.t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(asked))
	if err != nil {
		b.t.Fatal(err)
	}
	b.keys.Credentials[0].Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(b.party, b.keys, b.keys.Credentials[0], *options))
}

type passkeyTicket struct {
	Ticket  string
	Options json.RawMessage
}

func (b *keyed) ask() (begun passkeyTicket) {
	b.t.Helper()
	b.Post("/api/auth/passkey/options", nil).Want(http.StatusOK).Into(&begun)
	return begun
}

func (b *keyed) enter(begun passkeyTicket) *apitest.Response {
	return b.Post("/api/auth/passkey", apitest.JSON{"ticket": begun.Ticket, "passkey": b.answer(begun.Options)})
}

func TestPasskey_SignsInAloneAndAsASecondFactor(t *testing.T) {
	f := newFactored(t)
	b := f.keyed(f.app.Staff(t))
	added := b.add("Asha's phone").Want(http.StatusCreated)
	var codes []string
	for _, each := range added.Field("recovery_codes").([]any) {
		codes = append(codes, each.(string))
	}
	if len(codes) != 10 || added.Text("name") != "Asha's phone" {
		t.Errorf("answer = %s", added.Body)
	}
	f.mailed(apitest.Email, "A passkey was added to your account")
	if second := b.add("Key").Want(http.StatusCreated); strings.Contains(string(second.Body), "recovery_codes") {
		t.Errorf("the second passkey brings codes: %s", second.Body)
	}

	// Alone, begun on one replica and ended on the other, once.
	b.Client = f.app.Anonymous(t)
	begun := b.ask()
	asserted := b.answer(begun.Options)
	send := func(c *apitest.Client) *apitest.Response {
		return c.Post("/api/auth/passkey", apitest.JSON{"ticket": begun.Ticket, "passkey": asserted})
	}
	send(f.other.Anonymous(t)).Problem(http.StatusGone) // another browser
	send(b.On(f.other)).Want(http.StatusOK)
	send(b.Client).Problem(http.StatusGone)
	if got := b.Get("/api/auth/me").Want(http.StatusOK).Text("email"); got != apitest.Email {
		t.Errorf("signed in as %s", got)
	}
	used := b.Get("/api/auth/factors").Want(http.StatusOK).Field("passkeys").([]any)
	if used[0].(map[string]any)["used_at"] == nil {
		t.Errorf("passkeys = %v", used)
	}

	// After the password.
	b.Client = f.app.Anonymous(t)
	login := f.login(b.Client)
	b.Post("/api/auth/factor", apitest.JSON{"ticket": login.Ticket, "passkey": apitest.JSON{"id": "x"}}).
		Problem(http.StatusUnprocessableEntity)
	b.Post("/api/auth/factor", apitest.JSON{"ticket": login.Ticket, "passkey": b.answer(login.Passkey)}).
		Want(http.StatusOK)

	// An unverified user, another site and a copy of the key are refused.
	stranger := f.keyed(f.app.Anonymous(t))
	stranger.keys = b.keys
	stranger.keys.Options.UserNotVerified = true
	stranger.enter(stranger.ask()).Problem(http.StatusUnprocessableEntity)
	stranger.keys.Options.UserNotVerified = false
	stranger.party.Origin = "http://academy.test.evil.example"
	stranger.enter(stranger.ask()).Problem(http.StatusUnprocessableEntity)
	stranger.party.Origin = "http://academy.test"
	stranger.keys.Credentials = slices.Clone(b.keys.Credentials)
	stranger.keys.Credentials[0].Counter = 0
	stranger.enter(stranger.ask()).Problem(http.StatusUnprocessableEntity)
	f.mailed(apitest.Email, "A copied passkey of your account was refused")

	shown := b.Get("/api/auth/factors").Want(http.StatusOK).Field("passkeys").([]any)
	for _, each := range shown {
		b.Delete("/api/auth/factors/passkeys/" + each.(map[string]any)["id"].(string)).Want(http.StatusNoContent)
	}
	b.Delete("/api/auth/factors/passkeys/665f1f77bcf86cd799439011").Problem(http.StatusNotFound)
	b.Client = f.app.Anonymous(t)
	b.keys.Credentials[0].Counter += 5
	b.enter(b.ask()).Problem(http.StatusUnprocessableEntity)
}

func TestConfirm_IsAskedBeforeWhatNobodyElseMayDo(t *testing.T) {
	f := newFactored(t)
	staff := f.app.Staff(t)
	invite := func(c *apitest.Client) *apitest.Response {
		return c.Post("/api/admin/invitations", apitest.JSON{"email": "ravi@example.com"})
	}
	confirm := func(c *apitest.Client, given apitest.JSON) *apitest.Response {
		return c.Post("/api/auth/confirm", given)
	}
	ways := func(c *apitest.Client) []any {
		return c.Post("/api/auth/confirm/options", nil).Want(http.StatusOK).Field("ways").([]any)
	}
	invite(staff).Want(http.StatusCreated) // signing in is a confirmation
	f.clock.advance(10*time.Minute + time.Second)
	for _, refused := range []*apitest.Response{
		invite(staff), staff.Put("/api/admin/users/x", apitest.JSON{"name": "X"}), staff.Delete("/api/admin/users/x"),
		staff.Get("/api/enrollments/export"), staff.Post("/api/people/export", apitest.JSON{"address": "a@example.com"}),
		staff.Post("/api/people/erase", apitest.JSON{"address": "a@example.com"}),
		staff.Post("/api/admin/webhooks/x/secret", nil), staff.Post("/api/auth/factors/totp", nil),
	} {
		typed(t, refused, "confirm")
	}
	if got := ways(staff); !slices.Equal(got, []any{"password"}) {
		t.Errorf("ways = %v", got)
	}
	_, at := confirm(staff, apitest.JSON{"password": "not it"}).Problem(http.StatusUnprocessableEntity)
	if at[0] != "body.password" {
		t.Errorf("refused at %v", at)
	}
	confirm(staff.On(f.other), apitest.JSON{"password": apitest.Password}).Want(http.StatusNoContent)
	invite(staff).Want(http.StatusCreated)
	confirm(f.app.Anonymous(t), apitest.JSON{"password": apitest.Password}).Problem(http.StatusUnauthorized)

	// An account with a factor is confirmed by that; the password is not enough.
	secret, _ := f.addTOTP(staff)
	f.clock.advance(11 * time.Minute)
	typed(t, invite(staff), "confirm")
	confirm(staff, apitest.JSON{"password": apitest.Password}).Problem(http.StatusUnprocessableEntity)
	confirm(staff, apitest.JSON{"code": f.code(secret, 0)}).Want(http.StatusNoContent)
	b := f.keyed(staff)
	b.add("Key").Want(http.StatusCreated)
	f.clock.advance(11 * time.Minute)
	if got := ways(staff); !slices.Equal(got, []any{"totp", "passkey"}) {
		t.Errorf("ways = %v", got)
	}
	var asked struct{ Passkey json.RawMessage }
	staff.Post("/api/auth/confirm/options", nil).Want(http.StatusOK).Into(&asked)
	answer := apitest.JSON{"passkey": b.answer(asked.Passkey)}
	confirm(staff, answer).Want(http.StatusNoContent)
	invite(staff).Want(http.StatusCreated)
	confirm(staff, answer).Problem(http.StatusUnprocessableEntity) // an answer counts once

	// A new password keeps the session's confirmation as it is.
	f.clock.advance(11 * time.Minute)
	staff.Post("/api/auth/password", apitest.JSON{
		"current_password": apitest.Password, "new_password": "a whole new sentence",
	}).Want(http.StatusOK)
	typed(t, invite(staff), "confirm")
	f.mailed(apitest.Email, "The password of your account was changed")
}

func TestConfirm_ByACodeToThePhoneOfSomebodyWithoutAPassword(t *testing.T) {
	f := newFactored(t)
	f.app.Staff(t).Post("/api/admin/invitations", apitest.JSON{"phone": newPhone, "role": "administrator"}).
		Want(http.StatusCreated)
	c := f.app.Anonymous(t)
	code := c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": newPhone}).Want(http.StatusOK).Text("mock_code")
	c.Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": newPhone, "code": code, "name": "Ravi"}).Want(http.StatusOK)
	f.clock.advance(11 * time.Minute)
	typed(t, c.Get("/api/contact/export"), "confirm")
	options := c.Post("/api/auth/confirm/options", nil).Want(http.StatusOK)
	if !slices.Equal(options.Field("ways").([]any), []any{"phone"}) {
		t.Errorf("answer = %s", options.Body)
	}
	c.Post("/api/auth/confirm", apitest.JSON{"code": "00000x"}).Problem(http.StatusUnprocessableEntity)
	c.Post("/api/auth/confirm", apitest.JSON{"code": options.Text("mock_code")}).Want(http.StatusNoContent)
	c.Get("/api/contact/export").Want(http.StatusOK)
}

func TestFactor_IsRequiredOfARoleAfterAGrace(t *testing.T) {
	f := newFactored(t, func(o *apitest.Options) {
		o.Config.SecondFactorFor = []string{"author"}
		o.Config.SessionAge = 30 * 24 * time.Hour
	})
	admin := f.app.Staff(t)
	if due := admin.Get("/api/auth/me").Want(http.StatusOK).Field("factor_due_at"); due != nil {
		t.Errorf("an administrator is reminded: %v", due)
	}
	ravi, id := invite(t, f.app, admin, "ravi@example.com", "author")
	want := f.clock.Now().Add(7 * 24 * time.Hour).UTC().Format(time.RFC3339)
	f.clock.advance(time.Hour)
	if due := ravi.Get("/api/auth/me").Want(http.StatusOK).Text("factor_due_at"); due != want {
		t.Errorf("due at %s, want %s", due, want)
	}
	ravi.Get("/api/contact").Want(http.StatusOK)
	f.clock.advance(7 * 24 * time.Hour)
	for _, c := range []*apitest.Client{ravi, ravi.On(f.other)} {
		typed(t, c.Get("/api/contact"), "factor")
		typed(t, c.Put("/api/auth/me", apitest.JSON{"name": "X"}), "factor")
		c.Get("/api/articles").Want(http.StatusOK)
		c.Get("/api/auth/me").Want(http.StatusOK)
	}
	ravi.Post("/api/auth/logout", nil).Want(http.StatusNoContent)
	signIn(ravi, "ravi@example.com", apitest.Password).Want(http.StatusOK)
	f.addTOTP(ravi)
	ravi.Get("/api/contact").Want(http.StatusOK)
	if due := ravi.Get("/api/auth/me").Want(http.StatusOK).Field("factor_due_at"); due != nil {
		t.Errorf("still due: %v", due)
	}
	ravi.Delete("/api/auth/factors/totp").Problem(http.StatusConflict)
	admin = f.app.Staff(t)
	admin.Put("/api/admin/users/"+id, apitest.JSON{"role": "administrator"}).Want(http.StatusOK)
	f.mailed("ravi@example.com", "The role of your account was changed")
	ravi.Delete("/api/auth/factors/totp").Want(http.StatusNoContent)
}

func TestSignIn_TellsOfANewDevice(t *testing.T) {
	f := newFactored(t)
	c := f.app.Staff(t)
	count := func() int {
		return len(slices.DeleteFunc(f.sent(apitest.Email), func(s string) bool {
			return !strings.HasPrefix(s, "A new device")
		}))
	}
	signIn(c, apitest.Email, apitest.Password).Want(http.StatusOK)
	signIn(c.On(f.other), apitest.Email, apitest.Password).Want(http.StatusOK)
	fresh := f.other.Anonymous(t)
	signIn(fresh, apitest.Email, apitest.Password).Want(http.StatusOK)
	f.mailed(apitest.Email, "A new device signed in to your account")
	f.clock.advance(48 * time.Hour)
	signIn(fresh, apitest.Email, apitest.Password).Want(http.StatusOK)
	if got := count(); got != 1 {
		t.Errorf("%d mails tell of new devices", got)
	}
	export := c.On(f.app).Post("/api/people/export", apitest.JSON{"address": apitest.Email})
	if body := string(export.Body); export.Status == http.StatusOK && strings.Contains(body, fresh.Cookie("device")) {
		t.Errorf("an export has a device: %s", body)
	}
}

func TestPassword_OfTheMostUsedIsRefused(t *testing.T) {
	app := apitest.New(t, unlimited).Ready(t)
	app.Anonymous(t).Post("/api/auth/register", apitest.JSON{
		"email": apitest.Email, "password": "Football1", "name": "Asha Rao",
	}).Problem(http.StatusUnprocessableEntity)
	staff := app.Staff(t)
	detail, at := staff.Post("/api/auth/password", apitest.JSON{
		"current_password": apitest.Password, "new_password": "Qwertyuiop",
	}).Problem(http.StatusUnprocessableEntity)
	if !strings.Contains(detail, "most used") || !slices.Equal(at, []string{"body.new_password"}) {
		t.Errorf("%q at %v", detail, at)
	}
	c := app.Anonymous(t)
	c.Post("/api/auth/forgot-password", apitest.JSON{"email": apitest.Email}).Want(http.StatusOK)
	token := mailed(t, c, apitest.Email, "token")
	c.Post("/api/auth/reset-password", apitest.JSON{"token": token, "password": "password"}).
		Problem(http.StatusUnprocessableEntity)
	c.Post("/api/auth/reset-password", apitest.JSON{"token": token, "password": "a whole new sentence"}).
		Want(http.StatusNoContent)
}
