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

// Email returns an address trimmed and in lower case; false when it cannot be
// one.
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

// Phone returns a number in E.164 form; a number without a country is Indian.
// It returns false when the number cannot be one.
func Phone(text string) (string, bool) {
	parsed, err := phonenumbers.Parse(strings.TrimSpace(text), defaultRegion)
	if err != nil || !phonenumbers.IsPossibleNumber(parsed) {
		return "", false
	}
	return phonenumbers.Format(parsed, phonenumbers.E164), true
}

// CheckEmail adds a field to bad when text is not an address.
func CheckEmail(bad []problem.Field, location, text string) []problem.Field {
	if _, ok := Email(text); !ok {
		bad = append(bad, problem.Field{Location: location, Message: "Please enter a valid email address"})
	}
	return bad
}

// CheckPhone adds a field to bad when text is not a phone number.
func CheckPhone(bad []problem.Field, location, text string) []problem.Field {
	if _, ok := Phone(text); !ok {
		bad = append(bad, problem.Field{Location: location, Message: "Give a phone number with its country code, such as +91 98765 43210."})
	}
	return bad
}

// SettleEmail puts an address into the form in which it is stored, or adds a
// field to bad.
func SettleEmail(bad []problem.Field, location string, text *string) []problem.Field {
	if email, ok := Email(*text); ok {
		*text = email
	}
	return CheckEmail(bad, location, *text)
}

// SettlePhone puts a number into the form in which it is stored, or adds a
// field to bad.
func SettlePhone(bad []problem.Field, location string, text *string) []problem.Field {
	if phone, ok := Phone(*text); ok {
		*text = phone
	}
	return CheckPhone(bad, location, *text)
}

// CheckText adds a field to bad when a needed text is blank.
func CheckText(bad []problem.Field, location, text, name string) []problem.Field {
	if strings.TrimSpace(text) == "" {
		bad = append(bad, problem.Field{Location: location, Message: "Please fill in " + name + "."})
	}
	return bad
}

// Shortened makes an e-mail address or phone number recognisable to who knows
// it, and useless to who does not.
func Shortened(account string) string {
	account = strings.TrimSpace(account)
	name, host, isEmail := strings.Cut(account, "@")
	if isEmail && name != "" && utf8.ValidString(account) && len(host) <= 253 {
		_, size := utf8.DecodeRuneInString(name)
		return name[:size] + "***@" + host
	}
	if digits := strings.TrimLeft(account, "+"); len(digits) >= 4 && len(digits) <= 20 && strings.Trim(digits, "0123456789 -") == "" {
		return "***" + digits[len(digits)-3:]
	}
	return ""
}
