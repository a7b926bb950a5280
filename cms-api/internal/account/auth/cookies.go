package auth

import (
	"net/http"
	"time"
)

// The cookie that holds the session token, and the one that tells scripts that
// there is a session, and nothing else.
const (
	SessionCookie  = "session"
	SignedInCookie = "signed_in"
)

// hostPrefix makes browsers refuse a cookie that another host of the domain has
// set, or that came without TLS.
const hostPrefix = "__Host-"

// Cookies are the cookies of a sign-in. Secure ones are sent over TLS only, and
// have hostPrefix.
type Cookies struct{ Secure bool }

// names returns what the cookies are called.
func (c Cookies) names() (session, signedIn string) {
	if c.Secure {
		return hostPrefix + SessionCookie, hostPrefix + SignedInCookie
	}
	return SessionCookie, SignedInCookie
}

// Token returns the session token that a request brings. Over TLS one from before
// cookies had the prefix is also found by its name of then; such tokens end with
// their sessions, since newer ones say which cookie they are for.
func (c Cookies) Token(cookie func(name string) string) (token, name string) {
	name, _ = c.names()
	if token = cookie(name); token == "" && c.Secure {
		name = SessionCookie
		token = cookie(name)
	}
	return token, name
}

// set returns both cookies. They carry an age and no date: a phone whose clock is
// wrong would drop them at once.
func (c Cookies) set(token string, lasts time.Duration) []http.Cookie {
	session, signedIn := c.names()
	return []http.Cookie{c.cookie(session, token, int(lasts.Seconds())), c.cookie(signedIn, "1", int(lasts.Seconds()))}
}

// Clear returns what makes a browser forget a session, whatever the cookies are
// called.
func (c Cookies) Clear() []http.Cookie {
	names := []string{SessionCookie, SignedInCookie}
	if session, signedIn := c.names(); c.Secure {
		names = append(names, session, signedIn)
	}
	var cleared []http.Cookie
	for _, name := range names {
		cleared = append(cleared, c.cookie(name, "", -1))
	}
	return cleared
}

func (c Cookies) cookie(name, value string, age int) http.Cookie {
	scripts := name == SignedInCookie || name == hostPrefix+SignedInCookie
	return http.Cookie{Name: name, Value: value, Path: "/", MaxAge: age, HttpOnly: !scripts, Secure: c.Secure, SameSite: http.SameSiteLaxMode}
}
