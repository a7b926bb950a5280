package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"academy/infra/ports"
)

// nginxConfig is what one would write for static files that are asked for often.
const nginxConfig = `daemon off;
%s
worker_processes 2;
pid %[2]s/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  gzip_static on;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=60s;
  open_file_cache_valid 60s;
  client_body_temp_path %[2]s/body;
  proxy_temp_path %[2]s/proxy;
  fastcgi_temp_path %[2]s/fastcgi;
  uwsgi_temp_path %[2]s/uwsgi;
  scgi_temp_path %[2]s/scgi;
  server {
    listen %[3]s;
    root %[2]s/files;
%[4]s  }
}
`

// startNginx serves what cms-api answered as files, each with the headers that
// cms-api gave it, and returns the address.
func (p *product) startNginx(ctx context.Context, dir string, subjects []*subject) (string, error) {
	if err := os.MkdirAll(filepath.Join(dir, "files"), 0o755); err != nil {
		return "", err
	}
	var locations strings.Builder
	for _, s := range subjects {
		location, err := nginxLocation(s)
		if err != nil {
			return "", err
		}
		locations.WriteString(location)
		for _, v := range s.variants {
			name := s.file
			if v.encoded() {
				name += ".gz"
			}
			if err := os.WriteFile(filepath.Join(dir, "files", name), v.body, 0o644); err != nil {
				return "", err
			}
		}
	}
	address, err := ports.Free()
	if err != nil {
		return "", err
	}
	user := ""
	if os.Geteuid() == 0 {
		// The workers must be able to read the folder, which is root's alone.
		user = "user root;"
	}
	config := filepath.Join(dir, "nginx.conf")
	content := fmt.Appendf(nil, nginxConfig, user, dir, address, locations.String())
	if err := os.WriteFile(config, content, 0o644); err != nil {
		return "", err
	}
	if _, err := p.Start(ctx, exec.CommandContext(ctx, "nginx", "-p", dir, "-c", config), nil); err != nil {
		return "", err
	}
	return "http://" + address, nil
}

// ownHeaders are those that nginx makes by itself.
var ownHeaders = []string{
	"Accept-Ranges", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Etag", "Last-Modified",
	"Server",
}

// nginxLocation is the part of the configuration that gives one file its type
// and its headers.
func nginxLocation(s *subject) (string, error) {
	var b strings.Builder
	headers := s.variants[0].header
	fmt.Fprintf(&b, "    location = /%s {\n      types {}\n      default_type %q;\n", s.file, headers.Get("Content-Type"))
	for _, name := range headerNames(headers) {
		for _, value := range headers[name] {
			if strings.ContainsAny(value, "$\\") {
				return "", fmt.Errorf("%s: nginx cannot be told to send %s: %s", s.name, name, value)
			}
			fmt.Fprintf(&b, "      add_header %s %q;\n", name, value)
		}
	}
	b.WriteString("    }\n")
	return b.String(), nil
}

// headerNames are the headers of an answer that nginx has to be configured with.
func headerNames(headers http.Header) []string {
	var names []string
	for name := range headers {
		if !slices.Contains(ownHeaders, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
