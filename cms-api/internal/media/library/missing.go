package library

import (
	"context"
	"strings"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// Has reports whether a document has, or had, the file of an address.
func (s *Service) Has(ctx context.Context, url string) (bool, error) {
	var err error
	for _, condition := range []documents.Condition{
		documents.Equal("url", url), documents.Equal("former", strings.TrimPrefix(url, MediaPath)),
	} {
		if _, err = s.docs.One(ctx, condition); !problem.Is(err, problem.NotFound) {
			return err == nil, err
		}
	}
	return false, nil
}

// TakeOver makes a stored file that of a document whose own file the storage has lost, and has all that names the lost
// one name it. It returns a Conflict problem when the document has got another file meanwhile.
func (s *Service) TakeOver(ctx context.Context, lost Media, file File) (Media, error) {
	doc, err := s.docs.Get(ctx, lost.ID)
	if err == nil && doc.URL != lost.URL {
		err = problem.New(problem.Conflict, "Somebody has just replaced this file. Please send it again.")
	}
	if err == nil {
		err = s.awaitUses(ctx)
	}
	if err == nil {
		_, err = s.Replace(ctx, doc.ID, file)
	}
	if err != nil {
		return Media{}, err
	}
	s.o.Log.WarnContext(ctx, "the storage had lost a file; it has been sent again", "lost", lost.URL, "now", file.URL)
	return s.Get(ctx, doc.ID)
}
