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

// scheduled returns how changes are published by themselves: as whoever scheduled them, by whose
// call the audit log has it.
func (a *App) scheduled(action, resource string) working.Publishing {
	done := func(ctx context.Context, s working.Scheduled, call changes.Record) {
		entry := audit.Entry{
			UserID: s.By, UserName: a.nameOf(ctx, s.By), Action: action, Resource: resource, ResourceID: s.ID,
			Outcome: audit.Done, UserAgent: "scheduled",
		}
		a.Accounts.Audits.Note(ctx, entry.Changed(call))
	}
	return working.Publishing{May: a.mayPublish, Done: done}
}

// mayPublish reports whether an account may publish: both roles may.
func (a *App) mayPublish(ctx context.Context, id string) (bool, error) {
	names, err := a.Accounts.names(ctx)
	_, is := names[id]
	return is, err
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
