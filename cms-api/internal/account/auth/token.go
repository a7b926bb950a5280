package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const issuer = "academy"

// signer makes and reads the tokens in session cookies. A token only names a
// session; the session in the database decides.
type signer struct {
	keys [][]byte // the first signs, all verify
	ids  []string // of the keys
	// cookie is the name of the one that tokens are for.
	cookie string
	now    func() time.Time
}

func newSigner(secrets []string, cookies Cookies, now func() time.Time) signer {
	s := signer{now: now}
	s.cookie, _ = cookies.names()
	for _, secret := range secrets {
		s.keys = append(s.keys, []byte(secret))
		s.ids = append(s.ids, keyID([]byte(secret)))
	}
	return s
}

// keyID names a key in tokens' heads, and tells nothing of it.
func keyID(key []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("key id"))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

func (s signer) sign(session session) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Issuer:    issuer,
		Subject:   session.UserID,
		Audience:  jwt.ClaimStrings{s.cookie},
		ID:        session.ID,
		IssuedAt:  jwt.NewNumericDate(session.CreatedAt),
		ExpiresAt: jwt.NewNumericDate(session.ExpiresAt),
	})
	token.Header["kid"] = s.ids[0]
	signed, err := token.SignedString(s.keys[0])
	if err != nil {
		return "", fmt.Errorf("sign a session token: %w", err)
	}
	return signed, nil
}

// read returns the session and user that a token names; false when it is not
// one of ours, has expired, or came in another cookie than it is for. Tokens from
// before they named one may come in any.
func (s signer) read(token, cookie string) (sessionID, userID string, ok bool) {
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(issuer),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(s.now),
	)
	for i, key := range s.keys {
		var claims jwt.RegisteredClaims
		_, err := parser.ParseWithClaims(token, &claims, func(t *jwt.Token) (any, error) {
			// Tokens from before keys had names name none.
			if id, named := t.Header["kid"]; named && id != s.ids[i] {
				return nil, jwt.ErrTokenUnverifiable
			}
			return key, nil
		})
		meant := len(claims.Audience) == 0 || slices.Contains(claims.Audience, cookie)
		if err == nil && meant && claims.ID != "" && claims.Subject != "" {
			return claims.ID, claims.Subject, true
		}
	}
	return "", "", false
}

// A link's token names a document and holds a secret, of which the document has
// the hash: so it is found by its id, and a stolen database opens nothing.

// newLinkToken returns the token for the document of that id and what to keep.
func newLinkToken(id string) (token, hash string) {
	secret := rand.Text()
	return id + "." + secret, hashed(secret)
}

// readLinkToken returns what a token holds, whatever it is.
func readLinkToken(token string) (id, hash string) {
	id, secret, _ := strings.Cut(token, ".")
	return id, hashed(secret)
}

func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// same compares hashes in a time that does not depend on them.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// codeHash returns the keyed hash of a phone's code. It needs the key because a
// million codes are soon tried. The first key hashes; each may have.
func (s signer) codeHash(phone, code string) string { return keyed(s.keys[0], phone, code) }

// isCode reports whether a code has the hash under any key.
func (s signer) isCode(phone, code, hash string) bool {
	found := false
	for _, key := range s.keys {
		found = same(keyed(key, phone, code), hash) || found
	}
	return found
}

func keyed(key []byte, phone, code string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("code\x00" + phone + "\x00" + code))
	return hex.EncodeToString(mac.Sum(nil))
}
