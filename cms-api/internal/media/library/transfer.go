package library

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
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
// Where the file has a document, that takes only what nobody has written there. FileName is the name under which the
// file was stored: that no person gave either.
func (s *Service) Import(ctx context.Context, doc Media, fileName string) error {
	doc.Document, doc.UploadedBy, doc.Former, doc.Replacement = revision.Document{}, nil, nil, nil
	doc.UploadedAt = doc.UploadedAt.UTC().Truncate(time.Millisecond)
	bad := weburl.SetFile(nil, "body.url", &doc.URL)
	if !strings.HasPrefix(doc.URL, MediaPath) || !slices.Contains([]Kind{Image, Video, Plain}, doc.Kind) {
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
	if !storage.IsDuplicate(err) {
		return changes.Err(ctx, made, err)
	}
	found, err := s.docs.One(ctx, documents.Equal("url", doc.URL))
	if err != nil {
		return err
	}
	made, err = s.docs.Update(ctx, found.ID, documents.Write{By: access.By(ctx)}, func(m *Media) error {
		was := *m
		m.fill(doc, fileName)
		return check(m, was)
	})
	return changes.Err(ctx, made, err)
}

// fill takes from another document of the same file what m lacks.
func (m *Media) fill(from Media, fileName string) {
	if m.Name == path.Base(m.URL) || m.Name == fileName {
		m.Name = from.Name
	}
	m.Alt, m.Credit = cmp.Or(m.Alt, from.Alt), cmp.Or(m.Credit, from.Credit)
	m.Focus = cmp.Or(m.Focus, from.Focus)
	if len(m.Tags) == 0 {
		m.Tags = from.Tags
	}
	if m.Kind == Video {
		m.Poster, m.Duration = cmp.Or(m.Poster, from.Poster), cmp.Or(m.Duration, from.Duration)
	}
	if m.Width == 0 || m.Height == 0 {
		m.Width, m.Height = from.Width, from.Height
	}
	if !from.UploadedAt.IsZero() && from.UploadedAt.Before(m.UploadedAt) {
		m.UploadedAt = from.UploadedAt
	}
}
