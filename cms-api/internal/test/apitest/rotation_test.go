package apitest_test

import (
	"net/http"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func TestPublishSecret_CanBeChanged(t *testing.T) {
	const old, fresh = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3", "whsec_emV1eDk4NzY1NDMyMWtqaGdmZHNhcG9pdXk0"
	for _, c := range []struct {
		name   string
		known  []string
		signed string
		status int
	}{
		{"the publisher still has the old key", []string{fresh, old}, old, http.StatusNoContent},
		{"the publisher has the new key already", []string{fresh, old}, fresh, http.StatusNoContent},
		{"the new key is known before it is used", []string{old, fresh}, fresh, http.StatusNoContent},
		{"the old key is over", []string{fresh}, old, http.StatusUnauthorized},
	} {
		app := apitest.New(t, func(o *apitest.Options) { o.Config.PublishSecrets = c.known }).Ready(t)
		publisher := *app
		publisher.Config.PublishSecrets = []string{c.signed}
		if answer := handsOf(t, &publisher).put("/a.html", "text"); answer.Status != c.status {
			t.Errorf("%s: answered %d, want %d", c.name, answer.Status, c.status)
		}
	}
}
