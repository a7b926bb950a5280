package working

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// Mark says in lists which documents have a working copy.
type Mark struct {
	HasWorkingCopy   *bool             `json:"has_working_copy,omitempty" bson:"-" doc:"Whether it has changes that are not published; absent for readers without a session."`
	ScheduledChanges *ScheduledChanges `json:"scheduled_changes,omitempty" bson:"-" doc:"Absent where those changes are not scheduled."`
}

// ScheduledChanges says when changes are published by themselves.
type ScheduledChanges struct {
	PublishAt time.Time `json:"publish_at"`
	Refused   string    `json:"refused" doc:"Why they were not published then; empty before." example:"Changed in the meantime: title."`
	// ChangedSince is of the document's last write by a version that notes it.
	ChangedSince []string `json:"changed_since" nullable:"false" doc:"Which of their fields were changed in the document since, so that nothing is published then." example:"title"`
}

// MarkOf returns the mark of a document with that working copy.
func MarkOf(w *revision.Working) Mark {
	has := w != nil
	if !has || w.PublishAt == nil {
		return Mark{HasWorkingCopy: &has}
	}
	return Mark{&has, &ScheduledChanges{*w.PublishAt, w.Refused, append([]string{}, w.Overtaken...)}}
}

// Scheduled are changes of a document that have a time.
type Scheduled struct {
	Collection, ID, Title string
	PublishAt             time.Time
	Refused               string // why they were not published then
	By                    string // the account that scheduled them
	number                int
}

// plans is the view of the working copies that have a time.
type plans struct {
	changed chan struct{} // gets something when there may be others

	mu  sync.Mutex
	all map[string]Scheduled
}

func newPlans() *plans { return &plans{changed: make(chan struct{}, 1), all: map[string]Scheduled{}} }

// planOf returns what the view needs of a document, false where that is nothing.
func (c *Copies[T, P, F]) planOf(doc T) (Scheduled, bool, error) {
	base := P(&doc).Base()
	w := base.Working
	if w == nil || w.PublishAt == nil {
		return Scheduled{}, false, nil
	}
	title := ""
	if titled, ok := any(&doc).(interface{ DisplayName() string }); ok {
		title = titled.DisplayName()
	}
	return Scheduled{c.kind.Name, base.ID, title, *w.PublishAt, w.Refused, w.ScheduledBy, w.Number}, true, nil
}

// Replace takes everything that there is.
func (p *plans) Replace(all map[string]Scheduled) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = all
	p.notify()
	return nil
}

// Apply takes what was written and what is gone.
func (p *plans) Apply(_ context.Context, put map[string]Scheduled, gone []string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, each := range put {
		p.all[id] = each
		p.notify()
	}
	for _, id := range gone {
		delete(p.all, id)
	}
	return nil
}

func (p *plans) notify() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// list returns all of them, the earliest first.
func (p *plans) list() []Scheduled {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]Scheduled, 0, len(p.all))
	for _, each := range p.all {
		all = append(all, each)
	}
	slices.SortFunc(all, func(a, b Scheduled) int {
		return cmp.Or(a.PublishAt.Compare(b.PublishAt), strings.Compare(a.ID, b.ID))
	})
	return all
}

// Refused returns the changes that were not published when they were due.
func (c *Copies[T, P, F]) Refused() []Scheduled {
	return slices.DeleteFunc(c.plans.list(), func(s Scheduled) bool { return s.Refused == "" })
}

const (
	// maxWait bounds how long Run sleeps before it looks at the clock again, which may be set.
	maxWait = 30 * time.Second
	// tryAgain is how long it waits after a failure.
	tryAgain = 5 * time.Second
)

// Publishing is what Run asks and tells.
type Publishing struct {
	// Identity returns the identity of an account, or a NotFound problem.
	Identity func(ctx context.Context, account string) (access.Identity, error)
	// Done is told of what was published.
	Done func(context.Context, Scheduled, changes.Record)
}

// Run publishes changes when they are due, at once those that became due while no process
// ran, until ctx ends. Any number of processes may do it: the write of one makes the others
// find nothing to publish.
func (c *Copies[T, P, F]) Run(ctx context.Context, to Publishing) error {
	for {
		woken := make(chan struct{})
		stop := c.o.Clock.AfterFunc(c.publishDue(ctx, to), func() { close(woken) })
		select {
		case <-ctx.Done():
		case <-c.plans.changed:
		case <-woken:
		}
		stop()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// publishDue publishes what is due, and returns how long to wait.
func (c *Copies[T, P, F]) publishDue(ctx context.Context, to Publishing) time.Duration {
	wait := maxWait
	for _, each := range c.plans.list() {
		if each.Refused != "" {
			continue
		}
		if left := each.PublishAt.Sub(c.o.Clock.Now()); left > 0 {
			return min(wait, left)
		}
		inner, journal := changes.Watch(ctx)
		switch done, err := c.publishScheduled(inner, each, to.Identity); {
		case err != nil && ctx.Err() == nil:
			c.o.Log.Warn("scheduled changes could not be published; will try again", "collection", each.Collection,
				"id", each.ID, "error", err)
			wait = tryAgain
		case done:
			c.o.Log.Info("scheduled changes published", "collection", each.Collection, "id", each.ID)
			to.Done(ctx, each, journal.Record())
		}
	}
	return wait
}

// Undeleted settles the working copy of a document that is taken out of the trash: a time that
// has passed counts as refused, so that having a document back publishes nothing.
func Undeleted(doc *revision.Document, now time.Time) {
	w := doc.Working
	if w == nil || w.PublishAt == nil || w.PublishAt.After(now) || w.Refused != "" {
		return
	}
	marked := *w
	marked.Refused = "This was in the trash at that time. Please choose a new one."
	doc.SetWorking(&marked)
}

// errSettled says that somebody else has published, changed or discarded a copy.
var errSettled = errors.New("not scheduled any more")

// publishScheduled publishes changes that are due, and reports whether it did. Those that
// must not be published are marked with the reason.
func (c *Copies[T, P, F]) publishScheduled(
	ctx context.Context, s Scheduled, identity func(context.Context, string) (access.Identity, error),
) (bool, error) {
	who, err := identity(ctx, s.By)
	if err != nil && !problem.Is(err, problem.NotFound) {
		return false, err
	}
	if !who.May(access.ContentPublish) {
		return false, c.refuse(ctx, s,
			"Whoever scheduled this has no account any more, or may not publish. Please choose a new time.")
	}
	_, err = c.kind.Save(access.With(ctx, who), s.ID, documents.Write{By: s.By}, func(p P) error {
		w := p.Base().Working
		if w == nil || w.Number != s.number || w.Refused != "" {
			return errSettled
		}
		if changed := documents.ChangedSince(p, w); len(changed) > 0 {
			return problem.New(problem.Conflict, "Changed in the meantime: "+strings.Join(changed, ", ")+".")
		}
		return c.publish(ctx, p)
	})
	if errors.Is(err, errSettled) || problem.Is(err, problem.NotFound) {
		return false, nil
	}
	reason, refused := refusal(err)
	if !refused {
		return err == nil, err
	}
	return false, c.refuse(ctx, s, reason)
}

// refuse marks scheduled changes with the reason why they are not published.
func (c *Copies[T, P, F]) refuse(ctx context.Context, s Scheduled, reason string) error {
	c.o.Log.Warn("scheduled changes are not published", "collection", s.Collection, "id", s.ID, "reason", reason)
	_, err := c.kind.Docs.Update(ctx, s.ID, documents.Write{By: s.By}, func(p P) error {
		if w := p.Base().Working; w != nil && w.Number == s.number && w.Refused == "" {
			marked := *w
			marked.Refused = reason
			p.Base().SetWorking(&marked)
		}
		return nil
	})
	return problem.Replace(err, problem.NotFound, nil)
}
