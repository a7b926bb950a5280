// Package enrollment is enrolments recorded with the four-step wizard.
package enrollment

import (
	"context"
	"iter"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
)

// Form is the wizard's thirteen fields. Fields other than the first four may be
// empty.
type Form struct {
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
	revision.Document `bson:",inline"`
	Form              `bson:",inline"`
	Name              string    `json:"name" bson:"-" doc:"The same as fullName." example:"Asha Rao"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// EnrollmentSummary is an enrolment as it is listed.
type EnrollmentSummary struct {
	ID        string    `json:"id" example:"665f1f77bcf86cd799439011"`
	Name      string    `json:"name" example:"Asha Rao"`
	Phone     string    `json:"phone" example:"+919876543210"`
	Email     string    `json:"email" example:"asha@example.com"`
	Course    string    `json:"course" example:"upsc-prelims"`
	CreatedAt time.Time `json:"created_at"`
}

const maxAmount = 10_000_000

// settle puts the form into the form in which it is stored, or returns an
// Invalid problem.
func (f *Form) settle(today time.Time) error {
	text.Clean(f)
	bad := contact.CheckText(nil, "body.fullName", f.FullName, "the full name")
	bad = contact.SettleEmail(bad, "body.email", &f.Email)
	bad = contact.SettlePhone(bad, "body.phone", &f.Phone)
	bad = settleDate(bad, "body.dateOfBirth", &f.DateOfBirth, today.AddDate(-120, 0, 0), today)
	bad = settleDate(bad, "body.startDate", &f.StartDate, today.AddDate(-20, 0, 0), today.AddDate(10, 0, 0))
	if len(f.Pincode) > 6 || strings.Trim(f.Pincode, "0123456789") != "" {
		bad = append(bad, problem.Field{Location: "body.pincode", Message: "Give a pincode of at most six digits."})
	}
	f.Amount = math.Round(f.Amount*100) / 100
	if f.Amount < 0 || f.Amount > maxAmount {
		bad = append(bad, problem.Field{Location: "body.amount", Message: "Give an amount in rupees between 0 and 1,00,00,000."})
	}
	return problem.InvalidFields(bad)
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
		return append(bad, problem.Field{Location: location, Message: "Give a date between " + from.Format(time.DateOnly) + " and " + to.Format(time.DateOnly) + "."})
	}
	*date = day
	return bad
}

var numeric = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// Amount reads an amount of rupees that came as a number or as numeric text;
// empty text is 0.
func Amount(value any) (float64, error) {
	switch value := value.(type) {
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

// Service holds the rules of enrolments.
type Service struct {
	store *Store
	once  *submission.Once
	now   func() time.Time
}

// NewService returns a Service.
func NewService(store *Store, once *submission.Once, now func() time.Time) *Service {
	return &Service{store: store, once: once, now: now}
}

// Enroll records an enrolment, once however often the same form is sent.
func (s *Service) Enroll(ctx context.Context, key submission.Key, form Form) (Enrollment, error) {
	if err := form.settle(s.now()); err != nil {
		return Enrollment{}, err
	}
	claim, err := s.once.Claim(ctx, "enrollment", key, form)
	if err != nil {
		return Enrollment{}, err
	}
	enrollment := Enrollment{Form: form, CreatedAt: claim.At}
	enrollment.ID = claim.ID
	err = s.store.insert(ctx, &enrollment)
	return enrollment.named(), err
}

// Delete removes an enrolment.
func (s *Service) Delete(ctx context.Context, id string) error { return s.store.delete(ctx, id) }

// Each returns all that a search finds, in the order in which they came unless it
// asks for another.
func (s *Service) Each(ctx context.Context, search paging.Search) (iter.Seq2[Enrollment, error], error) {
	return s.store.each(ctx, search)
}

// Get returns a whole enrolment.
func (s *Service) Get(ctx context.Context, id string) (Enrollment, error) {
	enrollment, err := s.store.get(ctx, id)
	return enrollment.named(), err
}

// Page returns one page of enrolments, newest first unless asked otherwise, and
// how many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]EnrollmentSummary, int, error) {
	found, total, err := s.store.page(ctx, page)
	summaries := make([]EnrollmentSummary, 0, len(found))
	for _, e := range found {
		summaries = append(summaries, EnrollmentSummary{ID: e.ID, Name: e.FullName, Phone: e.Phone, Email: e.Email, Course: e.Course, CreatedAt: e.CreatedAt})
	}
	return summaries, total, err
}

func (e Enrollment) named() Enrollment {
	e.Name = e.FullName
	return e
}

// Place is where these are kept, for who looks for people.
func (s *Service) Place() person.Place { return s.store.place() }
