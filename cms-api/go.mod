module academy/cms-api

go 1.26.8

require (
	code.dny.dev/ssrf v0.3.0 // the registries of addresses that a webhook must not reach
	github.com/JohannesKaufmann/html-to-markdown/v2 v2.5.2 // Markdown of exported articles
	github.com/abema/go-mp4 v1.5.0 // boxes of MP4 files
	github.com/alecthomas/kong v1.17.0 // commands with help
	github.com/andybalholm/brotli v1.2.8 // compressed public reads and files of releases
	github.com/caarlos0/env/v11 v11.3.1 // settings from the environment
	github.com/cenkalti/backoff/v5 v5.0.3 // retries with growing pauses
	github.com/clipperhouse/uax29/v2 v2.7.0 // characters as readers see them, to count and cut texts
	github.com/creack/pty v1.1.24 // tests: a real terminal
	github.com/danielgtaylor/huma/v2 v2.39.1 // requests validated from Go types, and OpenAPI from the same types
	github.com/descope/virtualwebauthn v1.0.3 // tests: an authenticator in the process
	github.com/emersion/go-sasl v0.0.0-20241020182733-b788ff22d5a6 // tests: sign-in at the mail server
	github.com/emersion/go-smtp v0.25.1 // tests: a mail server in the process
	github.com/gabriel-vasile/mimetype v1.4.16 // file types by content
	github.com/gen2brain/webp v0.6.0 // variants of pictures as WebP, without cgo
	github.com/go-webauthn/webauthn v0.18.2 // passkeys, by the specification
	github.com/gofiber/fiber/v3 v3.5.0 // the HTTP server; its engine is the fastest of the common ones for public reads
	github.com/golang-jwt/jwt/v5 v5.3.1 // session tokens
	github.com/gosimple/slug v1.15.0 // readable addresses
	github.com/klauspost/compress v1.20.3 // gzip and zstd, for files of releases and former versions
	github.com/microcosm-cc/bluemonday v1.0.27 // HTML sanitising by a closed policy
	github.com/minio/minio-go/v7 v7.4.1 // the client of S3-compatible storage
	github.com/modelcontextprotocol/go-sdk v1.8.0 // tools for agents: the official SDK of the Model Context Protocol
	github.com/nlnwa/whatwg-url v0.6.2 // addresses parsed as browsers parse them
	github.com/nyaruka/phonenumbers v1.8.1 // phone numbers as E.164
	github.com/pquerna/otp v1.5.0 // codes of authenticator apps
	github.com/prometheus/client_golang v1.25.0 // metrics
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // tests: answers against the API's description
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1 // signatures of webhooks, by the specification
	github.com/tus/tusd/v2 v2.9.1 // uploads that are continued, by the protocol tus; its handler alone
	github.com/valyala/fasthttp v1.77.0 // Fiber's engine: limits of bodies, connections and reads are set on it
	github.com/wneessen/go-mail v0.8.1 // mail by SMTP
	github.com/yuin/goldmark v1.8.7 // Markdown of imports, by CommonMark with tables and footnotes
	go.mongodb.org/mongo-driver/v2 v2.10.0 // the official client of MongoDB
	go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp v0.72.0
	go.opentelemetry.io/otel v1.47.0 // traces, by the SDK that collectors understand
	go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp v1.47.0
	go.opentelemetry.io/otel/sdk v1.47.0
	go.opentelemetry.io/otel/trace v1.47.0
	go.opentelemetry.io/proto/otlp v1.11.0 // tests: traces as a collector reads them
	go.yaml.in/yaml/v3 v3.0.5 // front matter; the YAML library of the YAML organisation, which limits nesting
	golang.org/x/crypto v0.58.0 // argon2id
	golang.org/x/exp v0.0.0-20250106191152-7588d65b2ba8 // the type of tusd's log
	golang.org/x/image v0.47.0 // decoding of uploaded pictures
	golang.org/x/net v0.62.0 // the HTML parser
	golang.org/x/sync v0.24.0 // groups of goroutines, shared reads, semaphores
	golang.org/x/sys v0.49.0 // Linux's own calls
	golang.org/x/term v0.47.0 // a prompt that hides a password
	golang.org/x/text v0.43.0 // texts compared in any case and Unicode form
	google.golang.org/protobuf v1.36.12 // tests: with otlp
	pgregory.net/rapid v1.3.0 // tests: properties of random values
)

require (
	github.com/JohannesKaufmann/dom v0.3.1 // indirect
	github.com/aymerick/douceur v0.2.0 // indirect
	github.com/beorn7/perks v1.0.1 // indirect
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	github.com/boombuler/barcode v1.0.1-0.20190219062509-6c824513bacc // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/ebitengine/purego v0.10.1 // indirect
	github.com/felixge/httpsnoop v1.1.0 // indirect
	github.com/fxamacker/cbor/v2 v2.9.4 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/go-viper/mapstructure/v2 v2.5.0 // indirect
	github.com/go-webauthn/x v0.3.1 // indirect
	github.com/gofiber/fiber/v2 v2.52.14 // indirect
	github.com/gofiber/schema v1.8.4 // indirect
	github.com/gofiber/utils/v2 v2.4.2 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/gorilla/css v1.0.1 // indirect
	github.com/gosimple/unidecode v1.0.1 // indirect
	github.com/grpc-ecosystem/grpc-gateway/v2 v2.30.0 // indirect
	github.com/klauspost/cpuid/v2 v2.4.0 // indirect
	github.com/klauspost/crc32 v1.3.0 // indirect
	github.com/mattn/go-colorable v0.1.15 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/mattn/go-runewidth v0.0.24 // indirect
	github.com/minio/crc64nvme v1.1.1 // indirect
	github.com/minio/md5-simd v1.1.2 // indirect
	github.com/molecule-man/go-brrr v1.3.0 // indirect
	github.com/munnerz/goautoneg v0.0.0-20191010083416-a7dc8b61c822 // indirect
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/prometheus/client_model v0.6.3 // indirect
	github.com/prometheus/common v0.72.0 // indirect
	github.com/prometheus/procfs v0.22.0 // indirect
	github.com/rs/xid v1.6.0 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/tinylib/msgp v1.6.4 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	github.com/xdg-go/scram v1.4.0 // indirect
	github.com/xdg-go/stringprep v1.0.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	github.com/youmark/pkcs8 v0.0.0-20240726163527-a2c0da244d78 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/otel/exporters/otlp/otlptrace v1.47.0 // indirect
	go.opentelemetry.io/otel/log v1.47.0 // indirect
	go.opentelemetry.io/otel/metric v1.47.0 // indirect
	golang.org/x/oauth2 v0.37.0 // indirect
	golang.org/x/time v0.15.0 // indirect
	google.golang.org/genproto/googleapis/api v0.0.0-20260928230214-8a89bd6388cc // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260928230214-8a89bd6388cc // indirect
	google.golang.org/grpc v1.85.0 // indirect
	gopkg.in/ini.v1 v1.67.3 // indirect
)
