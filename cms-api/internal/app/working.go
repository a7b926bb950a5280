package app

import (
	"cmp"
	"context"
	"slices"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/publishing/publish"
)

// scheduled returns what records in the audit log that changes were published by themselves:
// as the call of whoever scheduled them.
func (a *App) scheduled(action, resource string) func(context.Context, working.Scheduled, changes.Record) {
	return func(ctx context.Context, s working.Scheduled, call changes.Record) {
		entry := audit.Entry{
			UserID: s.By, UserName: a.nameOf(ctx, s.By), Action: action, Resource: resource, ResourceID: s.ID,
			Outcome: audit.Done, UserAgent: "scheduled",
		}
		a.Accounts.Audits.Note(ctx, entry.Changed(call))
	}
}

// refusedChanges returns the scheduled changes that were not published.
func (c *Content) refusedChanges() []publish.Refused {
	refused := []publish.Refused{}
	for _, each := range slices.Concat(c.Articles.Copies.Refused(), c.Pages.Copies.Refused()) {
		refused = append(refused, publish.Refused{
			Collection: each.Collection, ID: each.ID, Title: each.Title, PublishAt: each.PublishAt, Reason: each.Refused,
		})
	}
	slices.SortStableFunc(refused, func(a, b publish.Refused) int { return a.PublishAt.Compare(b.PublishAt) })
	return refused
}

// nameOf returns what an account is called.
func (a *App) nameOf(ctx context.Context, id string) string {
	names, err := a.Accounts.names(ctx)
	if err != nil {
		a.Log.WarnContext(ctx, "an entry of the audit log lacks a name", "error", err)
	}
	return cmp.Or(names[id], publish.FormerMember)
}
