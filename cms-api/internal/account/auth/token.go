package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const issuer = "academy"

// signer makes and reads the tokens in session cookies. A token only names a
// session; whether that is valid is looked up in the database.
type signer struct {
	keys [][]byte // the first signs, all verify
	now  func() time.Time
}

func newSigner(secrets []string, now func() time.Time) signer {
	s := signer{now: now}
	for _, secret := range secrets {
		s.keys = append(s.keys, []byte(secret))
	}
	return s
}

func (s signer) sign(session session) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Issuer:    issuer,
		Subject:   session.UserID,
		ID:        session.ID,
		IssuedAt:  jwt.NewNumericDate(session.CreatedAt),
		ExpiresAt: jwt.NewNumericDate(session.ExpiresAt),
	})
	signed, err := token.SignedString(s.keys[0])
	if err != nil {
		return "", fmt.Errorf("sign a session token: %w", err)
	}
	return signed, nil
}

// read returns the session and user that a token names. It returns false for a
// token that is not signed with one of the keys or has expired.
func (s signer) read(token string) (sessionID, userID string, ok bool) {
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(issuer),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(s.now),
	)
	for _, key := range s.keys {
		var claims jwt.RegisteredClaims
		_, err := parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return key, nil })
		if err == nil && claims.ID != "" && claims.Subject != "" {
			return claims.ID, claims.Subject, true
		}
	}
	return "", "", false
}

// newLinkToken returns the token of a link: the id of a document and a secret. The
// document stores only the secret's hash, so a stolen database opens no link.
func newLinkToken(id string) (token, hash string) {
	secret := rand.Text()
	return id + "." + secret, hashed(secret)
}

// readLinkToken returns the id of a link's token and the hash of its secret.
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

// codeHash returns the hash of a phone's code with the first key. It is keyed
// because there are only a million codes to try.
func (s signer) codeHash(phone, code string) string { return keyed(s.keys[0], phone, code) }

// isCode reports whether a code has the hash with any key.
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
