package config

import (
	"net"
	"strconv"
)

// Watch is where the process tells how it is.
type Watch struct {
	MetricsAddr string `env:"METRICS_ADDR" doc:"address and port, such as 127.0.0.1:9464, on which Prometheus finds /metrics; nowhere when empty. Whoever reaches it sees all of them: never a public address"`

	TracesTo string `env:"OTEL_EXPORTER_OTLP_ENDPOINT" scheme:"http,https" doc:"where traces go, as OTLP over HTTP, such as http://127.0.0.1:4318; none are made when empty. The other OTEL_ variables of the standard are read too"`
}

func (w Watch) checkWatch(bad report) {
	if w.MetricsAddr != "" {
		_, port, err := net.SplitHostPort(w.MetricsAddr)
		if _, noNumber := strconv.ParseUint(port, 10, 16); err != nil || noNumber != nil {
			bad("METRICS_ADDR is %q; it must be an address and a port, such as 127.0.0.1:9464", w.MetricsAddr)
		}
	}
}
