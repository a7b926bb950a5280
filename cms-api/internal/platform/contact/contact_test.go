package contact_test

import (
	"strings"
	"testing"

	"academy/cms-api/internal/platform/contact"
)

func TestEmail(t *testing.T) {
	for text, want := range map[string]string{
		"a@example.com": "a@example.com", " A.B+c@Example.COM ": "a.b+c@example.com",
		"nobody": "", "a@b@c": "", "@example.com": "", "a@": "", "A <a@example.com>": "", "a@[127.0.0.1]": "",
		"a b@example.com":             "",
		"a@example.com\r\nBcc: x@y.z": "", strings.Repeat("a", 250) + "@example.com": "", "": "", "a@localhost": "",
		`"a b"@example.com`: "",
	} {
		got, ok := contact.Email(text)
		if got != want || ok != (want != "") {
			t.Errorf("Email(%q) = %q, %t; want %q", text, got, ok, want)
		}
	}
}

func TestPhone(t *testing.T) {
	for text, want := range map[string]string{
		"9876543210": "+919876543210", "+91 98765 43210": "+919876543210", "098765-43210": "+919876543210",
		"+44 20 7946 0958": "+442079460958",
		"call me":          "", "12": "", "": "", "+": "",
	} {
		got, ok := contact.Phone(text)
		if got != want || ok != (want != "") {
			t.Errorf("Phone(%q) = %q, %t; want %q", text, got, ok, want)
		}
	}
}
