package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	mongoOptions "go.mongodb.org/mongo-driver/v2/mongo/options"
)

// leads is one kind of what visitors leave.
type leads struct {
	name       string
	collection string
	create     string // the call that stores one
	list       string
	sort       string
	sample     map[string]any
}

const (
	sampleName  = "Asha Rao"
	sampleEmail = "asha@example.com"
)

func allLeads() []leads {
	return []leads{
		{name: "enrolments", collection: "enrollments", create: "/api/enrollments", list: "/api/enrollments", sort: "name",
			sample: map[string]any{
				"fullName": sampleName, "email": sampleEmail, "phone": "+919876543210", "dateOfBirth": "2001-05-14",
				"course": "psi", "batch": "morning", "startDate": "2026-01-05",
				"address": "12, First Main Road, Vijayanagar", "city": "Bengaluru", "state": "Karnataka", "pincode": "560040",
				"paymentMethod": "upi", "amount": 12500,
			}},
		{name: "mentorship applications", collection: "mentorship_applications", create: "/api/mentorship",
			list: "/api/mentorship", sort: "name", sample: map[string]any{
				"name": sampleName, "email": sampleEmail, "phone": "+919876543210", "education_level": "Graduate",
			}},
		{name: "contact messages", collection: "contact_messages", create: "/api/contact", list: "/api/contact", sort: "name",
			sample: map[string]any{
				"name": sampleName, "email": sampleEmail, "phone": "+919876543210",
				"message": "I work until six. Is there an evening batch for the sub-inspector exam, and may I join in the second month?",
			}},
		{name: "subscribers", collection: "subscribers", create: "/api/notifications", list: "/api/admin/notifications",
			sort: "email", sample: map[string]any{
				"email": sampleEmail, "page": "current-affairs-test", "source": "notify-me-button",
			}},
	}
}

const insertAtOnce = 1000

// multiply stores copies of the first document of each of these kinds that the API has
// stored, as cms-api would have stored them, count less one of each. cms-api must not run,
// because it would not see them.
func multiply(ctx context.Context, uri string, kinds []leads, count int) (err error) {
	client, err := mongo.Connect(mongoOptions.Client().ApplyURI(uri))
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer func() { err = errors.Join(err, client.Disconnect(context.WithoutCancel(ctx))) }()
	for _, kind := range kinds {
		collection := client.Database(database).Collection(kind.collection)
		var first bson.D
		if err := collection.FindOne(ctx, bson.D{}).Decode(&first); err != nil {
			return fmt.Errorf("find what was stored in %s: %w", kind.collection, err)
		}
		for begin := 1; begin < count; begin += insertAtOnce {
			var batch []any
			for i := begin; i < min(begin+insertAtOnce, count); i++ {
				batch = append(batch, copyOf(first, i))
			}
			if _, err := collection.InsertMany(ctx, batch); err != nil {
				return fmt.Errorf("fill %s: %w", kind.collection, err)
			}
		}
	}
	return nil
}

// copyOf returns a document with an id, a name, an address and a time of its
// own.
func copyOf(first bson.D, number int) bson.D {
	made := make(bson.D, len(first))
	for i, field := range first {
		switch value := field.Value.(type) {
		case string:
			switch {
			case field.Key == "_id":
				field.Value = numbered(value, number)
			case value == sampleName:
				field.Value = fmt.Sprintf("%s %05d", sampleName, number)
			case value == sampleEmail:
				field.Value = fmt.Sprintf("asha.%05d@example.com", number)
			}
		case bson.DateTime:
			field.Value = bson.NewDateTimeFromTime(value.Time().Add(-time.Duration(number) * time.Minute))
		}
		made[i] = field
	}
	return made
}

// numbered returns an id of the same length that ends in a number.
func numbered(id string, number int) string {
	ending := fmt.Sprintf("%08x", number)
	return id[:max(0, len(id)-len(ending))] + ending
}
