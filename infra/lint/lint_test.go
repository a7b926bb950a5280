package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// The files of this repository have nothing wrong with them.
func TestRepository(t *testing.T) {
	found, err := check(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range found {
		t.Error(problem)
	}
}

// spoilt copies a folder of infra with one text replaced in one file.
func spoilt(t *testing.T, folder, file, old, replacement string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "infra", folder))); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, file)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q", file, old)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(text), old, replacement, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func wants(t *testing.T, found []string, want string) {
	t.Helper()
	if !slices.ContainsFunc(found, func(problem string) bool { return strings.Contains(problem, want) }) {
		t.Errorf("nobody said %q, but:\n%s", want, strings.Join(found, "\n"))
	}
}

func settingsOf(t *testing.T) map[string][]string {
	t.Helper()
	settings, err := readSettings(root)
	if err != nil {
		t.Fatal(err)
	}
	return settings
}

// Caddy lets through every body that the API accepts.
func TestBodies(t *testing.T) {
	for _, each := range []struct{ old, replacement, want string }{
		{" /api/preview\n", "\n", "POST /preview takes 16777216 bytes, and @other lets 2000000 through"},
		{"path /api/publish/files/* /api/publish/releases\n", "path /api/publish/files/*\n",
			"POST /publish/releases takes 33554432 bytes, and @other lets 2000000 through"},
		{"max_size 32MiB", "max_size 32MB",
			"PUT /publish/files/{sha256} takes 33554432 bytes, and @published lets 32000000 through"},
		{"/api/articles/* ", "", "PUT /articles/{id} takes 16777216 bytes"},
	} {
		text, caddyfile := read(t, "infra/Caddyfile"), filepath.Join(t.TempDir(), "Caddyfile")
		if !strings.Contains(text, each.old) {
			t.Fatalf("the Caddyfile has no %q", each.old)
		}
		text = strings.Replace(text, each.old, each.replacement, 1)
		if err := os.WriteFile(caddyfile, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := checkBodies(filepath.Join(root, "cms-api", "openapi.json"), caddyfile)
		if err != nil {
			t.Fatal(err)
		}
		wants(t, found, each.want)
	}
}

func TestCompose(t *testing.T) {
	settings := settingsOf(t)
	for _, each := range []struct{ file, old, replacement, want string }{
		{"compose.yaml", "read_only: true", "read_only: false", "it wants read_only"},
		{"compose.yaml", "cap_drop: [ALL]", "cap_drop: [NET_RAW]", "it wants read_only"},
		{"compose.yaml", `test: [CMD, /cms-api, health]`, "test: []", "cms-api: no health check"},
		{"compose.yaml", "memory: 1280M, pids: 200", "memory: 1280M", "cms-api: no limits"},
		{"compose.yaml", "MAIL_DRIVER:", "MAIL_DRIVR:", "cms-api: MAIL_DRIVR is no setting"},
		{"compose.yaml", "CMS_API_URL:", "CMS_URL:", "publisher: CMS_URL is no setting"},
		{"compose.yaml", "AUTH_SECRET_FILE: /run/secrets/auth_secret", "AUTH_SECRET: not-so-secret",
			"AUTH_SECRET stands in the file"},
		{"compose.yaml", "secrets: [publish_secret]", "secrets: [auth_secret]",
			"publisher: PUBLISH_SECRET_FILE names a secret that it is not given"},
		{"compose.yaml", "{ file: ./secrets/auth_secret }", "{ file: ./secrets/other }",
			"nobody makes the secret auth_secret"},
		{"compose.yaml", "stores: { internal: true }", "stores: {}",
			"mongodb: a store in the network stores, which leads outside"},
		{"compose.yaml", `volumes: ["minio:/data"]`, `volumes: ["minio:/data"]` + "\n    ports: [\"9000:9000\"]",
			"minio: it can be reached from outside"},
		{"compose.yaml", "image: mongo:8.0.12", "image: mongo:latest", "mongo:latest names no version"},
		{"compose.yaml", `user: "999:999"`, `user: ""`, "mongodb: it runs as root"},
		{"compose.yaml", "restart: unless-stopped", "restart: \"no\"", "it does not come back by itself"},
		{"compose.yaml", "networks: [publishing, watching]", "netwroks: [publishing, watching]", "netwroks"},
		{"compose.yaml", "${CADDY_IPV4:-172.16.250.10},", "${FRONT_SUBNET:-172.16.250.0/24},",
			"edge: TRUSTED_PROXIES is not Caddy's two addresses"},
		{"compose.yaml", "FRONT_SUBNET:-172.16.250.0/24", "FRONT_SUBNET:-172.30.250.0/24",
			"front: the engine may give 172.30.250.0/24"},
		{"compose.yaml", "enable_ipv6: true", "enable_ipv6: false", "no IPv6 before Caddy"},
		{"compose.yaml", `METRICS_ADDR: ":9464"`, `METRICS_ADDR: ""`, "cms-api: its metrics are off"},
		{"compose.yaml", "networks: [watching, front]", "networks: [front]",
			"edge: no internal network leads from prometheus"},
		{"compose.yaml", "watching: { internal: true }", "watching: {}",
			"cms-api: no internal network leads from prometheus"},
		{"compose.yaml", `ports: ["127.0.0.1:9090:9090"]`, `ports: ["9090:9090"]`,
			"prometheus: it can be reached from outside"},
		{"compose.yaml", "networks: [publishing, watching]", `networks: [publishing, watching]` +
			"\n    ports: [\"127.0.0.1:9465:9465\"]", "publisher: a process with metrics has ports of the machine"},
		{"compose.yaml", "academy/caddy:2.11.9-2", "academy/caddy:${ACADEMY_VERSION:-latest}",
			"caddy: academy/caddy:9.8.7 with ACADEMY_VERSION"},
		{"compose.yaml", "academy/edge:${ACADEMY_VERSION:-latest}", "academy/edge:latest",
			"edge: academy/edge:latest with ACADEMY_VERSION"},
		{"compose.yaml", "target: edge, args: *version", "target: edge", "edge: it is not told its VERSION"},
		{"compose.yaml", "publisher.Dockerfile, args: *version", "publisher.Dockerfile",
			"publisher: it is not told its VERSION"},
		{"compose.yaml", `"443:443/udp"`, `"443:8443/udp"`, "caddy: port 8443 is 443 outside"},
		{"compose.cluster.yaml", "RELEASE_POLL: 5s", "RELEASE_POL: 5s", "edge-1: RELEASE_POL is no setting"},
		{"compose.cluster.yaml", "secrets: [mongodb_cluster_uri]", "",
			"cms-api-1: MONGODB_URI_FILE names a secret that it is not given"},
	} {
		dir := spoilt(t, "", each.file, each.old, each.replacement)
		wants(t, checkCompose(filepath.Join(dir, each.file), settings), each.want)
	}
}

// The cluster's file inherits the right services and settings from compose.yaml.
func TestCluster(t *testing.T) {
	project, err := loadCompose(filepath.Join(root, "infra", "compose.cluster.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	api, member, edge := project.Services["cms-api-2"], project.Services["mongodb-2"], project.Services["edge-1"]
	if got := api.Environment["MONGODB_URI_FILE"]; got == nil || *got != "/run/secrets/mongodb_cluster_uri" {
		t.Errorf("the database: %v", api.Environment)
	}
	if got := api.Environment["AUTH_SECRET_FILE"]; got == nil || *got != "/run/secrets/auth_secret" ||
		!given(api, "auth_secret") {
		t.Errorf("secrets: %v", api.Secrets)
	}
	if len(api.Volumes) != 1 || api.Volumes[0].Source != "cache-api-2" || len(api.Networks) != 4 {
		t.Errorf("volumes %v, networks %v", api.Volumes, api.Networks)
	}
	if _, found := member.Environment["MONGO_INITDB_ROOT_USERNAME"]; found || len(member.Volumes) != 1 ||
		member.Volumes[0].Source != "mongodb-2" {
		t.Errorf("a second member: %v, %v", member.Environment, member.Volumes)
	}
	if given(edge, "s3_secret_access_key") || !given(edge, "edge_secret_access_key") {
		t.Errorf("an edge is given %v", edge.Secrets)
	}
	if minio := project.Services["minio-3"]; !slices.Equal(minio.Command, []string{
		"server", "--address", ":9000", "http://minio-{1...4}:9000/data",
	}) {
		t.Errorf("MinIO runs %v", minio.Command)
	}
}

// Prometheus asks every process of both files, each at its port.
func TestScrapes(t *testing.T) {
	for _, each := range []struct{ file, name, old, replacement, want string }{
		{"compose.yaml", "prometheus.yml", "port: 9465", "port: 9466", "publisher: prometheus does not ask it"},
		{"compose.yaml", "prometheus.yml", "names: [edge]", "names: [edges]", "nobody answers prometheus at edges:9464"},
		{"compose.cluster.yaml", "prometheus.yml", "names: [cms-api]", "names: [cms-api-1]",
			"cms-api-2: prometheus does not ask it"},
	} {
		project, err := loadCompose(filepath.Join(root, "infra", each.file))
		if err != nil {
			t.Fatal(err)
		}
		dir := spoilt(t, "monitoring", each.name, each.old, each.replacement)
		found, err := checkScrapes(filepath.Join(dir, each.name), project)
		if err != nil {
			t.Fatal(err)
		}
		wants(t, found, each.want)
	}
}

func TestDockerfiles(t *testing.T) {
	for _, each := range []struct{ file, old, replacement, want string }{
		{"caddy.Dockerfile", "USER 65532:65532", "USER root", "wants a USER that is not root"},
		{"caddy.Dockerfile", "HEALTHCHECK", "# HEALTHCHECK", "and a HEALTHCHECK"},
		{"caddy.Dockerfile", "FROM alpine:3.22.1", "FROM alpine:latest", "alpine:latest names no exact version"},
		{"caddy.Dockerfile", "infra/Caddyfile", "infra/Caddifile", "there is no such file"},
		{"caddy.Dockerfile", "--from=program", "--from=programme", "there is no such stage"},
		{"caddy.Dockerfile", "COPY infra", "ADD infra", "ADD fetches"},
		{"caddy.Dockerfile", "EXPOSE", "EXPSE", "unknown instruction"},
		{"publisher.Dockerfile", `"node", ".publisher/main.mjs"`, `"node", "-e", "import('.publisher/main.mjs')"`,
			"processes that node starts would run it again"},
		{"minio.Dockerfile", "USER 65532:65532\nENV MINIO_BROWSER", "ENV MINIO_BROWSER", `the image "minio" runs as root`},
	} {
		dir := spoilt(t, "images", each.file, each.old, each.replacement)
		wants(t, checkDockerfile(root, filepath.Join(dir, each.file)), each.want)
	}
}

// MinIO and Caddy have tags that say what is in them.
func TestTags(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"Makefile", "cms-api/go.mod", "infra/compose.yaml"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, file), bytes.Replace(text, []byte("caddy:2.11"), []byte("caddy:2.10"), 1),
				0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := checkVersions(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	wants(t, found, "the tag of academy/caddy is not the CADDY_VERSION of the Makefile")
}

func TestVersions(t *testing.T) {
	for file, each := range map[string]struct{ old, replacement, want string }{
		"minio.Dockerfile":   {"minio/mc@v0.0.0-2025", "minio/mc@v0.0.0-2024", "no image has the MC of the Makefile"},
		"cms-api.Dockerfile": {"golang:1.26.", "golang:1.25.", "and cms-api/go.mod says"},
	} {
		dir := spoilt(t, "images", file, each.old, each.replacement)
		all, err := filepath.Glob(filepath.Join(dir, "*.Dockerfile"))
		if err != nil {
			t.Fatal(err)
		}
		found, err := checkVersions(root, all)
		if err != nil {
			t.Fatal(err)
		}
		wants(t, found, each.want)
	}
}

func TestKubernetes(t *testing.T) {
	settings := settingsOf(t)
	for _, each := range []struct{ file, old, replacement, want string }{
		{"base/cms-api.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false",
			"cms-api wants a read-only root"},
		{"base/cms-api.yaml", "runAsNonRoot: true", "runAsNonRoot: false", "the pod wants runAsNonRoot"},
		{"base/cms-api.yaml", "readinessProbe:", "readynessProbe:", "unknown field"},
		{"base/cms-api.yaml", "livenessProbe:", "lifecycle:", "unknown field"},
		{"base/cms-api.yaml", "SHUTDOWN_DELAY", "SHUTDOWN_DELAI", "SHUTDOWN_DELAI is no setting"},
		{"base/cms-api.yaml", "valueFrom: { secretKeyRef: { name: academy-auth, key: secret } }", "value: hush",
			"AUTH_SECRET stands in the manifest"},
		{"base/cms-api.yaml", "requests: { cpu: 100m, memory: 256Mi }", "requests: { cpu: 100m }",
			"cms-api has no resources"},
		{"base/edge.yaml", "kind: PodDisruptionBudget", "kind: PodSecurityPolicy", "nobody checks this kind"},
		{"base/publisher.yaml", "automountServiceAccountToken: false", "", "a token that it does not need"},
		{"base/edge.yaml", "automountServiceAccountToken: false",
			"automountServiceAccountToken: false\n      hostNetwork: true", "host namespaces"},
		{"base/namespace.yaml", "enforce: restricted", "warn: restricted", "the namespace lets every pod in"},
		{"base/namespace.yaml", "enforce: restricted", "enforce: strict", "must be one of"},
		{"base/edge.yaml", `prometheus.io/port: "9464"`, `prometheus.io/port: "9465"`,
			"edge tells its metrics at \"9464\", and the pod says"},
		{"base/publisher.yaml", "PUBLISHER_METRICS_ADDR, value: \":9465\"", "PUBLIC_URL, value: x",
			"publisher tells its metrics at \"\""},
		{"base/kustomization.yaml", "MAIL_DRIVER=off", "SMTP_PASSWORD=hush", "SMTP_PASSWORD is a secret"},
		{"base/kustomization.yaml", "  - edge.yaml\n", "  - edges.yaml\n", "edges.yaml"},
	} {
		dir := spoilt(t, "kubernetes", each.file, each.old, each.replacement)
		wants(t, checkKubernetes(filepath.Join(dir, "base"), settings), each.want)
	}
}
