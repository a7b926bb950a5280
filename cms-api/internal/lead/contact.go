package lead

import (
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// ContactMessage is one message of the contact form. Only staff may read it.
type ContactMessage struct {
	Stored  `bson:",inline"`
	Name    string `json:"name" bson:"name" example:"Asha Rao"`
	Email   string `json:"email" bson:"email" example:"asha@example.com"`
	Phone   string `json:"phone" bson:"phone" doc:"Empty when none was given." example:"+919876543210"`
	Message string `json:"message" bson:"message" text:"block" example:"When does the next batch begin?"`
}

// ContactCreate is the contact form.
type ContactCreate struct {
	FromPage
	Name    string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Email   string `json:"email" minLength:"3" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	Phone   string `json:"phone,omitempty" maxLength:"40" example:"+919876543210"`
	Message string `json:"message" minLength:"1" maxLength:"10000" example:"When does the next batch begin?"`
}

// contactKind declares messages.
func contactKind() kind[ContactCreate, ContactMessage, ContactMessage] {
	return kind[ContactCreate, ContactMessage, ContactMessage]{
		collection: "contact_messages", noun: "message", name: "ContactMessage", path: "/contact",
		form: form{id: "sendContactMessage", path: "/contact", summary: "Send a message to the academy"},
		listing: documents.Listing{
			Default: "-created_at",
			Sort:    map[string]string{"created_at": "created_at", "name": "name", "email": "email"},
			Search:  []string{"name", "email", "phone", "message"},
		},
		addresses: []string{"email", "phone"},
		read:      readContact,
		summarize: whole[ContactMessage],
		brief:     func(m ContactMessage) brief { return brief{Name: m.Name} },
		who:       func(m ContactMessage) Sender { return Sender{m.Name, m.Email, m.Phone, m.Message} },
		columns:   []string{"name", "email", "phone", "message"},
		cells:     func(m ContactMessage) []string { return []string{m.Name, m.Email, m.Phone, m.Message} },
	}
}

func readContact(form ContactCreate, _ time.Time) (ContactMessage, error) {
	m := ContactMessage{Name: form.Name, Email: form.Email, Phone: form.Phone, Message: form.Message}
	text.Clean(&m)
	bad := contact.CheckText(nil, "body.name", m.Name, "your name")
	bad = contact.SettleEmail(bad, "body.email", &m.Email)
	bad = contact.CheckText(bad, "body.message", m.Message, "a message")
	if m.Phone != "" {
		bad = contact.SettlePhone(bad, "body.phone", &m.Phone)
	}
	return m, problem.InvalidFields(bad)
}
