// Package cluster holds the test of several processes together: three cms-api, two
// edges, a publisher and whoever carries its releases into a bucket, on MongoDB's
// protocol, a real MinIO and a real Caddy with the Caddyfile of production.
package cluster
