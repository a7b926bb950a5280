package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// Choices are how a file is imported.
type Choices struct {
	// Status is source for the status that items have at their source, and draft for drafts; where
	// it is empty, those of an export have theirs, and others are drafts.
	Status string
	// Fetch copies pictures of the hosts that the file names; else their addresses stay.
	Fetch bool
}

// choicesOf reads the texts of a form.
func choicesOf(texts form.Texts) (Choices, error) {
	var bad []problem.Field
	for _, each := range [][3]string{{"status", "draft", "source"}, {"pictures", "keep", "fetch"}} {
		name, allowed := each[0], each[1:]
		if value := texts[name]; value != "" && !slices.Contains(allowed, value) {
			bad = append(bad, problem.Field{Location: "body." + name, Message: "Give " + strings.Join(allowed, " or ") + "."})
		}
	}
	return Choices{Status: texts["status"], Fetch: texts["pictures"] == "fetch"}, problem.InvalidFields(bad)
}

// job is an import that runs, or is to.
type job struct {
	Import
	Choices
	f       *os.File
	who     access.Identity
	content file
	stop    func()            // ends what tells other processes that it runs
	hosts   map[string]bool   // that the file names
	copied  map[string]string // addresses of pictures by those that they had; "" where that failed
	saved   time.Time
}

// Accept takes a file to import in the background. It returns a Conflict while another import
// runs.
func (s *Service) Accept(ctx context.Context, in *form.Input) (Import, error) {
	if in.Least() > maxFile {
		return Import{}, errFile
	}
	if err := s.free(ctx); err != nil { // before the file is sent
		return Import{}, err
	}
	j := &job{}
	j.who, _ = access.From(ctx)
	texts, found, err := in.Read("file", func(_ form.Texts, content form.File) error { return j.receive(content) })
	if err == nil && !found {
		err = form.Missing("file")
	}
	if err == nil {
		j.Choices, err = choicesOf(texts)
	}
	if err == nil {
		err = s.begin(ctx, j, false)
	}
	if err != nil {
		return Import{}, errors.Join(err, j.close())
	}
	begun := j.Import
	select {
	case s.jobs <- j:
		return begun, nil
	default:
		return Import{}, errors.Join(errBusy, s.end(ctx, j, errBusy))
	}
}

var (
	errBusy = problem.New(problem.Conflict, "Another import is running. Wait until it is done, and import the file then.")
	errFile = problem.New(problem.TooLarge, "The file is larger than 2 GiB. "+splitOrCommand)
)

// free returns a Conflict while an import runs.
func (s *Service) free(ctx context.Context) error {
	busy, err := s.store.any(ctx, s.o.Now())
	if err == nil && busy {
		err = errBusy
	}
	return err
}

// receive writes the file to this machine's disk while it arrives. The file has no name there, so that the
// system frees its room when the process ends, however that happens.
func (j *job) receive(content form.File) (err error) {
	j.File = content.Name
	if j.f, err = os.CreateTemp("", "import-"); err != nil {
		return fmt.Errorf("store a file to import: %w", err)
	}
	if err := os.Remove(j.f.Name()); err != nil {
		return fmt.Errorf("store a file to import: %w", err)
	}
	size, err := io.Copy(j.f, io.LimitReader(content, maxFile+1))
	if errors.Is(err, syscall.ENOSPC) {
		return problem.StoreFull(err, "server")
	}
	if err != nil {
		return form.BrokenOff(err)
	}
	if size > maxFile {
		return errFile
	}
	return nil
}

func (j *job) close() error {
	if j.f == nil {
		return nil
	}
	return j.f.Close()
}

// begin opens the file, and stores that the import runs. It returns a Conflict while another one does, also
// where both were sent at once.
func (s *Service) begin(ctx context.Context, j *job, ofServer bool) (err error) {
	if j.content, j.Source, err = s.open(j.f, ofServer); err != nil {
		return err
	}
	s.beginning.Lock()
	defer s.beginning.Unlock()
	if err := s.free(ctx); err != nil {
		return err
	}
	j.ID, j.State, j.CreatedAt = mongodb.NewID(), Running, s.now()
	j.Created, j.Skipped, j.Warnings = []Created{}, []Note{}, []Note{}
	j.hosts, j.copied = map[string]bool{}, map[string]string{}
	if err := s.store.running(j.ID).Set(ctx, "process", s.o.Now(), markTime); err != nil {
		return err
	}
	if err := s.store.put(ctx, &j.Import); err != nil {
		return err
	}
	if err := s.store.forget(ctx); err != nil {
		return err
	}
	marking, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.renewMark(marking, j.ID)
	}()
	j.stop = func() {
		cancel()
		<-ended
	}
	return nil
}

// Run imports what was accepted, one file after the other, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-s.jobs:
			if err := s.run(ctx, j); err != nil {
				s.o.Log.Warn("an import failed", "file", j.File, "import", j.ID, "error", err)
			}
		}
	}
}

// ImportFile imports a file of this machine and returns what became of it. An export of this program may be
// of any size.
func (s *Service) ImportFile(ctx context.Context, name string, choices Choices) (Import, error) {
	j := &job{Choices: choices}
	j.File = text.FileName(name)
	var err error
	if j.f, err = os.Open(name); err != nil {
		return Import{}, err
	}
	if err := s.begin(ctx, j, true); err != nil {
		return Import{}, errors.Join(err, j.close())
	}
	err = s.run(ctx, j)
	return j.Import, err
}

// run imports a file, and stores how it ended.
func (s *Service) run(ctx context.Context, j *job) error {
	inner := ctx
	if j.who.UserID != "" { // nobody is on the command line
		inner = access.With(ctx, j.who)
	}
	return s.end(ctx, j, s.items(inner, j))
}

// renewMark tells other processes that an import runs, until ctx ends.
func (s *Service) renewMark(ctx context.Context, id string) {
	every := time.NewTicker(markTime / 6)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			_ = s.store.running(id).Set(ctx, "process", s.o.Now(), markTime) // the next one may succeed
		}
	}
}

// end stores how an import ended, though ctx may have.
func (s *Service) end(ctx context.Context, j *job, err error) error {
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	j.State = Done
	if err != nil {
		j.State, j.Error = Failed, explain(err)
		if ctx.Err() != nil {
			j.Error = stopped
		}
	}
	stored := s.store.put(ending, &j.Import)
	j.stop()
	_ = s.store.running(j.ID).Clear(ending, "process") // it expires anyway
	return errors.Join(err, stored, j.close())
}

// explain returns what is shown of an error.
func explain(err error) string {
	var known *problem.Error
	if !errors.As(err, &known) {
		return "Something went wrong here. Import the file again: what has arrived is not created twice."
	}
	if len(known.Fields) == 0 {
		return known.Detail
	}
	all := make([]string, len(known.Fields))
	for i, field := range known.Fields {
		all[i] = field.Message
	}
	return strings.Join(all, " ")
}

// items imports every item of a file.
func (s *Service) items(ctx context.Context, j *job) (err error) {
	if j.Total, err = j.content.count(ctx); err != nil {
		return err
	}
	return j.content.each(ctx, j, func(it item) error {
		err := s.guarded(it.title, func() error { return s.item(ctx, j, it) })
		if errors.Is(err, errPanicked) {
			j.skip(it.title, errPanicked.Detail)
			err = nil
		}
		if err != nil {
			return err
		}
		return s.advance(ctx, j)
	})
}

// advance notes that another item was looked at.
func (s *Service) advance(ctx context.Context, j *job) error {
	j.Done++
	if s.now().Sub(j.saved) < time.Second && j.Done < j.Total {
		return ctx.Err()
	}
	j.saved = s.now()
	return s.store.put(ctx, &j.Import)
}

// create notes what an item became.
func (j *job) create(one Created) {
	if len(j.Created) < maxCreated {
		j.Created = append(j.Created, one)
	}
}

func (j *job) skip(title, reason string) { note(&j.Skipped, title, reason) }
func (j *job) warn(title, reason string) { note(&j.Warnings, title, reason) }

func note(to *[]Note, title, reason string) {
	if len(*to) < maxNotes {
		*to = append(*to, Note{shortened(title), text.Shorten(text.Line(reason), 500)})
	}
}

func shortened(title string) string { return text.Shorten(text.Line(title), 200) }
