package config

import "net/mail"

// The drivers of mail and text messages.
const (
	DriverMock   = "mock"
	DriverOff    = "off"
	DriverSMTP   = "smtp"
	DriverTwilio = "twilio"
)

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
