package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// arrive waits until the site is there, and begins a session of a browser.
func (o *operator) arrive() error {
	return o.eventually("the site is there", func() error {
		authority, err := o.compose("exec -T caddy cat /data/caddy/pki/authorities/local/root.crt")
		if err != nil {
			return err
		}
		if o.editor, err = newClient(o.all, authority); err != nil {
			return err
		}
		return o.editor.shows("/", "<html")
	})
}

// publish changes a text and waits until visitors see it.
func (o *operator) publish() error {
	o.edits++
	change := map[string]string{"contact_address": o.address(o.edits)}
	if _, err := o.editor.call(http.StatusOK, http.MethodPut, "/api/settings", change); err != nil {
		return err
	}
	if err := o.eventually("an edit is live", func() error { return o.shows(o.edits) }); err != nil {
		return err
	}
	return o.eventually("every page is rendered", func() error {
		got, err := o.editor.call(http.StatusOK, http.MethodGet, "/api/publish/status", nil)
		if err != nil {
			return err
		}
		var status struct {
			State    string
			Failures []struct{ Path, Reason string }
		}
		if err := json.Unmarshal(got.body, &status); err != nil || status.State != "live" || len(status.Failures) > 0 {
			return fmt.Errorf("publishing: %s", got.body)
		}
		return nil
	})
}

// address is what the site shows after as many edits.
func (o *operator) address(edits int) string { return fmt.Sprintf("%d Academy Road", edits) }

func (o *operator) shows(edits int) error { return o.editor.shows("/contact-us", o.address(edits)) }

// readSecrets returns the secrets by their names.
func (o *operator) readSecrets() (map[string]string, error) {
	found := map[string]string{}
	files, err := filepath.Glob(filepath.Join(o.dir, "infra", "secrets", "*"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found[filepath.Base(file)] = string(text)
	}
	return found, nil
}

// refused fails when something takes an old secret, or a session from before.
func (o *operator) refused(signedIn *client, old map[string]string) error {
	for names, secret := range map[string]string{
		"MONGODB_URI":                           "mongodb_uri",
		"PUBLISH_SECRET":                        "publish_secret",
		"S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY": "s3_access_key_id s3_secret_access_key",
	} {
		var env []string
		for i, name := range strings.Fields(names) {
			env = append(env, fmt.Sprintf("-e %s_FILE= -e %s='%s'", name, name, old[strings.Fields(secret)[i]]))
		}
		said, err := o.compose("run --rm --no-deps -T " + strings.Join(env, " ") + " cms-api doctor")
		if err == nil || !strings.Contains(said, "failed") {
			return fmt.Errorf("the old %s is not refused: %s", secret, said)
		}
	}
	now, err := o.readSecrets()
	if err != nil {
		return err
	}
	for user, word := range map[string]string{
		"minio_root_user": "minio_root_password", "edge_access_key_id": "edge_secret_access_key",
	} {
		if said, err := o.list(old[user], old[word]); err == nil {
			return fmt.Errorf("the old %s is not refused: %s", user, said)
		}
		if _, err := o.list(now[user], now[word]); err != nil {
			return fmt.Errorf("the new %s is refused: %w", user, err)
		}
	}
	_, err = signedIn.call(http.StatusUnauthorized, http.MethodGet, "/api/auth/me", nil)
	return err
}

// list lists the bucket of releases as a user of MinIO.
func (o *operator) list(user, word string) (string, error) {
	return o.compose(fmt.Sprintf("run --rm --no-deps -T --entrypoint mc "+
		"-e MC_HOST_store='http://%s:%s@minio:9000' minio-init ls store/academy-releases", user, word))
}
