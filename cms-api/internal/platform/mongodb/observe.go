package mongodb

import (
	"context"
	"sync"

	"go.mongodb.org/mongo-driver/v2/event"

	"academy/cms-api/internal/platform/storage"
)

// Observer is told of each command before it is sent: its name, and the
// collection that it is for, empty when it is for none. What it returns is called
// when the command has ended, with nil when it succeeded. It must not block.
type Observer func(ctx context.Context, command, collection string) (ended func(err error))

// monitor tells observers of commands.
func monitor(observers []Observer) *event.CommandMonitor {
	var open sync.Map // of request ids to []func(error)
	end := func(request int64, err error) {
		if ended, ok := open.LoadAndDelete(request); ok {
			for _, each := range ended.([]func(error)) {
				each(err)
			}
		}
	}
	return &event.CommandMonitor{
		Started: func(ctx context.Context, e *event.CommandStartedEvent) {
			if !storage.Observed(ctx) {
				return
			}
			// Lookup copies nothing; what is no text is no collection.
			collection, _ := e.Command.Lookup(e.CommandName).StringValueOK()
			ended := make([]func(error), len(observers))
			for i, observe := range observers {
				ended[i] = observe(ctx, e.CommandName, collection)
			}
			open.Store(e.RequestID, ended)
		},
		Succeeded: func(_ context.Context, e *event.CommandSucceededEvent) { end(e.RequestID, nil) },
		Failed:    func(_ context.Context, e *event.CommandFailedEvent) { end(e.RequestID, e.Failure) },
	}
}
