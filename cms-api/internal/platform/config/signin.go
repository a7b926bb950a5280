package config

import (
	"fmt"
	"net/mail"
	"net/netip"
	"time"

	"academy/cms-api/internal/platform/ratelimit"
)

// SignIn is what can be set about signing in.
type SignIn struct {
	InvitationAge time.Duration `env:"INVITATION_AGE" min:"1m" envDefault:"168h" doc:"how long an invitation can be accepted"`

	LimitLogin         ratelimit.Limit `env:"RATE_LIMIT_LOGIN" envDefault:"10/15m" doc:"sign-ins with one e-mail address; every limit is a number and a time such as 30/1m, or off outside production"`
	LimitLoginAddress  ratelimit.Limit `env:"RATE_LIMIT_LOGIN_ADDRESS" envDefault:"60/15m" doc:"sign-ins, registrations and tried codes from one network address"`
	LimitOTP           ratelimit.Limit `env:"RATE_LIMIT_OTP" envDefault:"3/10m" doc:"codes sent to one phone"`
	LimitOTPAddress    ratelimit.Limit `env:"RATE_LIMIT_OTP_ADDRESS" envDefault:"20/10m" doc:"codes asked for from one network address"`
	LimitCodeTries     ratelimit.Limit `env:"RATE_LIMIT_CODE_TRIES" envDefault:"10/24h" doc:"wrong codes for one phone, whatever codes are sent meanwhile; then the right one is refused too, and the account's owner is told by mail"`
	LimitForgot        ratelimit.Limit `env:"RATE_LIMIT_FORGOT" envDefault:"3/1h" doc:"reset links for one e-mail address"`
	LimitForgotAddress ratelimit.Limit `env:"RATE_LIMIT_FORGOT_ADDRESS" envDefault:"20/1h" doc:"reset links asked for from one network address"`
	LimitForms         ratelimit.Limit `env:"RATE_LIMIT_FORMS" envDefault:"30/1m" doc:"public forms sent from one network address"`
	LimitSearch        ratelimit.Limit `env:"RATE_LIMIT_SEARCH" envDefault:"120/1m" doc:"searches (?q=) of visitors from one network address, and lists that have to be made for them (?sort=, ?offset= …); each process counts for itself, because public reads ask no database"`
}

// The drivers of mail and text messages.
const (
	DriverMock   = "mock"
	DriverOff    = "off"
	DriverSMTP   = "smtp"
	DriverTwilio = "twilio"
)

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

// setDefaults gives development the mock drivers. Production has no default: it
// says what it wants.
func (n *Notify) setDefaults(production bool) {
	if production {
		return
	}
	for _, driver := range []*string{&n.MailDriver, &n.SMSDriver} {
		if *driver == "" {
			*driver = DriverMock
		}
	}
}

func (c Config) checkNotify(bad report) {
	oneOf := func(name, value, real string) {
		switch {
		case c.Production() && value == "":
			bad("%s is missing; production needs %s or, to send none, off", name, real)
		case c.Production() && value == DriverMock:
			bad("%s is mock, which is for development; production needs %s or, to send none, off", name, real)
		case value != real && value != DriverOff && value != DriverMock:
			bad("%s is %q; it must be one of %s, off, mock", name, value, real)
		}
	}
	oneOf("MAIL_DRIVER", c.MailDriver, DriverSMTP)
	oneOf("SMS_DRIVER", c.SMSDriver, DriverTwilio)
	need := func(driver, name, value string) {
		if value == "" {
			bad("%s is missing; the driver %s needs it", name, driver)
		}
	}
	if c.MailDriver == DriverSMTP {
		need(DriverSMTP, "SMTP_HOST", c.SMTPHost)
		if _, err := mail.ParseAddress(c.MailFrom); err != nil {
			bad("MAIL_FROM is %q; the driver smtp needs an address such as Academy <no-reply@academy.example>", c.MailFrom)
		}
		if c.SMTPTLS != "starttls" && c.SMTPTLS != "tls" && c.SMTPTLS != "none" {
			bad("SMTP_TLS is %q; it must be one of starttls, tls, none", c.SMTPTLS)
		}
		if c.Production() && c.SMTPTLS == "none" && c.SMTPUsername != "" {
			bad("SMTP_TLS is none; production does not send a password in the clear")
		}
	}
	if c.SMSDriver == DriverTwilio {
		need(DriverTwilio, "TWILIO_ACCOUNT_SID", c.TwilioAccountSID)
		need(DriverTwilio, "TWILIO_AUTH_TOKEN", c.TwilioAuthToken)
		need(DriverTwilio, "TWILIO_FROM", c.TwilioFrom)
	}
}

// ProxyNetworks returns TRUSTED_PROXIES.
func (c Config) ProxyNetworks() []netip.Prefix {
	var networks []netip.Prefix
	for _, text := range c.TrustedProxies {
		if network, err := parseNetwork(text); err == nil { // checked when it was loaded
			networks = append(networks, network)
		}
	}
	return networks
}

func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("read a network: %w", err)
	}
	return network.Masked(), nil
}
