package lead

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
)

// EnrollmentForm is what was filled in, as it is stored.
type EnrollmentForm struct {
	FullName      string  `json:"fullName" bson:"full_name" example:"Asha Rao"`
	Email         string  `json:"email" bson:"email" example:"asha@example.com"`
	Phone         string  `json:"phone" bson:"phone" example:"+919876543210"`
	Course        string  `json:"course" bson:"course" example:"upsc-prelims"`
	DateOfBirth   string  `json:"dateOfBirth" bson:"date_of_birth" doc:"YYYY-MM-DD." example:"2001-05-14"`
	Batch         string  `json:"batch" bson:"batch" example:"morning"`
	StartDate     string  `json:"startDate" bson:"start_date" doc:"YYYY-MM-DD." example:"2026-06-01"`
	Address       string  `json:"address" bson:"address" text:"block" example:"12 Sample Street"`
	City          string  `json:"city" bson:"city" example:"Bengaluru"`
	State         string  `json:"state" bson:"state" example:"Karnataka"`
	Pincode       string  `json:"pincode" bson:"pincode" doc:"At most six digits." example:"560001"`
	PaymentMethod string  `json:"paymentMethod" bson:"payment_method" example:"upi"`
	Amount        float64 `json:"amount" bson:"amount" doc:"In rupees."`
}

// Enrollment is one enrolment. Only staff may read it.
type Enrollment struct {
	Stored         `bson:",inline"`
	EnrollmentForm `bson:",inline"`
	Name           string `json:"name" bson:"-" doc:"The same as fullName." example:"Asha Rao"`
}

// EnrollmentSummary is an enrolment as it is listed.
type EnrollmentSummary struct {
	ID        string    `json:"id" example:"665f1f77bcf86cd799439011"`
	Name      string    `json:"name" example:"Asha Rao"`
	Phone     string    `json:"phone" example:"+919876543210"`
	Email     string    `json:"email" example:"asha@example.com"`
	Course    string    `json:"course" example:"upsc-prelims"`
	CreatedAt time.Time `json:"created_at"`

	Revision   int        `json:"revision"`
	LeadStatus Status     `json:"lead_status" enum:"new,contacted,enrolled,closed,spam"`
	AssignedTo string     `json:"assigned_to,omitempty" doc:"The account that looks after it." example:"665f1f77bcf86cd799439011"`
	CallBackOn string     `json:"call_back_on,omitempty" doc:"YYYY-MM-DD." example:"2026-06-01"`
	NoteCount  int        `json:"note_count,omitempty" example:"2"`
	NotedAt    *time.Time `json:"noted_at,omitempty" doc:"When the last note was written."`
}

// EnrollmentCreate is the form of the four-step wizard. Texts other than the first four may be empty.
type EnrollmentCreate struct {
	FullName      string `json:"fullName" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Email         string `json:"email" minLength:"1" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	Phone         string `json:"phone" minLength:"1" maxLength:"40" example:"+919876543210"`
	Course        string `json:"course" enum:"upsc-prelims,upsc-mains,upsc-complete,psi,mentorship"`
	DateOfBirth   string `json:"dateOfBirth,omitempty" maxLength:"40" format:"day" example:"2001-05-14"`
	Batch         string `json:"batch,omitempty" enum:"morning,afternoon,evening,weekend,"`
	StartDate     string `json:"startDate,omitempty" maxLength:"40" format:"day" example:"2026-06-01"`
	Address       string `json:"address,omitempty" maxLength:"500" example:"12 Sample Street"`
	City          string `json:"city,omitempty" maxLength:"120" example:"Bengaluru"`
	State         string `json:"state,omitempty" maxLength:"120" example:"Karnataka"`
	Pincode       string `json:"pincode,omitempty" pattern:"^[0-9]{0,6}$" patternDescription:"a pincode of at most six digits" example:"560001"`
	PaymentMethod string `json:"paymentMethod,omitempty" enum:"upi,card,netbanking,cash,"`
	Amount        amount `json:"amount,omitempty" doc:"Rupees, as a number or as numeric text."`
}

// amount is a number or text.
type amount struct{ value any }

// UnmarshalJSON keeps what came, for rupees to read.
func (a *amount) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &a.value) }

// enrollmentKind declares enrolments.
func enrollmentKind() kind[EnrollmentCreate, Enrollment, EnrollmentSummary] {
	return kind[EnrollmentCreate, Enrollment, EnrollmentSummary]{
		collection: "enrollments", noun: "enrolment", name: "Enrollment", path: "/enrollments",
		form: form{id: "createEnrollment", path: "/enrollments", summary: "Record an enrolment", staff: true},
		listing: documents.Listing{
			Default: "-created_at",
			Sort: map[string]string{
				"created_at": "created_at", "name": "full_name", "email": "email", "phone": "phone", "course": "course",
			},
			Search: []string{"full_name", "email", "phone", "course", "city"},
			Project: storage.Only("full_name", "email", "phone", "course", "city", "created_at",
				"lead_status", "sent_from", "assigned_to", "call_back_on", "note_count", "noted_at"),
		},
		addresses: []string{"email", "phone"},
		read:      readEnrollment,
		summarize: func(e Enrollment) EnrollmentSummary {
			return EnrollmentSummary{
				e.ID, e.FullName, e.Phone, e.Email, e.Course, e.CreatedAt,
				e.Revision, e.LeadStatus, e.AssignedTo, e.CallBackOn, e.NoteCount, e.NotedAt,
			}
		},
		brief: func(e Enrollment) brief { return brief{Name: e.FullName, About: e.Course} },
		who:   func(e Enrollment) Sender { return Sender{e.FullName, e.Email, e.Phone, e.Course} },
		columns: []string{
			"fullName", "email", "phone", "dateOfBirth", "course", "batch", "startDate",
			"address", "city", "state", "pincode", "paymentMethod", "amount",
		},
		cells: func(e Enrollment) []string {
			return []string{
				e.FullName, e.Email, e.Phone, e.DateOfBirth, e.Course, e.Batch, e.StartDate,
				e.Address, e.City, e.State, e.Pincode, e.PaymentMethod, strconv.FormatFloat(e.Amount, 'f', -1, 64),
			}
		},
	}
}

const maxAmount = 10_000_000

func readEnrollment(form EnrollmentCreate, now time.Time) (Enrollment, error) {
	rupees, err := form.Amount.rupees()
	if err != nil {
		return Enrollment{}, err
	}
	e := Enrollment{EnrollmentForm: EnrollmentForm{
		FullName: form.FullName, Email: form.Email, Phone: form.Phone, Course: form.Course,
		DateOfBirth: form.DateOfBirth, Batch: form.Batch, StartDate: form.StartDate, Address: form.Address,
		City: form.City, State: form.State, Pincode: form.Pincode, PaymentMethod: form.PaymentMethod,
		Amount: math.Round(rupees*100) / 100,
	}}
	text.Clean(&e)
	bad := contact.CheckText(nil, "body.fullName", e.FullName, "the full name")
	bad = contact.SettleEmail(bad, "body.email", &e.Email)
	bad = contact.SettlePhone(bad, "body.phone", &e.Phone)
	bad = settleDate(bad, "body.dateOfBirth", &e.DateOfBirth, now.AddDate(-120, 0, 0), now)
	bad = settleDate(bad, "body.startDate", &e.StartDate, now.AddDate(-20, 0, 0), now.AddDate(10, 0, 0))
	if len(e.Pincode) > 6 || strings.Trim(e.Pincode, "0123456789") != "" {
		bad = append(bad, problem.Field{Location: "body.pincode", Message: "Give a pincode of at most six digits."})
	}
	if e.Amount < 0 || e.Amount > maxAmount {
		bad = append(bad, problem.Field{
			Location: "body.amount", Message: "Give an amount in rupees between 0 and 1,00,00,000.",
		})
	}
	return e.named(), problem.InvalidFields(bad)
}

func (e Enrollment) named() Enrollment {
	e.Name = e.FullName
	return e
}

// settleDate checks a date that may be missing. Date pickers also send times,
// of which the date is kept.
func settleDate(bad []problem.Field, location string, date *string, from, to time.Time) []problem.Field {
	if *date == "" {
		return bad
	}
	day, _, _ := strings.Cut(*date, "T")
	at, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil:
		return append(bad, problem.Field{Location: location, Message: "Give the date as YYYY-MM-DD."})
	case at.Before(from) || at.After(to):
		message := fmt.Sprintf("Give a date between %s and %s.", from.Format(time.DateOnly), to.Format(time.DateOnly))
		return append(bad, problem.Field{Location: location, Message: message})
	}
	*date = day
	return bad
}

var numeric = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// rupees reads an amount that came as a number or as numeric text; empty text is
// 0.
func (a amount) rupees() (float64, error) {
	switch value := a.value.(type) {
	case nil:
		return 0, nil
	case float64:
		return value, nil
	case string:
		digits := strings.ReplaceAll(strings.TrimSpace(value), ",", "")
		if digits == "" {
			return 0, nil
		}
		if number, err := strconv.ParseFloat(digits, 64); err == nil && numeric.MatchString(digits) {
			return number, nil
		}
	}
	return 0, problem.InvalidField("body.amount", "Give the amount as a number of rupees.")
}
