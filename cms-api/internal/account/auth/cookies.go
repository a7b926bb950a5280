package auth

import (
	"net/http"
	"time"
)

// SessionCookie holds the session token. SignedInCookie tells scripts only that there
// is a session.
const (
	SessionCookie  = "session"
	SignedInCookie = "signed_in"
)

// hostPrefix makes browsers refuse a cookie that was set by another host of the
// domain or without TLS.
const hostPrefix = "__Host-"

// Cookies are the cookies of a sign-in. Secure ones are sent over TLS only, and
// their names begin with hostPrefix.
type Cookies struct{ Secure bool }

// names returns the names of both cookies.
func (c Cookies) names() (session, signedIn string) {
	if c.Secure {
		return hostPrefix + SessionCookie, hostPrefix + SignedInCookie
	}
	return SessionCookie, SignedInCookie
}

// Token returns the session token of a request, given its cookies.
func (c Cookies) Token(cookie func(name string) string) string {
	name, _ := c.names()
	return cookie(name)
}

// set returns both cookies. They have an age and no date, because a device whose
// clock is wrong would drop them at once.
func (c Cookies) set(token string, lasts time.Duration) []http.Cookie {
	return c.both(token, "1", int(lasts.Seconds()))
}

// Clear returns cookies that make a browser forget a session.
func (c Cookies) Clear() []http.Cookie { return c.both("", "", -1) }

func (c Cookies) both(token, mark string, age int) []http.Cookie {
	session, signedIn := c.names()
	hidden := http.Cookie{
		Name: session, Value: token, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteLaxMode,
	}
	readable := hidden
	readable.Name, readable.Value, readable.HttpOnly = signedIn, mark, false
	return []http.Cookie{hidden, readable}
}
