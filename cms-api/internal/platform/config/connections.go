package config

import "time"

// Connections are what visitors may hold of a process.
type Connections struct {
	MaxConnections int           `env:"CONNECTIONS" min:"0" envDefault:"0" doc:"how many connections may be open at a time; 0 is three quarters of the files that the process may have open, at most 20000"`
	PerAddress     int           `env:"CONNECTIONS_PER_ADDRESS" min:"1" envDefault:"1000" doc:"how many of them one network address may hold; those of TRUSTED_PROXIES are not counted. What bounds visitors behind a proxy is the proxy"`
	StallTimeout   time.Duration `env:"STALL_TIMEOUT" min:"1s" envDefault:"1m" doc:"how long 64 KiB of an answer or of an upload may take; whoever is slower is cut off"`
}
