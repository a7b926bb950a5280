package auth

import (
	"net/http"
	"time"
)

// SessionCookie holds the session token. SignedInCookie tells scripts only that there
// is a session. DeviceCookie has a random id, by which a browser is known again. BegunCookie
// is of a sign-in that lacks a factor.
const (
	SessionCookie  = "session"
	SignedInCookie = "signed_in"
	DeviceCookie   = "device"
	BegunCookie    = "sign_in"
)

// deviceAge is how long browsers keep a cookie at most.
const deviceAge = 400 * 24 * time.Hour

// hostPrefix makes browsers refuse a cookie that was set by another host of the
// domain or without TLS.
const hostPrefix = "__Host-"

// Cookies are the cookies of a sign-in. Secure ones are sent over TLS only, and
// their names begin with hostPrefix.
type Cookies struct{ Secure bool }

// named returns what a cookie is called.
func (c Cookies) named(name string) string {
	if c.Secure {
		return hostPrefix + name
	}
	return name
}

// browser returns what a request says of its browser, given its Cookie header.
func (c Cookies) browser(userAgent, header string) Browser {
	b := Browser{UserAgent: userAgent}
	sent, err := http.ParseCookie(header)
	if err != nil {
		return b
	}
	for _, each := range sent {
		switch each.Name {
		case c.named(DeviceCookie):
			b.Device = each.Value
		case c.named(BegunCookie):
			b.SignIn = each.Value
		}
	}
	return b
}

// Token returns the session token of a request, given its cookies.
func (c Cookies) Token(cookie func(name string) string) string {
	return cookie(c.named(SessionCookie))
}

// set returns the cookies after a sign-in. They have an age and no date, because a device
// whose clock is wrong would drop them at once.
func (c Cookies) set(s SignIn) []http.Cookie {
	if s.Begun != nil {
		return []http.Cookie{c.hidden(BegunCookie, s.Begun.Browser, int(ticketAge.Seconds()))}
	}
	cookies := c.both(s.Token, "1", int(s.Lasts.Seconds()))
	if s.Device != "" {
		cookies = append(cookies, c.hidden(DeviceCookie, s.Device, int(deviceAge.Seconds())))
	}
	return cookies
}

// Clear returns cookies that make a browser forget a session.
func (c Cookies) Clear() []http.Cookie { return c.both("", "", -1) }

func (c Cookies) both(token, mark string, age int) []http.Cookie {
	hidden := c.hidden(SessionCookie, token, age)
	readable := hidden
	readable.Name, readable.Value, readable.HttpOnly = c.named(SignedInCookie), mark, false
	return []http.Cookie{hidden, readable}
}

// hidden returns a cookie that scripts cannot read.
func (c Cookies) hidden(name, value string, age int) http.Cookie {
	return http.Cookie{
		Name: c.named(name), Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteLaxMode,
	}
}
