// Package mentorship is applications for the mentorship programme.
package mentorship

import (
	"time"

	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
)

// MentorshipApplication is one application. Only staff may read it.
type MentorshipApplication struct {
	revision.Document `bson:",inline"`
	Name              string    `json:"name" bson:"name" example:"Asha Rao"`
	Phone             string    `json:"phone" bson:"phone" example:"+919876543210"`
	Email             string    `json:"email" bson:"email" example:"asha@example.com"`
	EducationLevel    string    `json:"education_level" bson:"education_level" example:"Graduate"`
	Status            string    `json:"status" bson:"status" enum:"pending,approved,rejected"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// Received returns the address of the creation time.
func (a *MentorshipApplication) Received() *time.Time { return &a.CreatedAt }

// Create is the form that somebody applies with.
type Create struct {
	Name           string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Phone          string `json:"phone" minLength:"1" maxLength:"40" example:"+919876543210"`
	Email          string `json:"email" minLength:"3" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	EducationLevel string `json:"education_level,omitempty" maxLength:"120" example:"Graduate"`
}

// kind declares applications.
func kind() lead.Kind[Create, MentorshipApplication, MentorshipApplication] {
	return lead.Kind[Create, MentorshipApplication, MentorshipApplication]{
		Collection: "mentorship_applications", Noun: "application", Name: "MentorshipApplication", Path: "/mentorship",
		Listing: mongodb.Listing{
			Default: "-created_at",
			Sort: map[string]string{
				"created_at": "created_at", "name": "name", "email": "email", "phone": "phone", "status": "status",
				"education_level": "education_level",
			},
			Search: []string{"name", "email", "phone", "education_level", "status"},
		},
		Addresses: []string{"email", "phone"},
		Read:      read,
		Summarize: lead.Whole[MentorshipApplication],
		Columns:   []string{"name", "phone", "email", "education_level", "status"},
		Cells: func(a MentorshipApplication) []string {
			return []string{a.Name, a.Phone, a.Email, a.EducationLevel, a.Status}
		},
	}
}

func read(form Create, _ time.Time) (MentorshipApplication, error) {
	a := MentorshipApplication{
		Name: form.Name, Phone: form.Phone, Email: form.Email, EducationLevel: form.EducationLevel, Status: "pending",
	}
	text.Clean(&a)
	bad := contact.CheckText(nil, "body.name", a.Name, "your name")
	bad = contact.SettleEmail(bad, "body.email", &a.Email)
	bad = contact.SettlePhone(bad, "body.phone", &a.Phone)
	return a, problem.InvalidFields(bad)
}
