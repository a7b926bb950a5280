package auth

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const issuer = "academy"

// signer makes and reads the tokens in session cookies. A token only names a
// session; the session in the database decides.
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
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Issuer:    issuer,
		Subject:   session.UserID,
		ID:        session.ID,
		IssuedAt:  jwt.NewNumericDate(session.CreatedAt),
		ExpiresAt: jwt.NewNumericDate(session.ExpiresAt),
	}).SignedString(s.keys[0])
	if err != nil {
		return "", fmt.Errorf("sign a session token: %w", err)
	}
	return token, nil
}

// read returns the session and user that a token names; false when it is not
// one of ours or has expired.
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
