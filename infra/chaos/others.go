package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
)

// shownOn are the settings that are changed, with a page that shows each. One is on
// one page, the other one on all.
var shownOn = map[string]string{"contact_address": "/contact-us", "site_description": "/"}

// chooser changes one setting. Another chooser changes another setting of the same
// document.
type chooser struct {
	*client
	apis   []string
	ledger *ledger
	random *rand.Rand
	key    string
	made   int
	thing  *thing
}

func (c *chooser) step(ctx context.Context) { c.change(ctx) }

// change reports whether it was acknowledged.
func (c *chooser) change(ctx context.Context) bool {
	c.made++
	value := fmt.Sprintf("%d Chaos Street (%s)", c.made, c.key)
	api := c.apis[c.random.IntN(len(c.apis))]
	got, err := c.send(ctx, http.MethodPut, api+"/api/settings", map[string]string{c.key: value})
	taken := c.ledger.taken("change a setting", got, err)
	switch {
	case taken && c.thing == nil:
		c.thing = c.ledger.stored(kindSetting, c.key, value)
	case taken:
		c.ledger.changed(c.thing, value)
	case c.thing != nil:
		c.ledger.tried(c.thing, value)
	}
	return taken
}

// form is a public form, and where its answers are listed.
type form struct {
	kind, send, list string
	signedIn         bool // the wizard asks for a session
	fields           map[string]string
}

func forms() []form {
	return []form{
		{"enrolment", "/api/enrollments", "/api/enrollments", true, map[string]string{
			"fullName": "Asha Rao", "phone": "+919876543210", "course": "psi",
		}},
		{"mentorship application", "/api/mentorship", "/api/mentorship", false, map[string]string{
			"name": "Asha Rao", "phone": "+919876543210",
		}},
		{"contact message", "/api/contact", "/api/contact", false, map[string]string{
			"name": "Asha Rao", "message": "Is there an evening batch?",
		}},
		{"subscriber", "/api/notifications", "/api/admin/notifications", false, map[string]string{
			"page": "current-affairs-test",
		}},
	}
}

// there is the state of a document that is stored exactly once.
const there = "there once"

// visitor fills in forms, signed in where the form needs it.
type visitor struct {
	*client
	staff  *client
	apis   []string
	ledger *ledger
	random *rand.Rand
	made   int
	// again is a form without an answer, which people send again.
	again     form
	againWith string
	unsure    *thing
}

func (v *visitor) step(ctx context.Context) {
	if v.unsure != nil {
		v.repeat(ctx)
		return
	}
	all := forms()
	f := all[v.random.IntN(len(all))]
	v.made++
	email := fmt.Sprintf("visitor.%d@example.com", v.made)
	if v.fill(ctx, f, email) {
		v.ledger.stored(f.kind, email, there)
		return
	}
	v.again, v.againWith, v.unsure = f, email, v.ledger.asked(f.kind, email, there)
}

// repeat sends a form without an answer again. When it is acknowledged it must be
// stored exactly once.
func (v *visitor) repeat(ctx context.Context) {
	if v.fill(ctx, v.again, v.againWith) {
		v.ledger.changed(v.unsure, there)
		v.unsure = nil
	}
}

func (v *visitor) fill(ctx context.Context, f form, email string) bool {
	body := map[string]string{"email": email}
	for key, value := range f.fields {
		body[key] = value
	}
	sender := v.client
	if f.signedIn {
		sender = v.staff
	}
	got, err := sender.send(ctx, http.MethodPost, v.apis[v.random.IntN(len(v.apis))]+f.send, body)
	return v.ledger.taken("send a form", got, err)
}

// uploader stores pictures.
type uploader struct {
	*client
	apis   []string
	ledger *ledger
	random *rand.Rand
}

func (u *uploader) step(ctx context.Context) {
	ink := color.NRGBA{R: uint8(u.random.UintN(256)), G: uint8(u.random.UintN(256)), B: uint8(u.random.UintN(256)), A: 255}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", "picture.png")
	if err == nil {
		err = png.Encode(part, picture(ink, u.random))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		u.ledger.refuse("a picture cannot be made: " + err.Error())
		return
	}
	got, err := u.do(ctx, http.MethodPost, u.apis[u.random.IntN(len(u.apis))]+"/api/upload/image",
		form.FormDataContentType(), body.Bytes())
	if !u.ledger.taken("upload a picture", got, err) {
		return
	}
	var stored struct{ URL string }
	if err := json.Unmarshal(got.body, &stored); err != nil {
		u.ledger.refuse("a picture that was stored is answered as " + err.Error())
		return
	}
	u.ledger.stored(kindPicture, stored.URL, inkOf(ink))
}

// picture is noise, with a corner in a colour that it is known by.
func picture(ink color.NRGBA, random *rand.Rand) image.Image {
	const side = 64
	made := image.NewNRGBA(image.Rect(0, 0, side, side))
	for i := range made.Pix {
		made.Pix[i] = uint8(random.UintN(256))
	}
	made.SetNRGBA(0, 0, ink)
	return made
}

func inkOf(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
