// Package doctor looks at an installation and says what is wrong with it and what
// to do. It leaves everything as it was, and names no secret.
package doctor

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"academy/cms-api/internal/platform/config"
)

// Level says how a finding is to be taken.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, and may not be meant
	Failed  Level = "failed"  // it does not work
)

// Finding is one thing that was looked at.
type Finding struct {
	Check string `json:"check"`
	Level Level  `json:"level"`
	Found string `json:"found"`
	// Do is what to do about it, in one sentence; empty when all is well.
	Do string `json:"do,omitempty"`
}

// Notes gathers what a check finds.
type Notes struct {
	check    string
	findings []Finding
}

// OK notes that something is as it should be.
func (n *Notes) OK(format string, args ...any) { n.add(OK, fmt.Sprintf(format, args...), "") }

// Warn notes what may not be meant, and what to do.
func (n *Notes) Warn(found, do string) { n.add(Warning, found, do) }

// Fail notes what does not work, and what to do.
func (n *Notes) Fail(found, do string) { n.add(Failed, found, do) }

func (n *Notes) add(level Level, found, do string) {
	n.findings = append(n.findings, Finding{n.check, level, found, do})
}

// Check looks at one thing.
type Check struct {
	Name string
	// Needs is a check before it without whose success there is nothing to see;
	// empty when there is none.
	Needs string
	Look  func(context.Context, *Notes)
}

// Report is everything that was found.
type Report struct {
	// OK is false when anything failed.
	OK       bool      `json:"ok"`
	Findings []Finding `json:"findings"`
}

// checkTime is how long one check may take.
const checkTime = 15 * time.Second

// Examine runs checks one after the other. Secrets in what they found are
// replaced.
func Examine(ctx context.Context, secrets []string, checks []Check) Report {
	report := Report{OK: true, Findings: []Finding{}}
	failed := map[string]bool{}
	for _, check := range checks {
		if failed[check.Needs] {
			continue
		}
		notes := &Notes{check: check.Name}
		looking, cancel := context.WithTimeout(ctx, checkTime)
		check.Look(looking, notes)
		cancel()
		for _, f := range notes.findings {
			f.Found, f.Do = redact(f.Found, secrets), redact(f.Do, secrets)
			report.Findings = append(report.Findings, f)
			if f.Level == Failed {
				failed[check.Name], report.OK = true, false
			}
		}
	}
	return report
}

func redact(text string, secrets []string) string {
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	return text
}

// Text writes the report for people: a line for each finding and, below what is
// not well, one on what to do.
func (r Report) Text(out io.Writer) error {
	counts := map[Level]int{}
	for _, f := range r.Findings {
		counts[f.Level]++
		line := fmt.Sprintf("%-8s %-16s %s\n", f.Level, f.Check, strings.ReplaceAll(f.Found, "\n", " "))
		if f.Do != "" {
			line += fmt.Sprintf("%-8s %-16s → %s\n", "", "", f.Do)
		}
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%d ok, %d to look at, %d failed\n", counts[OK], counts[Warning], counts[Failed])
	return err
}

// Configuration says what is wrong with the configuration, and what may not be
// meant.
func Configuration(cfg config.Config, problems []error) Check {
	return Check{Name: "configuration", Look: func(_ context.Context, n *Notes) {
		for _, problem := range problems {
			n.Fail(problem.Error(), "Correct it; cms-api serve --help says what each setting means.")
		}
		if len(problems) == 0 {
			n.OK("It is complete (%s).", cfg.Env)
		}
		address, err := url.Parse(cfg.PublicURL)
		if err != nil {
			return // named above
		}
		local := config.IsLoopback(address.Hostname())
		switch {
		case cfg.Production() && local:
			n.Warn("PUBLIC_URL is "+cfg.PublicURL+", which only this machine reaches.",
				"Set it to the address that visitors type.")
		case address.Path != "":
			n.Warn("PUBLIC_URL has the path "+address.Path+"; links in mail and feeds will too.",
				"Set it to scheme and host alone.")
		case !cfg.Production() && (!local || !config.IsLoopback(cfg.Host)):
			n.Warn("It is set up for development and can be reached from elsewhere: whoever comes first becomes administrator, and codes are shown.",
				"Set CMS_ENV=production.")
		}
		proxies(cfg, address, n)
	}}
}

// proxies looks at whose word is taken for where a visitor comes from.
func proxies(cfg config.Config, address *url.URL, n *Notes) {
	for _, network := range cfg.ProxyNetworks() {
		if network.Bits() == 0 || network.Addr().Is4() && network.Bits() < 8 {
			n.Fail("TRUSTED_PROXIES has "+network.String()+
				": everybody could claim any network address, and no limit would hold.",
				"Name the proxies' own addresses or networks.")
			return
		}
	}
	// cms-api speaks no TLS itself, so somebody stands in front of it.
	if cfg.Production() && address.Scheme == "https" && len(cfg.TrustedProxies) == 0 {
		n.Warn("TRUSTED_PROXIES is empty and PUBLIC_URL is https: all visitors seem to come from the proxy, and share one limit.",
			"Name the address or network of the proxy in TRUSTED_PROXIES.")
	}
}

const (
	roomWarning = 2 << 30
	roomFailure = 200 << 20
)

// Room looks at the disk that the folder of releases is on.
func Room(folder string) Check {
	return Check{Name: "disk", Look: func(_ context.Context, n *Notes) {
		if _, err := os.Stat(folder); err != nil {
			n.Warn(fmt.Sprintf("The folder of releases cannot be looked at: %v", err),
				"The first release makes it: start the publisher, or correct RELEASES_DIR.")
			return
		}
		var disk syscall.Statfs_t
		if err := syscall.Statfs(folder, &disk); err != nil {
			n.OK("The free space of this disk is not known: %v", err)
			return
		}
		free := disk.Bavail * uint64(disk.Bsize)
		found := fmt.Sprintf("%.1f GiB are free where releases are kept.", float64(free)/(1<<30))
		do := "Free some, or keep fewer releases (RELEASE_KEEP, RELEASE_KEEP_DAYS)."
		switch {
		case free < roomFailure:
			n.Fail(found, do)
		case free < roomWarning:
			n.Warn(found, do)
		default:
			n.OK("%s", found)
		}
	}}
}

const dialTime = 5 * time.Second

// Messages looks at how mail and text messages leave. It sends none.
func Messages(cfg config.Config) Check {
	return Check{Name: "mail and SMS", Look: func(ctx context.Context, n *Notes) {
		switch cfg.MailDriver {
		case config.DriverSMTP:
			server := net.JoinHostPort(cfg.SMTPHost, strconv.Itoa(cfg.SMTPPort))
			if err := dial(ctx, server); err != nil {
				n.Fail(fmt.Sprintf("The mail server %s cannot be reached: %v", server, err),
					"Correct SMTP_HOST and SMTP_PORT, or let this machine reach it.")
			} else {
				n.OK("The mail server %s can be reached; no mail was sent.", server)
			}
		case config.DriverOff:
			n.Warn("No mail is sent: nobody can reset a password or be invited by mail.",
				"Set MAIL_DRIVER=smtp and SMTP_HOST, or hand links on by yourself.")
		case config.DriverMock:
			n.OK("Mail is shown at /api/dev/outbox, for development.")
		}
		switch cfg.SMSDriver {
		case config.DriverTwilio:
			n.OK("Text messages leave by %s; none was sent.", strings.TrimPrefix(cfg.TwilioBaseURL, "https://"))
		case config.DriverOff:
			n.OK("No text messages are sent: people sign in by password.")
		case config.DriverMock:
			n.OK("Codes are shown in the answer, for development.")
		}
	}}
}

func dial(ctx context.Context, address string) error {
	connection, err := (&net.Dialer{Timeout: dialTime}).DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return connection.Close()
}
