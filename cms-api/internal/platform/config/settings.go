package config

import (
	"time"

	"academy/cms-api/internal/platform/ratelimit"
)

// Config is everything that can be set from outside.
type Config struct {
	Env  string `env:"CMS_ENV" oneof:"development,production" envDefault:"development" doc:"development or production; production refuses to start with weak or missing secrets"`
	Host string `env:"HOST" envDefault:"127.0.0.1" doc:"address to listen on"`
	Port int    `env:"PORT" envDefault:"8080" doc:"port to listen on; 0 takes a free one"`

	DevelopmentInPublic string `env:"DEVELOPMENT_IN_PUBLIC" doc:"yes lets development mode run where others reach it. There the first visitor becomes administrator and messages are not sent but logged: never for a real site"`

	PublicURL      string   `env:"PUBLIC_URL" scheme:"http,https" doc:"where browsers reach this origin; http://localhost:$PORT when empty"`
	PublicAPIURL   string   `env:"PUBLIC_API_URL" envDefault:"/api" doc:"what the site's pages call, as the publisher has it; pages may connect to its origin"`
	TrustedProxies []string `env:"TRUSTED_PROXIES" doc:"addresses or networks of proxies whose X-Forwarded-For is believed, comma-separated; none when empty"`
	AllowedOrigins []string `env:"ALLOWED_ORIGINS" scheme:"http,https" doc:"further origins that may make credentialed and unsafe calls, comma-separated"`

	MongoURI      string `env:"MONGODB_URI" envDefault:"mongodb://127.0.0.1:27017/" doc:"address of the database"`
	MongoDatabase string `env:"MONGODB_DATABASE" envDefault:"academy" doc:"name of the database"`

	S3Endpoint  string `env:"S3_ENDPOINT" scheme:"http,https" envDefault:"http://127.0.0.1:9000" doc:"address of the object storage"`
	S3Region    string `env:"S3_REGION" envDefault:"us-east-1" doc:"its region"`
	S3AccessKey string `env:"S3_ACCESS_KEY_ID" doc:"its access key"`
	S3SecretKey string `env:"S3_SECRET_ACCESS_KEY" doc:"its secret key"`
	S3Bucket    string `env:"S3_BUCKET" envDefault:"academy-media" doc:"the bucket; created when missing"`

	AuthSecrets []string      `env:"AUTH_SECRET" doc:"keys that sign sessions, comma-separated; the first signs, all verify; at least 32 bytes each"`
	SessionAge  time.Duration `env:"SESSION_AGE" min:"1m" envDefault:"168h" doc:"how long a sign-in lasts"`

	LimitFormsBeforeWork ratelimit.Limit `env:"FORMS_BEFORE_WORK" envDefault:"3/10m" doc:"forms that pages send from one network address until the visitor's browser has to do some work for each, which takes a part of a second"`
	AlertHour            int             `env:"LEAD_ALERT_HOUR" min:"0" envDefault:"8" doc:"the hour, 0 to 23 in SITE_TIMEZONE, of the daily mail about new leads"`

	RepeatWindow time.Duration `env:"REPEAT_WINDOW" min:"1ns" envDefault:"10m" doc:"how long the same form with the same content counts as sent once"`
	Connections
	SignIn
	Notify
	Watch

	PublishSecrets []string `env:"PUBLISH_SECRET" doc:"keys of the publish webhook, comma-separated: each whsec_ and base64 of at least 24 bytes; all sign, and any is believed"`

	PublisherURL string `env:"PUBLISHER_URL" scheme:"http,https" envDefault:"http://127.0.0.1:4200/publish" doc:"the built-in publisher; set it empty for none"`
	ReleasesDir  string `env:"RELEASES_DIR" envDefault:".data/releases" doc:"folder of the release store"`
	Targets

	ReleaseKeep       int           `env:"RELEASE_KEEP" min:"1" envDefault:"50" doc:"how many of the newest releases stay, to go back to"`
	ReleaseKeepDays   int           `env:"RELEASE_KEEP_DAYS" min:"0" envDefault:"30" doc:"of how many days, those on which something went live, the last release stays as well"`
	ReleaseSweepAfter time.Duration `env:"RELEASE_SWEEP_AFTER" min:"1m" envDefault:"30m" doc:"how long everything else of the release store stays at least"`

	ContentModel string `env:"CONTENT_MODEL" doc:"file of the content model, which the site declares (content-model.json); that of the site this program was built with when empty"`

	AdminDir string `env:"ADMIN_DIR" doc:"folder of the built admin app (with index.html); served with --web"`

	WebhookPrivateTargets bool `env:"WEBHOOK_PRIVATE_TARGETS" envDefault:"false" doc:"let webhooks call, and imports fetch pictures from, addresses of this machine and of private networks, for build servers inside; without TLS too"`

	MCP string `env:"MCP" oneof:"on,off" envDefault:"on" doc:"on lets programs with a token work with the content by the Model Context Protocol, at /api/mcp; off answers 404 there"`

	LogLevel  string `env:"LOG_LEVEL" oneof:"debug,info,warn,error" envDefault:"info" doc:"debug, info, warn or error"`
	LogFormat string `env:"LOG_FORMAT" oneof:"text,json" envDefault:"text" doc:"text or json"`
	Timezone  string `env:"SITE_TIMEZONE" envDefault:"Asia/Kolkata" doc:"time zone that dates are shown in"`

	MaxImageBytes  int64 `env:"MAX_IMAGE_BYTES" min:"1" envDefault:"16777216" doc:"largest image upload"`
	MaxImagePixels int64 `env:"MAX_IMAGE_PIXELS" min:"1" envDefault:"40000000" doc:"largest image, width times height"`
	ImageWidths    []int `env:"IMAGE_WIDTHS" envDefault:"480,960,1600" doc:"widths of the smaller copies of a picture, comma-separated; only pictures uploaded from now on follow a change"`
	MaxVideoBytes  int64 `env:"MAX_VIDEO_BYTES" min:"1" envDefault:"2147483648" doc:"largest video upload"`
	MaxFileBytes   int64 `env:"MAX_FILE_BYTES" min:"1" envDefault:"20971520" doc:"largest document upload"`

	MediaSweepEvery time.Duration `env:"MEDIA_SWEEP_EVERY" min:"1s" envDefault:"10m" doc:"how often uploads that nothing names are looked for; what was replaced goes after two rounds"`
	MediaSweepAfter time.Duration `env:"MEDIA_SWEEP_AFTER" min:"1m" envDefault:"24h" doc:"how long an upload that was never named is kept"`

	HistoryKeep      time.Duration `env:"HISTORY_KEEP" min:"0s" envDefault:"720h" doc:"how long every former version of a document stays"`
	HistoryKeepDaily time.Duration `env:"HISTORY_KEEP_DAILY" min:"0s" envDefault:"8760h" doc:"how long the last version of each day stays"`
	HistoryKeepLeast int           `env:"HISTORY_KEEP_LEAST" min:"0" envDefault:"20" doc:"how many of a document's former versions stay in any case"`
	TrashKeep        time.Duration `env:"TRASH_KEEP" min:"1m" envDefault:"720h" doc:"how long what was deleted can be had back"`

	LeadsKeep int `env:"LEADS_KEEP" min:"0" envDefault:"0" doc:"after how many days enrolments, applications, messages and subscriptions are removed; 0 is never"`

	AuditLogDays int `env:"AUDIT_LOG_DAYS" min:"1" envDefault:"365" doc:"how long the audit log remembers who changed what"`

	ShutdownDelay   time.Duration `env:"SHUTDOWN_DELAY" min:"0" envDefault:"0s" doc:"how long a process that is told to end says that it is not ready, and serves on, before it lets nobody in: as long as what stands before it takes to notice"`
	ShutdownTimeout time.Duration `env:"SHUTDOWN_TIMEOUT" min:"0" envDefault:"8s" doc:"how long running requests may take when the process is told to end"`
}

// Connections bound the connections of visitors.
type Connections struct {
	MaxConnections int           `env:"CONNECTIONS" min:"0" envDefault:"0" doc:"how many connections may be open at a time; 0 is three quarters of the files that the process may have open, at most 20000"`
	PerAddress     int           `env:"CONNECTIONS_PER_ADDRESS" min:"1" envDefault:"1000" doc:"how many of them one network address may hold; those of TRUSTED_PROXIES are not counted. What bounds visitors behind a proxy is the proxy"`
	StallTimeout   time.Duration `env:"STALL_TIMEOUT" min:"1s" envDefault:"1m" doc:"how long 64 KiB of an answer or of an upload may take; whoever is slower is cut off"`
}

// SignIn is what can be set about signing in.
type SignIn struct {
	InvitationAge time.Duration `env:"INVITATION_AGE" min:"1m" envDefault:"168h" doc:"how long an invitation can be accepted"`

	SecondFactorFor []string `env:"SECOND_FACTOR_FOR" doc:"roles that need a second factor, comma-separated; seven days after they are first reminded of it they can do nothing else before they add one"`

	LimitLogin         ratelimit.Limit `env:"RATE_LIMIT_LOGIN" envDefault:"10/15m" doc:"sign-ins with one e-mail address; every limit is a number and a time such as 30/1m, or off outside production"`
	LimitLoginAddress  ratelimit.Limit `env:"RATE_LIMIT_LOGIN_ADDRESS" envDefault:"60/15m" doc:"sign-ins, registrations and tried codes from one network address"`
	LimitOTP           ratelimit.Limit `env:"RATE_LIMIT_OTP" envDefault:"3/10m" doc:"codes sent to one phone"`
	LimitOTPAddress    ratelimit.Limit `env:"RATE_LIMIT_OTP_ADDRESS" envDefault:"20/10m" doc:"codes asked for from one network address"`
	LimitCodeTries     ratelimit.Limit `env:"RATE_LIMIT_CODE_TRIES" envDefault:"10/24h" doc:"wrong codes for one phone, whatever codes are sent meanwhile; then the right one is refused too, and the account's owner is told by mail"`
	LimitForgot        ratelimit.Limit `env:"RATE_LIMIT_FORGOT" envDefault:"3/1h" doc:"reset links for one e-mail address"`
	LimitForgotAddress ratelimit.Limit `env:"RATE_LIMIT_FORGOT_ADDRESS" envDefault:"20/1h" doc:"reset links asked for from one network address"`
	LimitForms         ratelimit.Limit `env:"RATE_LIMIT_FORMS" envDefault:"30/1m" doc:"public forms sent from one network address"`
	LimitToken         ratelimit.Limit `env:"RATE_LIMIT_TOKEN" envDefault:"600/1m" doc:"calls with one token"`
	LimitSearch        ratelimit.Limit `env:"RATE_LIMIT_SEARCH" envDefault:"120/1m" doc:"searches (?q=) of visitors from one network address, and lists that have to be made for them (?sort=, ?offset= …); each process counts for itself, because public reads ask no database"`
}

// Notify is how mail and text messages leave.
type Notify struct {
	MailDriver   string `env:"MAIL_DRIVER" doc:"smtp, off (sends none) or, outside production and the default there, mock: mail is logged and shown at /api/dev/outbox"`
	MailFrom     string `env:"MAIL_FROM" doc:"the sender of mail, such as Academy <no-reply@academy.example>"`
	SMTPHost     string `env:"SMTP_HOST" doc:"the mail server"`
	SMTPPort     int    `env:"SMTP_PORT" envDefault:"587" doc:"its port"`
	SMTPUsername string `env:"SMTP_USERNAME" doc:"its user; none when empty"`
	SMTPPassword string `env:"SMTP_PASSWORD" doc:"the user's password"`
	SMTPTLS      string `env:"SMTP_TLS" envDefault:"starttls" doc:"starttls, tls (from the first byte, mostly port 465) or none"`

	SMSDriver        string `env:"SMS_DRIVER" doc:"twilio, off (sends none) or, outside production and the default there, mock: the code is in the answer"`
	TwilioBaseURL    string `env:"TWILIO_BASE_URL" envDefault:"https://api.twilio.com" doc:"Twilio, or a service that takes the same call"`
	TwilioAccountSID string `env:"TWILIO_ACCOUNT_SID" doc:"the account"`
	TwilioAuthToken  string `env:"TWILIO_AUTH_TOKEN" doc:"its token"`
	TwilioFrom       string `env:"TWILIO_FROM" doc:"the sender: a number, a sender id or a messaging service (MG…)"`
}

// Targets is where releases are, and where the site is mirrored to.
type Targets struct {
	ReleaseStore      string        `env:"RELEASE_STORE" doc:"s3://bucket/prefix: the release store is there and not in RELEASES_DIR"`
	ReleaseCacheDir   string        `env:"RELEASE_CACHE_DIR" envDefault:".data/release-cache" doc:"folder in which is kept what was read from RELEASE_STORE; with it the site starts and stays while the bucket is away"`
	ReleaseCacheBytes int64         `env:"RELEASE_CACHE_BYTES" min:"1048576" envDefault:"2147483648" doc:"how large that folder may become"`
	ReleasePoll       time.Duration `env:"RELEASE_POLL" min:"10ms" envDefault:"1s" doc:"how often RELEASE_STORE is asked for a new release"`

	ReleaseTell []string `env:"RELEASE_TELL" scheme:"http,https" doc:"edges that are told at once when another release is live, as http://edge:8080, comma-separated; they look by themselves too"`
	MirrorTo    []string `env:"MIRROR_TO" doc:"folders and buckets that the site is mirrored to as plain files, comma-separated: /srv/www, s3://bucket/prefix, s3://bucket/prefix?pages=clean"`

	ReleaseS3Endpoint  string `env:"RELEASE_S3_ENDPOINT" scheme:"http,https" doc:"object storage of RELEASE_STORE and MIRROR_TO; that of the media when empty"`
	ReleaseS3Region    string `env:"RELEASE_S3_REGION" doc:"its region; that of the media when empty"`
	ReleaseS3AccessKey string `env:"RELEASE_S3_ACCESS_KEY_ID" doc:"its access key; that of the media when empty"`
	ReleaseS3SecretKey string `env:"RELEASE_S3_SECRET_ACCESS_KEY" doc:"its secret key; that of the media when empty"`
}

// Watch is where metrics and traces go.
type Watch struct {
	MetricsAddr string `env:"METRICS_ADDR" doc:"address and port, such as 127.0.0.1:9464, on which Prometheus finds /metrics; nowhere when empty. Whoever reaches it sees all of them: never a public address"`

	TracesTo string `env:"OTEL_EXPORTER_OTLP_ENDPOINT" scheme:"http,https" doc:"where traces go, as OTLP over HTTP, such as http://127.0.0.1:4318; none are made when empty. The other OTEL_ variables of the standard are read too"`
}
