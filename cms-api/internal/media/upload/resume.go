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

// UploadPrefix begins the keys of what is stored of unfinished uploads, each below its id. Nobody can read them.
const UploadPrefix = "uploads/"

const (
	// maxOpen is how many uploads an account may have begun and not finished.
	maxOpen = 200
	// uploadTime is after what time an upload that nobody continued is removed. A finished one is remembered as
	// long, for a sender who did not get the answer.
	uploadTime = 24 * time.Hour
)

// outcome is what came of a request of the protocol beside the answer of the protocol's handler. It belongs to the
// request's context.
type outcome struct {
	owner string // of the lock
	id    string // of an upload that was begun
	media string // the document, when all has arrived
	fresh bool   // the document was made, or its file replaced, by this request
	// replaced says what became of the documents that named a replaced file; nil where none was replaced.
	replaced *library.Replaced
	err      error  // why the request failed
	leave    func() // gives back the place of the part in memory
}

type outcomeKey struct{}

func outcomeOf(ctx context.Context) *outcome {
	if known, ok := ctx.Value(outcomeKey{}).(*outcome); ok {
		return known
	}
	return &outcome{leave: func() {}}
}

// mine returns an upload of the caller. It returns a NotFound problem for one that does not exist, and a Forbidden one
// for somebody else's.
func (s *Service) mine(ctx context.Context, id string) (upload, error) {
	found, known, err := s.uploads.get(ctx, id)
	switch {
	case err != nil:
		return upload{}, err
	case !known:
		return upload{}, problem.Missing("upload")
	case found.By != access.By(ctx):
		return upload{}, problem.New(problem.Forbidden, "Only who began this upload may continue or end it.")
	}
	return found, nil
}

// tusStore keeps uploads for the protocol's handler: see tus.DataStore.
type tusStore struct{ *Service }

// NewUpload begins an upload.
func (t tusStore) NewUpload(ctx context.Context, info tus.FileInfo) (tus.Upload, error) {
	begun := upload{
		ID: randomName(), By: access.By(ctx), Name: text.FileName(info.MetaData["filename"]),
		Type: text.Shorten(info.MetaData["filetype"], longestName), Size: info.Size, Replaces: info.MetaData["replaces"],
		Progress: Progress{Tags: []string{}, Continued: t.now().UTC()},
	}
	err := t.checkLength(begun)
	if _, sent := info.MetaData["replaces"]; sent && begun.Replaces == "" {
		err = problem.InvalidField("header.Upload-Metadata", "Name the file to replace by its id.")
	}
	if err == nil && begun.Replaces != "" {
		var replaced library.Media
		if err = access.Check(ctx, access.ContentPublish, ""); err == nil {
			replaced, err = t.library.Get(ctx, begun.Replaces)
		}
		begun.Kind = replaced.Kind
	}
	if err == nil {
		err = t.begin(ctx, begun)
	}
	outcomeOf(ctx).id = begun.ID
	return &tusUpload{s: t.Service, upload: begun}, failed(ctx, err)
}

// begin stores a new upload, unless its account has too many. It is counted when it is stored, so that no requests at a
// time get past the limit.
func (s *Service) begin(ctx context.Context, begun upload) error {
	if err := s.uploads.add(ctx, begun); err != nil {
		return err
	}
	open, err := s.uploads.open(ctx, begun.By)
	if err == nil && open > maxOpen {
		err = problem.New(problem.TooMany, fmt.Sprintf(
			"You have begun %d uploads that are not finished. Finish or cancel some, then try again.", maxOpen))
	}
	if err == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer cancel()
	_, failed := s.uploads.remove(ctx, begun.ID)
	return errors.Join(err, failed)
}

// checkLength refuses a file by what its sender says of it.
func (s *Service) checkLength(begun upload) error {
	if begun.Size == 0 {
		return problem.InvalidField("header.Upload-Length", "The file is empty. Choose another one.")
	}
	return named(begun.Name, s.checkSize(kindNamed(begun.Type), begun.Size))
}

// GetUpload returns an upload that was begun. One that replaced a file is gone when that has been replaced since: who
// sends it again wants it in its place.
func (t tusStore) GetUpload(ctx context.Context, id string) (tus.Upload, error) {
	begun, err := t.mine(ctx, id)
	if err == nil && begun.Replaces != "" && begun.Media != "" {
		var doc library.Media
		if doc, err = t.library.Get(ctx, begun.Media); err == nil && doc.Sent != begun.Sent {
			err = problem.Missing("upload")
		}
	}
	return &tusUpload{s: t.Service, upload: begun}, failed(ctx, err)
}

// AsTerminatableUpload returns what ends an upload.
func (t tusStore) AsTerminatableUpload(upload tus.Upload) tus.TerminatableUpload {
	return upload.(*tusUpload)
}

// failed records why a request failed: the handler keeps only the words.
func failed(ctx context.Context, err error) error {
	if err != nil {
		outcomeOf(ctx).err = err
	}
	return err
}

// tusUpload is an upload in one request of the protocol.
type tusUpload struct {
	s *Service
	upload
	rest []byte // the last part, which is not stored until the file was found good
	sum  string // the SHA-256 of the whole, once it is here
}

// GetInfo returns how far the upload has come. The last part does not count before the file is in the library: who
// sends it again learns what became of the file.
func (u *tusUpload) GetInfo(ctx context.Context) (tus.FileInfo, error) {
	outcomeOf(ctx).media = u.Media
	return tus.FileInfo{
		ID: u.ID, Size: u.Size, Offset: u.Offset,
		MetaData: tus.MetaData{"filename": u.Name, "filetype": u.Type},
	}, nil
}

// GetReader is not offered.
func (u *tusUpload) GetReader(context.Context) (io.ReadCloser, error) {
	return nil, tus.ErrNotImplemented
}

// WriteChunk stores what arrives, with one part of it in memory at a time. When src ends early, what has arrived
// stays.
func (u *tusUpload) WriteChunk(ctx context.Context, _ int64, src io.Reader) (int64, error) {
	leave, err := u.s.places.enter(ctx, u.By)
	if err != nil {
		return 0, failed(ctx, err)
	}
	outcomeOf(ctx).leave = leave // when the request has ended: the last part is needed until then
	written, err := u.write(ctx, src)
	return written, u.ended(ctx, err)
}

func (u *tusUpload) write(ctx context.Context, src io.Reader) (written int64, err error) {
	sum := sha256.New()
	if u.Hash != nil {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(u.Hash); err != nil {
			return 0, fmt.Errorf("go on with a checksum: %w", err)
		}
	}
	part, err := u.begun(ctx)
	for err == nil {
		had := len(part)
		n, _ := io.ReadFull(src, part[had:cap(part)]) // the handler knows why src ended
		part = part[:had+n]
		sum.Write(part[had:])
		written, u.Offset = written+int64(n), u.Offset+int64(n)
		if u.Offset == u.Size {
			u.rest, u.sum = part, hex.EncodeToString(sum.Sum(nil))
			return written, nil
		}
		if n == 0 {
			return written, nil
		}
		whole := len(part) == cap(part)
		if err = u.store(ctx, part, whole, sum); !whole {
			return written, err
		}
		part = make([]byte, 0, u.next())
	}
	return written, err
}

// next returns how many bytes the part after the stored ones has.
func (u *tusUpload) next() int64 {
	return min(objectstore.PartSize, u.Size-int64(len(u.Tags))*objectstore.PartSize)
}

// begun returns what is stored after the last part, with room for the rest of a part.
func (u *tusUpload) begun(ctx context.Context) ([]byte, error) {
	part := make([]byte, u.Offset-int64(len(u.Tags))*objectstore.PartSize, u.next())
	if u.Tail == "" {
		return part, nil
	}
	body, _, err := u.s.objects.Get(ctx, u.Tail)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	if _, err := io.ReadFull(body, part); err != nil {
		return nil, problem.StoreDown(fmt.Errorf("read %s: %w", u.Tail, err), "media storage")
	}
	return part, nil
}

// store stores a part, whole or the beginning of one, and notes how far the upload has come.
func (u *tusUpload) store(ctx context.Context, part []byte, whole bool, sum hash.Hash) error {
	old := u.Tail
	u.Tail = ""
	var err error
	if whole {
		err = u.putPart(ctx, part)
	} else {
		u.Tail = UploadPrefix + u.ID + "/" + randomName()
		_, err = u.s.objects.Put(ctx, u.Tail, "", bytes.NewReader(part), int64(len(part)))
	}
	if err == nil {
		u.Hash, err = sum.(encoding.BinaryMarshaler).MarshalBinary()
	}
	if err == nil {
		err = u.advance(ctx)
	}
	if err != nil || old == "" {
		return err
	}
	return u.s.objects.Delete(ctx, old)
}

// putPart stores a part. The first one says what the file is: a video is stored where it stays.
func (u *tusUpload) putPart(ctx context.Context, part []byte) error {
	if u.Parts.ID == "" {
		kind, err := kindOf(part)
		if err == nil && u.Kind != "" && u.Kind != kind {
			err = problem.New(problem.Unsupported, "The file to be replaced is of another kind. Choose one of the same kind.")
		}
		if err == nil {
			err = u.s.checkSize(kind, u.Size)
		}
		if err != nil {
			return named(u.Name, err)
		}
		key, mediaType := UploadPrefix+u.ID+"/"+randomName(), ""
		if video, is := videofile.Detect(part); is {
			key, mediaType = videoKeys+randomName()+video.Extension, video.MediaType
		}
		if u.Parts, err = u.s.objects.Begin(ctx, key, mediaType); err != nil {
			return err
		}
	}
	tag, err := u.s.objects.PutPart(ctx, u.Parts, len(u.Tags)+1, part)
	u.Tags = append(u.Tags, tag)
	return err
}

// advance notes how far the upload has come.
func (u *tusUpload) advance(ctx context.Context) error {
	u.Continued = u.s.now().UTC()
	err := u.s.uploads.advance(ctx, u.ID, outcomeOf(ctx).owner, u.Progress)
	if errors.Is(err, storage.ErrLeaseLost) {
		err = problem.Wrap(problem.Conflict, err, "Another request continues this upload.")
	}
	return err
}

// FinishUpload puts the file into the library when all of it is here.
func (u *tusUpload) FinishUpload(ctx context.Context) error {
	if u.Media != "" {
		return nil
	}
	return u.ended(ctx, u.finish(ctx))
}

func (u *tusUpload) finish(ctx context.Context) error {
	doc, existed, err := u.document(ctx)
	if err != nil {
		return err
	}
	parts := u.Parts
	if doc.URL == library.MediaPath+parts.Key {
		parts = objectstore.Unfinished{} // they are the file
	}
	u.Progress = Progress{Offset: u.Size, Tags: []string{}, Media: doc.ID, Sent: u.sum}
	if err := u.advance(ctx); err != nil {
		return err
	}
	said := outcomeOf(ctx)
	said.media, said.fresh = doc.ID, !existed
	err = u.s.discard(ctx, u.ID, parts)
	if err == nil && u.Replaces != "" { // whoever does not get the answer learns from GetInfo that it is done
		u.rest = nil
		said.leave() // others may have the place while documents are changed
		var replaced library.Replaced
		replaced, err = u.s.library.RenameAll(ctx, doc)
		said.replaced = &replaced
	}
	return final(err)
}

// document stores the file and puts it into the library, or in the place of the one that it replaces.
func (u *tusUpload) document(ctx context.Context) (doc library.Media, existed bool, err error) {
	if u.Replaces == "" {
		doc, existed, err = u.s.library.Find(ctx, u.sum)
		lost := false
		if err == nil && existed {
			lost, err = u.s.lost(ctx, doc)
		}
		if err != nil || existed && !lost {
			return doc, existed, err
		}
	}
	file, err := u.file(ctx)
	if err != nil {
		return doc, false, err
	}
	if u.Replaces == "" {
		return u.s.keep(ctx, file)
	}
	doc, err = u.s.library.Put(ctx, u.Replaces, file)
	return doc, false, final(err)
}

// final returns an Invalid problem for a Conflict of the library, so that no sender tries it again.
func final(err error) error {
	var refused *problem.Error
	if errors.As(err, &refused) && refused.Kind == problem.Conflict {
		return problem.Wrap(problem.Invalid, err, refused.Detail)
	}
	return err
}

// file stores the file as one that arrived at once.
func (u *tusUpload) file(ctx context.Context) (library.File, error) {
	if len(u.Tags) == 0 {
		return u.s.Store(ctx, u.Kind, form.File{Reader: bytes.NewReader(u.rest), Name: u.Name})
	}
	if err := u.join(ctx); err != nil {
		return library.File{}, err
	}
	if strings.HasPrefix(u.Parts.Key, videoKeys) {
		video, err := u.s.checkVideo(ctx, "file", u.Parts.Key, u.Size)
		video.Name, video.Sent = u.Name, u.sum
		return video, named(u.Name, err)
	}
	body, _, err := u.s.objects.Get(ctx, u.Parts.Key)
	if err != nil {
		return library.File{}, err
	}
	defer body.Close()
	return u.s.Store(ctx, u.Kind, form.File{Reader: body, Name: u.Name})
}

// join makes an object of the parts. An earlier request may have done it.
func (u *tusUpload) join(ctx context.Context) error {
	err := u.putPart(ctx, u.rest)
	if err == nil {
		err = u.s.objects.Join(ctx, u.Parts, u.Tags)
	}
	if errors.Is(err, objectstore.ErrMissing) {
		if stored, failed := u.s.objects.Stat(ctx, u.Parts.Key); failed == nil && stored.Size == u.Size {
			return nil
		}
	}
	return err
}

// ended removes an upload that can have no good end: that of a file which is refused, or of which the store has lost
// parts.
func (u *tusUpload) ended(ctx context.Context, err error) error {
	lost := errors.Is(err, objectstore.ErrMissing)
	if lost {
		err = problem.Wrap(problem.NotFound, err, "There is no such upload any more. Please begin again.")
	}
	refused := problem.Is(err, problem.Unsupported) || problem.Is(err, problem.Invalid) ||
		problem.Is(err, problem.TooLarge)
	if lost || refused {
		err = errors.Join(err, u.Terminate(ctx))
	}
	return failed(ctx, err)
}

// Terminate removes the upload and what is stored of it.
func (u *tusUpload) Terminate(ctx context.Context) error {
	_, err := u.s.uploads.remove(ctx, u.ID)
	if err == nil {
		err = u.s.discard(ctx, u.ID, u.Parts)
	}
	return failed(ctx, err)
}

// discard removes what is stored of an upload only until its end. The object of its parts stays when the library has
// it: a process that died may have put it there without saying so in the upload.
func (s *Service) discard(ctx context.Context, id string, parts objectstore.Unfinished) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer cancel()
	if parts.ID != "" {
		err := s.objects.Abandon(ctx, parts)
		kept := false
		if err == nil && strings.HasPrefix(parts.Key, videoKeys) {
			kept, err = s.library.Has(ctx, library.MediaPath+parts.Key)
		}
		if err == nil && !kept {
			err = s.objects.Delete(ctx, parts.Key)
		}
		if err != nil {
			return err
		}
	}
	return s.objects.List(ctx, UploadPrefix+id+"/", func(object objectstore.Info) error {
		return s.objects.Delete(ctx, object.Key)
	})
}

// NewLock returns a lock of an upload for one request; see tus.Locker.
func (t tusStore) NewLock(id string) (tus.Lock, error) {
	return &requestLock{uploads: t.uploads, id: id, owner: rand.Text()}, nil
}

// sweepUploads removes what nobody continued for uploadTime, and what is stored of uploads that do not exist. With
// dry it only says what. It returns the keys, and the ids of the parts of all uploads.
func (s *Service) sweepUploads(ctx context.Context, dry bool) (gone []string, open map[string]bool, err error) {
	limit := s.now().Add(-uploadTime)
	var left []objectstore.Info // listed first: what was begun since is an upload
	err = s.objects.List(ctx, UploadPrefix, func(object objectstore.Info) error {
		if object.Modified.Before(limit) {
			left = append(left, object)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	all, err := s.uploads.all(ctx)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]bool{}
	open = map[string]bool{}
	for _, a := range all {
		known[a.ID], open[a.Parts.ID] = true, true
		stale := a.Continued.Before(limit)
		if stale && !dry {
			if stale, err = s.uploads.removeStale(ctx, a.ID, limit); err != nil {
				return gone, open, err
			}
		}
		if !stale {
			continue
		}
		gone = append(gone, UploadPrefix+a.ID)
		if !dry {
			if err := s.discard(ctx, a.ID, a.Parts); err != nil {
				return gone, open, err
			}
		}
	}
	for _, object := range left {
		id, _, _ := strings.Cut(strings.TrimPrefix(object.Key, UploadPrefix), "/")
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
