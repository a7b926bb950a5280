package library

import (
	"context"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/weburl"
)

// Export returns every document without who added its file.
func (s *Service) Export(ctx context.Context) ([]Media, error) {
	docs, err := s.docs.All(ctx, "id")
	for i := range docs {
		docs[i].UploadedBy = nil
	}
	return docs, err
}

// Import adds a document of another installation, whose file is stored already, under the same rules as any other.
// That of a file which has one is recognised by IsDuplicate.
func (s *Service) Import(ctx context.Context, doc Media) error {
	doc.Document, doc.UploadedBy, doc.Former = revision.Document{}, nil, nil
	doc.UploadedAt = doc.UploadedAt.UTC().Truncate(time.Millisecond)
	bad := weburl.SetFile(nil, "body.url", &doc.URL)
	if !strings.HasPrefix(doc.URL, mediaPath) || !slices.Contains([]Kind{Image, Video, Plain}, doc.Kind) {
		bad = append(bad, problem.Field{Location: "body.url", Message: "It is no file of the media library."})
	}
	if f := doc.Focus; f != nil && (f.X < 0 || f.X > 1 || f.Y < 0 || f.Y > 1) {
		doc.Focus = nil
	}
	err := problem.InvalidFields(bad)
	if err == nil {
		err = check(&doc, Media{})
	}
	if err != nil {
		return err
	}
	made, err := s.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &doc)
	return changes.Err(ctx, made, err)
}
