package video

import (
	"context"
	"errors"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

const (
	maxTitle       = 300
	maxDescription = 5000
	maxCategory    = 120
)

// check cleans the texts and returns an Invalid problem for what may not be stored.
func check(v *Video, _ Video) error {
	v.Title, v.Description, v.Category = text.Line(v.Title), text.Block(v.Description), text.Line(v.Category)
	return problem.InvalidFields(append(faults("title", v.Title, "Give the video a title.", maxTitle),
		append(faults("description", v.Description, "", maxDescription),
			faults("category", v.Category, "Give the video a category.", maxCategory)...)...))
}

// faults returns what is wrong with a text; empty says what to do when there is
// none and one is needed.
func faults(field, words, empty string, longest int) []problem.Field {
	switch {
	case words == "" && empty != "":
		return []problem.Field{{Location: "body." + field, Message: empty}}
	case text.LongerThan(words, longest):
		tooLong := fmt.Sprintf("The %s may have at most %d characters; these are %d.", field, longest, text.Length(words))
		return []problem.Field{{Location: "body." + field, Message: tooLong}}
	}
	return nil
}

// readForm goes through the parts of a form; see form.Read.
type readForm func(field string, take func(before form.Texts, file form.File) error) (form.Texts, bool, error)

const (
	fileField = "file"
	// mediaField is, in a form without a file, the id of one of the library.
	mediaField = "media"
)

// Upload adds a video from a form with title, description, category and file, in
// any order; media in place of file names one of the library. Texts that came
// before the file are checked before it is read. When it fails before, the file
// does not get into the library.
func (s *Service) Upload(ctx context.Context, read readForm) (video Video, err error) {
	var file File
	defer func() {
		if err != nil && file.URL != "" {
			s.without(file.URL, s.o.TakeBack(ctx, file.URL))
		}
	}()
	texts, found, err := read(fileField, func(before form.Texts, content form.File) error {
		if err := early(before); err != nil {
			return err
		}
		var err error
		file, err = s.o.StoreFile(ctx, fileField, content)
		return err
	})
	if err != nil {
		return Video{}, err
	}
	video = fromTexts(texts)
	err = check(&video, Video{})
	chosen := texts[mediaField]
	switch {
	case !found && chosen == "":
		err = withMissingFile(err)
	case found && chosen != "" && err == nil:
		err = problem.InvalidField("body."+mediaField, "Send a file, or the id of one of the library, not both.")
	}
	if err != nil {
		return Video{}, err
	}
	if found {
		video.Duration = file.Duration
		video.File, err = file.Keep(ctx)
	} else {
		video.File, video.Duration, err = s.o.FromLibrary(ctx, mediaField, chosen)
	}
	if err != nil {
		return Video{}, err
	}
	file.URL = "" // it stays in the library, whatever happens
	video.CreatedAt = s.o.Now().UTC().Truncate(time.Millisecond)
	return s.Service.Add(ctx, video)
}

func fromTexts(texts form.Texts) Video {
	return Video{Title: texts["title"], Description: texts["description"], Category: texts["category"]}
}

// early checks the texts that have arrived already; those that are missing may
// still come.
func early(before form.Texts) error {
	all := form.Texts{"title": "later", "category": "later"}
	for name, text := range before {
		all[name] = text
	}
	video := fromTexts(all)
	return check(&video, Video{})
}

// withMissingFile adds to what is wrong with the texts that there is no file.
func withMissingFile(err error) error {
	fields := []problem.Field{{Location: "body." + fileField, Message: "Choose a video file."}}
	var known *problem.Error
	if errors.As(err, &known) {
		fields = append(known.Fields, fields...)
	}
	return problem.InvalidFields(fields)
}

// without notes that a file could not be removed; the sweep will find it.
func (s *Service) without(url string, err error) {
	if err != nil {
		s.o.Log.Warn("a video's file could not be removed; the sweep will", "file", url, "error", err)
	}
}
