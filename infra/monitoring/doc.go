// Package monitoring has only a test: it compares the dashboard and the alert rules
// with the metrics of the product. It is a module of its own because Prometheus' parser
// has more dependencies than all the rest.
package monitoring
