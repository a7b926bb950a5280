// Package cluster tests several processes together: three cms-api, two edges, a
// publisher and the process that copies its releases into a bucket, on MongoDB's
// protocol, a real MinIO and a real Caddy with the Caddyfile of production.
package cluster
