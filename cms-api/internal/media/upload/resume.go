package upload

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
)

// arrivalKeys begin the keys of what is stored of arrivals, each below its id. Nobody can read them.
const arrivalKeys = "uploads/"

const (
	// maxOpen is how many uploads an account may have begun and not finished.
	maxOpen = 200
	// arrivalTime is after what time an upload that nobody continued is removed. A finished one is remembered as
	// long, for a sender who did not get the answer.
	arrivalTime = 24 * time.Hour
)

// exchange is a request of the protocol, and what came of it beside the answer of the protocol's handler. It belongs to
// the request's context.
type exchange struct {
	owner string // of the lock
	id    string // of an upload that was begun
	media string // the document, when all has arrived
	fresh bool   // the document was made by this request
	err   error  // why the request failed
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	if known, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return known
	}
	return &exchange{}
}

// mine returns an arrival of the caller. It returns a NotFound problem for one that does not exist, and a Forbidden
// one for somebody else's.
func (s *Service) mine(ctx context.Context, id string) (arrival, error) {
	found, known, err := s.arrivals.get(ctx, id)
	switch {
	case err != nil:
		return arrival{}, err
	case !known:
		return arrival{}, problem.Missing("upload")
	case found.By != access.By(ctx):
		return arrival{}, problem.New(problem.Forbidden, "Only who began this upload may continue or end it.")
	}
	return found, nil
}

// pieces keeps arrivals for the protocol's handler: see tus.DataStore.
type pieces struct{ *Service }

// NewUpload begins an upload.
func (p pieces) NewUpload(ctx context.Context, info tus.FileInfo) (tus.Upload, error) {
	a := arrival{
		ID: randomName(), By: access.By(ctx), Name: text.FileName(info.MetaData["filename"]),
		Type: text.Shorten(info.MetaData["filetype"], longestName), Size: info.Size,
		Progress: Progress{Tags: []string{}, Continued: p.now().UTC()},
	}
	err := p.checkLength(a)
	if err == nil {
		var open int
		if open, err = p.arrivals.open(ctx, a.By); err == nil && open >= maxOpen {
			err = problem.New(problem.TooMany, fmt.Sprintf(
				"You have begun %d uploads that are not finished. Finish or cancel some, then try again.", open))
		}
	}
	if err == nil {
		err = p.arrivals.add(ctx, a)
	}
	exchangeOf(ctx).id = a.ID
	return &piece{s: p.Service, a: a}, failed(ctx, err)
}

// checkLength refuses a file by what its sender says of it.
func (s *Service) checkLength(a arrival) error {
	if a.Size == 0 {
		return problem.InvalidField("header.Upload-Length", "The file is empty. Choose another one.")
	}
	return named(a.Name, s.checkSize(kindNamed(a.Type), a.Size))
}

// GetUpload returns an upload that was begun.
func (p pieces) GetUpload(ctx context.Context, id string) (tus.Upload, error) {
	a, err := p.mine(ctx, id)
	return &piece{s: p.Service, a: a}, failed(ctx, err)
}

// AsTerminatableUpload returns what ends an upload.
func (p pieces) AsTerminatableUpload(upload tus.Upload) tus.TerminatableUpload {
	return upload.(*piece)
}

// failed records why a request failed: the handler keeps only the words.
func failed(ctx context.Context, err error) error {
	if err != nil {
		exchangeOf(ctx).err = err
	}
	return err
}

// piece is what one request adds to an arrival.
type piece struct {
	s    *Service
	a    arrival
	rest []byte // the last part, which is not stored until the file was found good
	sum  string // the SHA-256 of the whole, once it is here
}

// GetInfo returns how far the upload has come. The last part does not count before the file is in the library: who
// sends it again learns what became of the file.
func (p *piece) GetInfo(ctx context.Context) (tus.FileInfo, error) {
	exchangeOf(ctx).media = p.a.Media
	return tus.FileInfo{
		ID: p.a.ID, Size: p.a.Size, Offset: p.a.Offset,
		MetaData: tus.MetaData{"filename": p.a.Name, "filetype": p.a.Type},
	}, nil
}

// GetReader is not offered.
func (p *piece) GetReader(context.Context) (io.ReadCloser, error) { return nil, tus.ErrNotImplemented }

// WriteChunk stores what arrives, with one part of it in memory at a time. When src ends early, what has arrived
// stays.
func (p *piece) WriteChunk(ctx context.Context, _ int64, src io.Reader) (int64, error) {
	written, err := p.write(ctx, src)
	return written, p.ended(ctx, err)
}

func (p *piece) write(ctx context.Context, src io.Reader) (written int64, err error) {
	sum := sha256.New()
	if p.a.Hash != nil {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(p.a.Hash); err != nil {
			return 0, fmt.Errorf("go on with a checksum: %w", err)
		}
	}
	part, err := p.begun(ctx)
	for err == nil {
		had := len(part)
		n, _ := io.ReadFull(src, part[had:cap(part)]) // the handler knows why src ended
		part = part[:had+n]
		sum.Write(part[had:])
		written, p.a.Offset = written+int64(n), p.a.Offset+int64(n)
		if p.a.Offset == p.a.Size {
			p.rest, p.sum = part, hex.EncodeToString(sum.Sum(nil))
			return written, nil
		}
		if n == 0 {
			return written, nil
		}
		whole := len(part) == cap(part)
		if err = p.store(ctx, part, whole, sum); !whole {
			return written, err
		}
		part = make([]byte, 0, p.next())
	}
	return written, err
}

// next returns how many bytes the part after the stored ones has.
func (p *piece) next() int64 {
	return min(objectstore.PartSize, p.a.Size-int64(len(p.a.Tags))*objectstore.PartSize)
}

// begun returns what is stored after the last part, with room for the rest of a part.
func (p *piece) begun(ctx context.Context) ([]byte, error) {
	part := make([]byte, p.a.Offset-int64(len(p.a.Tags))*objectstore.PartSize, p.next())
	if p.a.Tail == "" {
		return part, nil
	}
	body, _, err := p.s.objects.Get(ctx, p.a.Tail)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	if _, err := io.ReadFull(body, part); err != nil {
		return nil, problem.StoreDown(fmt.Errorf("read %s: %w", p.a.Tail, err), "media storage")
	}
	return part, nil
}

// store stores a part, whole or the beginning of one, and notes how far the upload has come.
func (p *piece) store(ctx context.Context, part []byte, whole bool, sum hash.Hash) error {
	old := p.a.Tail
	p.a.Tail = ""
	var err error
	if whole {
		err = p.putPart(ctx, part)
	} else {
		p.a.Tail = arrivalKeys + p.a.ID + "/" + randomName()
		_, err = p.s.objects.Put(ctx, p.a.Tail, "", bytes.NewReader(part), int64(len(part)))
	}
	if err == nil {
		p.a.Hash, err = sum.(encoding.BinaryMarshaler).MarshalBinary()
	}
	if err == nil {
		err = p.advance(ctx)
	}
	if err != nil || old == "" {
		return err
	}
	return p.s.objects.Delete(ctx, old)
}

// putPart stores a part. The first one says what the file is: a video is stored where it stays.
func (p *piece) putPart(ctx context.Context, part []byte) error {
	if p.a.Parts.ID == "" {
		kind, err := kindOf(part)
		if err == nil {
			err = p.s.checkSize(kind, p.a.Size)
		}
		if err != nil {
			return named(p.a.Name, err)
		}
		key, mediaType := arrivalKeys+p.a.ID+"/"+randomName(), ""
		if video, is := videofile.Detect(part); is {
			key, mediaType = videoKeys+randomName()+video.Extension, video.MediaType
		}
		if p.a.Parts, err = p.s.objects.Begin(ctx, key, mediaType); err != nil {
			return err
		}
	}
	tag, err := p.s.objects.PutPart(ctx, p.a.Parts, len(p.a.Tags)+1, part)
	p.a.Tags = append(p.a.Tags, tag)
	return err
}

// advance notes how far the upload has come.
func (p *piece) advance(ctx context.Context) error {
	p.a.Continued = p.s.now().UTC()
	err := p.s.arrivals.advance(ctx, p.a.ID, exchangeOf(ctx).owner, p.a.Progress)
	if errors.Is(err, storage.ErrLeaseLost) {
		err = problem.Wrap(problem.Conflict, err, "Another request continues this upload.")
	}
	return err
}

// FinishUpload puts the file into the library when all of it is here.
func (p *piece) FinishUpload(ctx context.Context) error {
	if p.a.Media != "" {
		return nil
	}
	return p.ended(ctx, p.finish(ctx))
}

func (p *piece) finish(ctx context.Context) error {
	doc, existed, err := p.s.library.Find(ctx, p.sum)
	if err == nil && !existed {
		doc, existed, err = p.keep(ctx)
	}
	if err != nil {
		return err
	}
	parts := p.a.Parts
	if doc.URL == MediaPath+parts.Key {
		parts = objectstore.Unfinished{} // they are the file
	}
	p.a.Progress = Progress{Offset: p.a.Size, Tags: []string{}, Media: doc.ID}
	if err := p.advance(ctx); err != nil {
		return err
	}
	said := exchangeOf(ctx)
	said.media, said.fresh = doc.ID, !existed
	return p.s.discard(ctx, p.a.ID, parts)
}

// keep stores the file as one that arrived at once.
func (p *piece) keep(ctx context.Context) (doc library.Media, existed bool, err error) {
	if len(p.a.Tags) == 0 {
		return p.s.Add(ctx, form.File{Reader: bytes.NewReader(p.rest), Name: p.a.Name})
	}
	if err := p.join(ctx); err != nil {
		return doc, false, err
	}
	if strings.HasPrefix(p.a.Parts.Key, videoKeys) {
		video, err := p.s.checkVideo(ctx, "file", p.a.Parts.Key, p.a.Size)
		if err != nil {
			return doc, false, named(p.a.Name, err)
		}
		video.Name, video.Sent = p.a.Name, p.sum
		return p.s.keep(ctx, video)
	}
	body, _, err := p.s.objects.Get(ctx, p.a.Parts.Key)
	if err != nil {
		return doc, false, err
	}
	defer body.Close()
	return p.s.Add(ctx, form.File{Reader: body, Name: p.a.Name})
}

// join makes an object of the parts. An earlier request may have done it.
func (p *piece) join(ctx context.Context) error {
	err := p.putPart(ctx, p.rest)
	if err == nil {
		err = p.s.objects.Join(ctx, p.a.Parts, p.a.Tags)
	}
	if errors.Is(err, objectstore.ErrMissing) {
		if stored, failed := p.s.objects.Stat(ctx, p.a.Parts.Key); failed == nil && stored.Size == p.a.Size {
			return nil
		}
	}
	return err
}

// ended removes an upload that can have no good end: that of a file which is refused, or of which the store has lost
// parts.
func (p *piece) ended(ctx context.Context, err error) error {
	lost := errors.Is(err, objectstore.ErrMissing)
	if lost {
		err = problem.Wrap(problem.NotFound, err, "There is no such upload any more. Please begin again.")
	}
	refused := problem.Is(err, problem.Unsupported) || problem.Is(err, problem.Invalid) ||
		problem.Is(err, problem.TooLarge)
	if lost || refused {
		err = errors.Join(err, p.Terminate(ctx))
	}
	return failed(ctx, err)
}

// Terminate removes the upload and what is stored of it.
func (p *piece) Terminate(ctx context.Context) error {
	_, err := p.s.arrivals.remove(ctx, p.a.ID)
	if err == nil {
		err = p.s.discard(ctx, p.a.ID, p.a.Parts)
	}
	return failed(ctx, err)
}

// discard removes what is stored of an arrival only until its end.
func (s *Service) discard(ctx context.Context, id string, parts objectstore.Unfinished) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer cancel()
	if parts.ID != "" {
		if err := errors.Join(s.objects.Abandon(ctx, parts), s.objects.Delete(ctx, parts.Key)); err != nil {
			return err
		}
	}
	return s.objects.List(ctx, arrivalKeys+id+"/", func(object objectstore.Info) error {
		return s.objects.Delete(ctx, object.Key)
	})
}

// NewLock returns a lock of an upload for one request; see tus.Locker.
func (p pieces) NewLock(id string) (tus.Lock, error) {
	return &requestLock{arrivals: p.arrivals, id: id, owner: rand.Text()}, nil
}

// requestLock lets one request at a time work on an arrival, in whatever process.
type requestLock struct {
	arrivals  arrivals
	id, owner string
	stop      context.CancelFunc
	renewing  sync.WaitGroup
}

// Lock waits until the lock is free. Another request that has it is asked to end: its line may be dead. leave is called
// when this request should end.
func (l *requestLock) Lock(ctx context.Context, leave func()) error {
	for {
		taken, err := l.arrivals.take(ctx, l.id, l.owner)
		if err == nil && !taken && storage.Wait(ctx, askEvery, nil) != nil {
			err = problem.New(problem.Conflict, "Another request is busy with this upload. Please try again shortly.")
		}
		if err != nil {
			return failed(ctx, err)
		}
		if taken {
			break
		}
	}
	exchangeOf(ctx).owner = l.owner
	renewing, stop := context.WithCancel(context.WithoutCancel(ctx))
	l.stop = stop
	l.renewing.Go(func() {
		for storage.Wait(renewing, renewEvery, nil) == nil {
			err := l.arrivals.renew(renewing, l.id, l.owner)
			if errors.Is(err, errWanted) || errors.Is(err, storage.ErrLeaseLost) {
				leave()
			}
		}
	})
	return nil
}

// Unlock gives the lock back. When that fails it expires.
func (l *requestLock) Unlock() error {
	l.stop()
	l.renewing.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), removeTime)
	defer cancel()
	return l.arrivals.release(ctx, l.id, l.owner)
}

// sweepArrivals removes what nobody continued for arrivalTime, and what is stored of arrivals that do not exist. With
// dry it only says what. It returns the keys, and the ids of the parts of all arrivals.
func (s *Service) sweepArrivals(ctx context.Context, dry bool) (gone []string, open map[string]bool, err error) {
	limit := s.now().Add(-arrivalTime)
	var left []objectstore.Info // listed first: what was begun since has an arrival
	err = s.objects.List(ctx, arrivalKeys, func(object objectstore.Info) error {
		if object.Modified.Before(limit) {
			left = append(left, object)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	all, err := s.arrivals.all(ctx)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]bool{}
	open = map[string]bool{}
	for _, a := range all {
		known[a.ID], open[a.Parts.ID] = true, true
		stale := a.Continued.Before(limit)
		if stale && !dry {
			if stale, err = s.arrivals.removeStale(ctx, a.ID, limit); err != nil {
				return gone, open, err
			}
		}
		if !stale {
			continue
		}
		gone = append(gone, arrivalKeys+a.ID)
		if !dry {
			if err := s.discard(ctx, a.ID, a.Parts); err != nil {
				return gone, open, err
			}
		}
	}
	for _, object := range left {
		id, _, _ := strings.Cut(strings.TrimPrefix(object.Key, arrivalKeys), "/")
		if known[id] {
			continue
		}
		gone = append(gone, object.Key)
		if !dry {
			if err := s.objects.Delete(ctx, object.Key); err != nil {
				return gone, open, err
			}
		}
	}
	return gone, open, nil
}
