package lead

import (
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// MentorshipApplication is one application for the mentorship programme. Only staff may read it.
type MentorshipApplication struct {
	Stored         `bson:",inline"`
	Name           string `json:"name" bson:"name" example:"Asha Rao"`
	Phone          string `json:"phone" bson:"phone" example:"+919876543210"`
	Email          string `json:"email" bson:"email" example:"asha@example.com"`
	EducationLevel string `json:"education_level" bson:"education_level" example:"Graduate"`
	Status         string `json:"status" bson:"status" enum:"pending,approved,rejected"`
}

// MentorshipCreate is the form that somebody applies with.
type MentorshipCreate struct {
	FromPage
	Name           string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Phone          string `json:"phone" minLength:"1" maxLength:"40" example:"+919876543210"`
	Email          string `json:"email" minLength:"3" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	EducationLevel string `json:"education_level,omitempty" maxLength:"120" example:"Graduate"`
}

// mentorshipKind declares applications.
func mentorshipKind() kind[MentorshipCreate, MentorshipApplication, MentorshipApplication] {
	return kind[MentorshipCreate, MentorshipApplication, MentorshipApplication]{
		collection: "mentorship_applications", noun: "application", name: "MentorshipApplication", path: "/mentorship",
		form: form{id: "applyForMentorship", path: "/mentorship", summary: "Apply for the mentorship programme"},
		listing: documents.Listing{
			Default: "-created_at",
			Sort: map[string]string{
				"created_at": "created_at", "name": "name", "email": "email", "phone": "phone", "status": "status",
				"education_level": "education_level",
			},
			Search: []string{"name", "email", "phone", "education_level", "status"},
		},
		addresses: []string{"email", "phone"},
		read:      readMentorship,
		summarize: whole[MentorshipApplication],
		brief:     func(a MentorshipApplication) brief { return brief{Name: a.Name} },
		who:       func(a MentorshipApplication) Sender { return Sender{a.Name, a.Email, a.Phone, a.EducationLevel} },
		columns:   []string{"name", "phone", "email", "education_level", "status"},
		cells: func(a MentorshipApplication) []string {
			return []string{a.Name, a.Phone, a.Email, a.EducationLevel, a.Status}
		},
	}
}

func readMentorship(form MentorshipCreate, _ time.Time) (MentorshipApplication, error) {
	a := MentorshipApplication{
		Name: form.Name, Phone: form.Phone, Email: form.Email, EducationLevel: form.EducationLevel, Status: "pending",
	}
	text.Clean(&a)
	bad := contact.CheckText(nil, "body.name", a.Name, "your name")
	bad = contact.SettleEmail(bad, "body.email", &a.Email)
	bad = contact.SettlePhone(bad, "body.phone", &a.Phone)
	return a, problem.InvalidFields(bad)
}
