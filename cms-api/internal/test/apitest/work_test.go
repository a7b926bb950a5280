package apitest_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/bits"
	"net/http"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// work does what a 428 asks for, and returns what proves it.
func work(t *testing.T, asked *apitest.Response) string {
	t.Helper()
	asked.Problem(http.StatusPreconditionRequired)
	var p struct {
		Type string
		Work struct {
			Challenge    string
			Rounds, Bits int
		}
	}
	asked.Into(&p)
	if !strings.HasSuffix(p.Type, "/work") || p.Work.Challenge == "" {
		t.Fatalf("asked for %s", asked.Body)
	}
	seed := p.Work.Challenge[strings.LastIndexByte(p.Work.Challenge, '.')+1:]
	numbers := make([]string, p.Work.Rounds)
	for round := range numbers {
		for n := 0; ; n++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s.%d.%d", seed, round, n))
			if bits.LeadingZeros32(uint32(sum[0])<<24|uint32(sum[1])<<16|uint32(sum[2])<<8) >= p.Work.Bits {
				numbers[round] = fmt.Sprint(n)
				break
			}
		}
	}
	return p.Work.Challenge + "~" + strings.Join(numbers, ",")
}

// message is a contact message, sent from a page unless from is nil.
func message(text string, from apitest.JSON) apitest.JSON {
	body := apitest.JSON{"name": "Asha", "email": "a@example.com", "message": text}
	if from != nil {
		body["sent_from"] = from
	}
	return body
}

// from is a page that a form was sent from.
func from(afterMS int, more apitest.JSON) apitest.JSON {
	page := apitest.JSON{"path": "/contact-us", "after_ms": afterMS}
	maps.Copy(page, more)
	return page
}

// statuses returns the status of each contact message, by its text.
func statuses(t *testing.T, staff *apitest.Client) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, list := range []string{"/api/contact", "/api/contact?lead_status=spam"} {
		for _, each := range rows(t, staff.Get(list)) {
			found[each["message"].(string)] = each["lead_status"].(string)
		}
	}
	return found
}

func TestWork_IsAskedOfSuspiciousFormsOfPages(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	send := func(body apitest.JSON) *apitest.Response { return anyone.Post("/api/contact", body) }

	// A program meets the limits alone.
	for i := range 6 {
		send(message(fmt.Sprint("program ", i), nil)).Want(http.StatusCreated)
	}
	// Too quick: it is kept, as spam, until the work is done.
	asked := send(message("quick", from(1999, nil)))
	solution := work(t, asked)
	if got := statuses(t, staff); got["quick"] != "spam" || got["program 5"] != "new" {
		t.Errorf("before the work: %v", got)
	}
	for _, wrong := range []string{"", "x~1", solution + ",1", strings.Replace(solution, "~", "~9", 1)} {
		send(message("quick", from(1999, apitest.JSON{"work": wrong}))).Problem(http.StatusPreconditionRequired)
	}
	// The work of one form does for no other.
	send(message("other", from(1999, apitest.JSON{"work": solution}))).Problem(http.StatusPreconditionRequired)
	done := send(message("quick", from(1999, apitest.JSON{"work": solution}))).Want(http.StatusCreated)
	if strings.Contains(string(done.Body), "lead_status") || done.Text("sent_from") != "/contact-us" {
		t.Errorf("accepted as %s", done.Body)
	}
	if got := statuses(t, staff); got["quick"] != "new" || got["other"] != "spam" || len(got) != 8 {
		t.Errorf("after the work: %v", got)
	}
	// A form that was accepted, sent again, is answered so, however quickly.
	again := send(message("quick", from(10, nil))).Want(http.StatusCreated)
	if again.Text("id") != done.Text("id") {
		t.Errorf("the repetition is %s, not %s", again.Body, done.Body)
	}
}

func TestWork_AfterThreeFormsFromOneAddress(t *testing.T) {
	clock := &movedClock{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	anyone := app.Anonymous(t)
	for i := range 3 {
		anyone.Post("/api/contact", message(fmt.Sprint("calm ", i), from(30_000, nil))).Want(http.StatusCreated)
	}
	fourth := func(more apitest.JSON) *apitest.Response {
		return anyone.Post("/api/contact", message("fourth", from(30_000, more)))
	}
	old := work(t, fourth(nil))
	clock.advance(10*time.Minute + time.Second)
	// By then the address is not suspicious any more, but a form that is too quick is, and the old work is void.
	anyone.Post("/api/contact", message("fourth", from(5, apitest.JSON{"work": old}))).
		Problem(http.StatusPreconditionRequired)
	fourth(nil).Want(http.StatusCreated)
}

func TestWork_CountsOnceOnEveryReplica(t *testing.T) {
	app := apitest.New(t).Ready(t)
	other := apitest.Start(t, app.Database).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	solution := work(t, anyone.Post("/api/contact", message("once", from(5, nil))))
	body := message("once", from(5, apitest.JSON{"work": solution}))
	made := anyone.Post("/api/contact", body).Want(http.StatusCreated)
	staff.Delete("/api/contact/" + made.Text("id")).Want(http.StatusNoContent)
	for _, replica := range []*apitest.App{app, other} {
		replica.Anonymous(t).Post("/api/contact", body).Problem(http.StatusPreconditionRequired)
	}
}

// A form with the hidden field filled in is answered as ever, and stands under Spam even after the work.
func TestWork_TheTrap(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	staff.Put("/api/auth/me/alerts", apitest.JSON{"kinds": []string{"contact"}, "when": "at_once"}).Want(http.StatusOK)
	trapped := apitest.JSON{"trap": true}
	trapped["work"] = work(t, anyone.Post("/api/contact", message("trapped", from(30_000, trapped))))
	done := anyone.Post("/api/contact", message("trapped", from(30_000, trapped))).Want(http.StatusCreated)
	if strings.Contains(string(done.Body), "spam") || strings.Contains(string(done.Body), "lead_status") {
		t.Errorf("the answer tells: %s", done.Body)
	}
	if got := statuses(t, staff); got["trapped"] != "spam" {
		t.Errorf("kept as %v", got)
	}
	anyone.Post("/api/contact", message("a person", from(30_000, nil))).Want(http.StatusCreated)
	apitest.Eventually(t, func() bool { return len(outbox(staff)) > 0 })
	if sent := outbox(staff); len(sent) != 1 || strings.Count(sent[0].Text, "https://")+
		strings.Count(sent[0].Text, "http://") != 1 {
		t.Errorf("sent %+v", sent)
	}
	counts := staff.Get("/api/admin/leads/counts?days=2").Want(http.StatusOK)
	var found struct {
		Days  []struct{ Contact, Mentorship int }
		Pages []struct {
			Path  string
			Count int
		}
	}
	counts.Into(&found)
	if len(found.Days) != 2 || found.Days[1].Contact != 1 || len(found.Pages) != 1 ||
		found.Pages[0].Path != "/contact-us" || found.Pages[0].Count != 1 {
		t.Errorf("counted %s", counts.Body)
	}
	anyone.Get("/api/admin/leads/counts").Problem(http.StatusUnauthorized)
	staff.Get("/api/admin/leads/counts?days=0").Problem(http.StatusUnprocessableEntity)
}

// Somebody whose address a program has left before, without the work, is a subscriber all the same.
func TestWork_WhatWasHeldIsReleasedByAnotherForm(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	subscriber := apitest.JSON{"email": "a@example.com", "page": "p", "sent_from": apitest.JSON{"after_ms": 3}}
	anyone.Post("/api/notifications", subscriber).Problem(http.StatusPreconditionRequired)
	subscriber["sent_from"] = apitest.JSON{"after_ms": 20_000, "path": "no path"}
	anyone.Post("/api/notifications", subscriber).Want(http.StatusCreated)
	list := rows(t, staff.Get("/api/admin/notifications"))
	if len(list) != 1 || list[0]["lead_status"] != "new" {
		t.Errorf("list = %v", list)
	}
}
