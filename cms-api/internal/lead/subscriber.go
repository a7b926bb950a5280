package lead

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// testPage is what the page of the current affairs test calls itself.
const testPage = "current-affairs-test"

// Subscriber is one address that wants news about one page. Only staff may read
// it.
type Subscriber struct {
	Stored `bson:",inline"`
	Email  string `json:"email" bson:"email" example:"asha@example.com"`
	Page   string `json:"page" bson:"page" doc:"The page the address was left on." example:"current-affairs-test"`
	Source string `json:"source" bson:"source" doc:"What was clicked." example:"notify-me-button"`
}

// SubscriberCreate is the form of somebody who asks for news.
type SubscriberCreate struct {
	FromPage
	Email  string `json:"email" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	Page   string `json:"page,omitempty" maxLength:"120" example:"current-affairs-test"`
	Source string `json:"source,omitempty" maxLength:"120" example:"notify-me-button"`
}

// subscriberKind declares subscribers.
func subscriberKind() kind[SubscriberCreate, Subscriber, Subscriber] {
	return kind[SubscriberCreate, Subscriber, Subscriber]{
		collection: "subscribers", noun: "subscriber", name: "Subscriber", path: "/admin/notifications",
		form: form{
			id: "subscribe", path: "/notifications", summary: "Ask to be told when something launches",
			thanks: "Thank you! We will notify you when we launch.",
		},
		listing: documents.Listing{
			Default: "-created_at",
			Sort:    map[string]string{"created_at": "created_at", "email": "email", "page": "page", "source": "source"},
			Then:    map[string]string{"email": "page"},
			Search:  []string{"email", "page", "source"},
		},
		addresses: []string{"email"},
		unique:    []string{"email", "page"},
		read:      readSubscriber,
		summarize: whole[Subscriber],
		same: func(s Subscriber) []documents.Condition {
			return []documents.Condition{documents.Equal("email", s.Email), documents.Equal("page", s.Page)}
		},
		brief:   func(s Subscriber) brief { return brief{About: s.Page} }, // whose name is not known
		who:     func(s Subscriber) Sender { return Sender{s.Email, s.Email, "", s.Page} },
		columns: []string{"email", "page", "source"},
		cells:   func(s Subscriber) []string { return []string{s.Email, s.Page, s.Source} },
	}
}

func readSubscriber(form SubscriberCreate, _ time.Time) (Subscriber, error) {
	s := Subscriber{Email: form.Email, Page: form.Page, Source: form.Source}
	text.Clean(&s)
	return s, problem.InvalidFields(contact.SettleEmail(nil, "body.email", &s.Email))
}

// SubscriberCounts is how many subscribers there are.
type SubscriberCounts struct {
	Total              int `json:"total" example:"128"`
	UniqueEmails       int `json:"unique_emails" doc:"An address may have been left on several pages." example:"117"`
	CurrentAffairsTest int `json:"current_affairs_test" doc:"Those from the page of the current affairs test." example:"96"`
}

// atOnce is how many are read at a time when all of them are counted.
const atOnce = 5000

// count reads all of them by address, so that equal ones follow each other.
func (s subscribers) count(ctx context.Context) (SubscriberCounts, error) {
	var counts SubscriberCounts
	last := ""
	page := paging.Query{Window: paging.Window{Limit: atOnce}, Search: paging.Search{Sort: "email"}}
	for ; ; page.Offset += atOnce {
		found, total, err := s.docs.List(ctx, page, wanted(""))
		if err != nil {
			return SubscriberCounts{}, err
		}
		for _, subscriber := range found {
			counts.Total++
			if subscriber.Email != last {
				counts.UniqueEmails++
			}
			if subscriber.Page == testPage {
				counts.CurrentAffairsTest++
			}
			last = subscriber.Email
		}
		if len(found) == 0 || page.Offset+len(found) >= total {
			return counts, nil
		}
	}
}
