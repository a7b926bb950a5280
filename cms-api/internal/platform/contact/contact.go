// Package contact checks how people can be reached: e-mail addresses and phone
// numbers.
package contact

import (
	"net/mail"
	"strings"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"

	"academy/cms-api/internal/platform/problem"
)

const (
	maxEmail      = 254
	defaultRegion = "IN"
)

// Email returns an address trimmed and in lower case. It returns false for a text
// that is not an address.
func Email(text string) (string, bool) {
	text = strings.TrimSpace(text)
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || parsed.Name != "" || len(text) > maxEmail {
		return "", false
	}
	_, domain, _ := strings.Cut(text, "@")
	if !strings.Contains(domain, ".") || strings.HasPrefix(domain, "[") || strings.ContainsAny(text, "\" \t\r\n") {
		return "", false
	}
	return strings.ToLower(text), true
}

// Phone returns a number in E.164 form; one without a country code is Indian. It
// returns false for a text that is not a phone number.
func Phone(text string) (string, bool) {
	parsed, err := phonenumbers.Parse(strings.TrimSpace(text), defaultRegion)
	if err != nil || !phonenumbers.IsPossibleNumber(parsed) {
		return "", false
	}
	return phonenumbers.Format(parsed, phonenumbers.E164), true
}

// SettleEmail replaces an address by what Email returns, or adds a field to bad.
func SettleEmail(bad []problem.Field, location string, text *string) []problem.Field {
	email, ok := Email(*text)
	if !ok {
		return append(bad, problem.Field{Location: location, Message: "Please enter a valid email address"})
	}
	*text = email
	return bad
}

// SettlePhone replaces a number by what Phone returns, or adds a field to bad.
func SettlePhone(bad []problem.Field, location string, text *string) []problem.Field {
	phone, ok := Phone(*text)
	if !ok {
		return append(bad, problem.Field{
			Location: location, Message: "Give a phone number with its country code, such as +91 98765 43210.",
		})
	}
	*text = phone
	return bad
}

// CheckText adds a field to bad when a required text is blank.
func CheckText(bad []problem.Field, location, text, name string) []problem.Field {
	if strings.TrimSpace(text) == "" {
		bad = append(bad, problem.Field{Location: location, Message: "Please fill in " + name + "."})
	}
	return bad
}

// Shortened returns an e-mail address or phone number with most of it replaced by
// asterisks, and an empty string for any other text. Somebody who knows the address
// recognises it; nobody else can use it.
func Shortened(account string) string {
	account = strings.TrimSpace(account)
	name, host, isEmail := strings.Cut(account, "@")
	if isEmail && name != "" && utf8.ValidString(account) && len(host) <= 253 {
		_, size := utf8.DecodeRuneInString(name)
		return name[:size] + "***@" + host
	}
	digits := strings.TrimLeft(account, "+")
	if len(digits) >= 4 && len(digits) <= 20 && strings.Trim(digits, "0123456789 -") == "" {
		return "***" + digits[len(digits)-3:]
	}
	return ""
}
