package auth

import (
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

func TestTOTPStep_IsOfOneStepAround(t *testing.T) {
	const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
	now := time.Unix(1_790_000_010, 0)
	for off, want := range map[int64]bool{-3: false, -2: false, -1: true, 0: true, 1: true, 2: false, 3: false} {
		code, err := totp.GenerateCode(secret, now.Add(time.Duration(off*totpPeriod)*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		got := totpStep(secret, code[:3]+" "+code[3:], now)
		if want && got != now.Unix()/totpPeriod+off || !want && got != 0 {
			t.Errorf("a code that is off by %d steps is of step %d", off, got)
		}
	}
	for _, code := range []string{"", "12345", "1234567", "abcdef", "１２３４５６"} {
		if got := totpStep(secret, code, now); got != 0 {
			t.Errorf("%q is a code of step %d", code, got)
		}
	}
}

func TestVault_OpensWithAnyKeyForItsOwnAccount(t *testing.T) {
	vaultOf := func(secrets ...string) vault {
		v, err := newVault(secrets)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	sealed := vaultOf("old").seal("secret", "asha")
	if strings.Contains(string(sealed), "secret") {
		t.Error("a sealed secret can be read")
	}
	for _, c := range []struct {
		keys        []string
		user        string
		first, open bool
	}{
		{[]string{"old"}, "asha", true, true},
		{[]string{"new", "old"}, "asha", false, true},
		{[]string{"new"}, "asha", false, false},
		{[]string{"old"}, "ravi", false, false},
	} {
		secret, first, err := vaultOf(c.keys...).open(sealed, c.user)
		if (err == nil) != c.open || c.open && (secret != "secret" || first != c.first) {
			t.Errorf("%v for %s: %q, %t, %v", c.keys, c.user, secret, first, err)
		}
	}
}

func TestRecoveryHash_IsOfTheLettersAlone(t *testing.T) {
	codes, hashes := newRecoveryCodes()
	for i, code := range codes {
		for _, typed := range []string{code, strings.ToUpper(code), " " + strings.ReplaceAll(code, "-", " ")} {
			if recoveryHash(typed) != hashes[i] {
				t.Errorf("%q is not known again", typed)
			}
		}
		if recoveryHash(code[1:]) == hashes[i] {
			t.Errorf("a part of %q is enough", code)
		}
	}
}

func TestIsCommon(t *testing.T) {
	if got := len(common()); got != 10_000 {
		t.Errorf("%d passwords are known", got)
	}
	for word := range common() {
		if len(word) < minPassword || word != strings.ToLower(word) {
			t.Errorf("%q is of no use in the list", word)
		}
	}
	for password, want := range map[string]bool{"PASSWORD": true, "12345678": true, "correct horse battery": false} {
		if isCommon(password) != want {
			t.Errorf("isCommon(%q) is not %t", password, want)
		}
	}
}

func TestNewRelyingParty_IsTheSiteAndItsOrigins(t *testing.T) {
	party := newRelyingParty("http://localhost:8080", []string{"http://localhost:5173", "https://elsewhere.example"})
	if party == nil || party.Config.RPID != "localhost" ||
		strings.Join(party.Config.RPOrigins, " ") != "http://localhost:8080 http://localhost:5173" {
		t.Fatalf("%+v", party)
	}
	if newRelyingParty("http://127.0.0.1:8080", nil) != nil {
		t.Error("there are passkeys for an address without a name")
	}
}
