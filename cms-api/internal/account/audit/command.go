package audit

import (
	"context"
	"fmt"
	"log/slog"
)

// CommandLine is who did what was done by a command.
const CommandLine = "command line"

// RecordCommand writes what a command did to a document of a resource.
func (s *Service) RecordCommand(ctx context.Context, action, resource, id string) error {
	entry := Entry{
		UserName: CommandLine, Action: action, Resource: resource, ResourceID: id, Outcome: Done, Changes: []string{},
	}
	if err := s.Record(ctx, entry); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	return nil
}

// NoteCommand is RecordCommand for what stands whether it is recorded or not: a
// failure is logged.
func (s *Service) NoteCommand(ctx context.Context, log *slog.Logger, action, resource, id string) {
	if err := s.RecordCommand(ctx, action, resource, id); err != nil {
		log.Error("an entry of the audit log could not be written", "error", err, "action", action)
	}
}
