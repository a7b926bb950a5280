// Package monitoring holds no code: its test keeps the dashboard and the alert
// rules beside it true to what the product measures. It is a module of its own
// because Prometheus' parser brings more with it than all the rest.
package monitoring
