// Package webhook tells endpoints that the public content has changed: the publisher
// that comes with the product, and those that people add. Messages follow Standard
// Webhooks.
//
// There is no queue of messages. For each endpoint one hook compares the content with
// what the endpoint took last, so nothing is lost when a process ends.
package webhook
