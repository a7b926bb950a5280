// Package enrollment is enrolments recorded with the four-step wizard.
package enrollment

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"academy/cms-api/internal/contact"
	"academy/cms-api/internal/paging"
	"academy/cms-api/internal/problem"
	"academy/cms-api/internal/revision"
)

// Form is the wizard's thirteen fields. Fields other than the first four may be
// empty.
type Form struct {
	FullName      string  `json:"fullName" bson:"full_name"`
	Email         string  `json:"email" bson:"email"`
	Phone         string  `json:"phone" bson:"phone"`
	Course        string  `json:"course" bson:"course" example:"upsc-prelims"`
	DateOfBirth   string  `json:"dateOfBirth" bson:"date_of_birth" doc:"YYYY-MM-DD." example:"2001-05-14"`
	Batch         string  `json:"batch" bson:"batch" example:"morning"`
	StartDate     string  `json:"startDate" bson:"start_date" doc:"YYYY-MM-DD."`
	Address       string  `json:"address" bson:"address"`
	City          string  `json:"city" bson:"city"`
	State         string  `json:"state" bson:"state"`
	Pincode       string  `json:"pincode" bson:"pincode" doc:"At most six digits."`
	PaymentMethod string  `json:"paymentMethod" bson:"payment_method" example:"upi"`
	Amount        float64 `json:"amount" bson:"amount" doc:"In rupees."`
}

// Enrollment is one enrolment. Only staff may read it.
type Enrollment struct {
	revision.Document `bson:",inline"`
	Form              `bson:",inline"`
	Name              string    `json:"name" bson:"-" doc:"The same as fullName."`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// EnrollmentSummary is an enrolment as it is listed.
type EnrollmentSummary struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Phone     string    `json:"phone"`
	Email     string    `json:"email"`
	Course    string    `json:"course"`
	CreatedAt time.Time `json:"created_at"`
}

// The values that the wizard offers.
func courses() []string {
	return []string{"upsc-prelims", "upsc-mains", "upsc-complete", "psi", "mentorship"}
}
func batches() []string        { return []string{"morning", "afternoon", "evening", "weekend"} }
func paymentMethods() []string { return []string{"upi", "card", "netbanking", "cash"} }

const maxAmount = 10_000_000

func (f *Form) check() error {
	bad := contact.CheckText(nil, "body.fullName", f.FullName, "the full name")
	bad = contact.CheckEmail(bad, "body.email", f.Email)
	bad = contact.CheckPhone(bad, "body.phone", f.Phone)
	oneOf := func(location, value string, options []string) {
		if !slices.Contains(options, value) {
			bad = append(bad, problem.Field{Location: location, Message: "Choose one of " + strings.Join(options, ", ") + "."})
		}
	}
	oneOf("body.course", f.Course, courses())
	oneOf("body.batch", f.Batch, append(batches(), ""))
	oneOf("body.paymentMethod", f.PaymentMethod, append(paymentMethods(), ""))
	for _, date := range []struct{ location, value string }{{"body.dateOfBirth", f.DateOfBirth}, {"body.startDate", f.StartDate}} {
		if _, err := time.Parse(time.DateOnly, date.value); err != nil && date.value != "" {
			bad = append(bad, problem.Field{Location: date.location, Message: "Give the date as YYYY-MM-DD."})
		}
	}
	if len(f.Pincode) > 6 || strings.Trim(f.Pincode, "0123456789") != "" {
		bad = append(bad, problem.Field{Location: "body.pincode", Message: "Give a pincode of at most six digits."})
	}
	if f.Amount < 0 || f.Amount > maxAmount || math.IsNaN(f.Amount) {
		bad = append(bad, problem.Field{Location: "body.amount", Message: "Give an amount in rupees between 0 and 1,00,00,000."})
	}
	return problem.InvalidFields(bad)
}

// Amount reads an amount of rupees that came as a number or as numeric text;
// empty text is 0.
func Amount(value any) (float64, error) {
	switch value := value.(type) {
	case nil:
		return 0, nil
	case float64:
		return value, nil
	case string:
		text := strings.ReplaceAll(strings.TrimSpace(value), ",", "")
		if text == "" {
			return 0, nil
		}
		if number, err := strconv.ParseFloat(text, 64); err == nil {
			return number, nil
		}
	}
	return 0, problem.InvalidField("body.amount", "Give the amount as a number of rupees.")
}

// Service holds the rules of enrolments.
type Service struct {
	store *Store
	now   func() time.Time
}

// NewService returns a Service.
func NewService(store *Store, now func() time.Time) *Service {
	return &Service{store: store, now: now}
}

// Enroll records an enrolment.
func (s *Service) Enroll(ctx context.Context, form Form) (Enrollment, error) {
	for _, field := range []*string{&form.FullName, &form.Email, &form.Phone, &form.Course, &form.Batch, &form.PaymentMethod, &form.Pincode} {
		*field = strings.TrimSpace(*field)
	}
	for _, date := range []*string{&form.DateOfBirth, &form.StartDate} {
		*date, _, _ = strings.Cut(strings.TrimSpace(*date), "T") // date pickers also send times
	}
	if err := form.check(); err != nil {
		return Enrollment{}, err
	}
	enrollment := Enrollment{Form: form, CreatedAt: s.now().UTC().Truncate(time.Millisecond)}
	err := s.store.insert(ctx, &enrollment)
	return enrollment.named(), err
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
