package upload

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"time"

	"golang.org/x/sync/semaphore"

	"academy/cms-api/internal/platform/problem"
)

// A picture is decoded in a process of its own: a file does not tell what decoding it
// costs, and a goroutine's time and memory cannot be bounded. The kernel bounds those
// of a process (see limitMyself).
const (
	decodersAtOnce  = 2
	decodersWaiting = 16 // requests that wait for a decoder; each has its file in memory
	decodeWait      = 20 * time.Second
	// decodeShare bounds a process that hangs, or that gets no processor time: it ends when
	// it has got less than one share in so many. decodeCPU bounds the
	// processor time.
	decodeShare = 4
)

// decoders starts the processes that decode pictures.
type decoders struct {
	running, waiting *semaphore.Weighted
}

func newDecoders() decoders {
	return decoders{semaphore.NewWeighted(decodersAtOnce), semaphore.NewWeighted(decodersWaiting)}
}

// acquire waits until a decoder may be started. It returns an Unavailable problem when
// too many requests wait already or it took too long; otherwise the caller calls done
// when the decoder has ended.
func (d decoders) acquire(ctx context.Context) (done func(), err error) {
	done = func() { d.running.Release(1) }
	if d.running.TryAcquire(1) {
		return done, nil
	}
	if !d.waiting.TryAcquire(1) {
		return nil, errBusy()
	}
	defer d.waiting.Release(1)
	timed, cancel := context.WithTimeout(ctx, decodeWait)
	defer cancel()
	err = d.running.Acquire(timed, 1)
	switch {
	case err == nil:
		return done, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("wait to decode a picture: %w", ctx.Err())
	}
	return nil, errBusy()
}

func errBusy() error {
	return &problem.Error{
		Kind:       problem.Unavailable,
		Detail:     "Too many pictures are being uploaded at the moment. Please try again in a few seconds.",
		RetryAfter: 5 * time.Second,
	}
}

// run makes everything that is stored of a picture, without its pixels. Beside the
// problems of prepare it returns a TooLarge problem for a picture that takes more time
// or memory than a decoder has.
func (d decoders) run(ctx context.Context, data []byte, limits Limits) (picture, []variant, error) {
	done, err := d.acquire(ctx)
	if err != nil {
		return picture{}, nil, err
	}
	defer done()
	ready, variants, _, err := decode(ctx, data, limits)
	return ready, variants, err
}

// decode is like run, but does not wait. It also returns the state of the ended
// process, if it could be started.
func decode(ctx context.Context, data []byte, limits Limits) (picture, []variant, *os.ProcessState, error) {
	program, err := os.Executable()
	if err != nil {
		return picture{}, nil, nil, fmt.Errorf("decode a picture: %w", err)
	}
	ordered, err := json.Marshal(order{len(data), limits})
	if err != nil {
		return picture{}, nil, nil, fmt.Errorf("decode a picture: %w", err)
	}
	timed, cancel := context.WithTimeout(ctx, time.Duration(decodeShare*limits.decodeSeconds())*time.Second)
	defer cancel()
	cmd := exec.CommandContext(timed, program, decodeArgument, string(ordered))
	// The environment is not passed on, because it has the secrets. With one processor
	// garbage is collected between steps of the decoding, and not by a thread that a
	// busy machine runs much later.
	cmd.Env = []string{"GOTRACEBACK=none", "GOMAXPROCS=1"}
	cmd.Stdin = bytes.NewReader(data)
	var said bytes.Buffer
	cmd.Stderr = &said
	output, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return picture{}, nil, nil, fmt.Errorf("decode a picture: %w", err)
	}
	ready, variants, failed := readAnswer(output)
	ended := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		failed = fmt.Errorf("decode a picture: %w", ctx.Err())
	case ended != nil:
		failed = fmt.Errorf("the decoder ended: %w: %.60s", ended, said.Bytes())
		if cmd.ProcessState.ExitCode() != exitFailed {
			failed = tooMuch(failed)
		}
	}
	return ready, variants, cmd.ProcessState, failed
}

// tooMuch returns the problem of a picture that takes too much time or memory to read.
func tooMuch(cause error) error {
	return problem.Wrap(problem.TooLarge, cause, "This picture takes too much time or memory to read. "+
		"Save it with fewer pixels, or as an ordinary JPEG (not progressive), and choose that.")
}

// order says what a decoder reads: how many bytes of a picture, and its limits.
type order struct {
	Size   int
	Limits Limits
}

// answer is what a decoder writes, encoded by gob.
type answer struct {
	Refused  problem.Kind // why there is no picture; Detail is the sentence for people
	Detail   string
	Failure  string // for the log
	Picture  picture
	Variants []variant
}

// readAnswer reads what a decoder writes.
func readAnswer(from io.Reader) (picture, []variant, error) {
	var a answer
	if err := gob.NewDecoder(from).Decode(&a); err != nil {
		return picture{}, nil, fmt.Errorf("read a decoder's answer: %w", err)
	}
	var cause error
	if a.Failure != "" {
		cause = errors.New(a.Failure)
	}
	if a.Refused != "" {
		return picture{}, nil, &problem.Error{Kind: a.Refused, Detail: a.Detail, Cause: cause}
	}
	return a.Picture, a.Variants, cause
}

// decodeArgument is the first argument of a process that decodes a picture.
const decodeArgument = "decode-picture"

const (
	// decodeMemory is the address space that a decoder may add to what it has when it
	// starts. Go reserves address space in steps of 64 MB. Three are for pixels (see
	// maxPixelBytes) and one is for the WebP encoder, whose memory grows by copying:
	// until garbage is collected a photo of 24 megapixels takes 180 MB with gaps. Half
	// a step is for the runtime itself, which mapped more than 16 MB on a busy machine.
	// Above softMemory garbage is collected at once.
	decodeMemory = 288 << 20
	softMemory   = 160 << 20
	decodeCPU    = 10 // seconds; a picture that is accepted needs a few on an idle machine
)

// DecodeIfAsked decodes a picture and ends the process if it was started to do that.
// Every program that stores pictures calls it first, because a Service starts its own
// program again for that.
func DecodeIfAsked() {
	if len(os.Args) != 3 || os.Args[1] != decodeArgument {
		return
	}
	if err := decodeOne(os.Stdin, os.Stdout, os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
	os.Exit(0)
}

// exitFailed is the exit code of a decoder that could not start or could not write its
// answer. A picture that exceeds a limit ends it by a signal, or with the exit code of
// a fatal error.
const exitFailed = 1

// decodeOne reads a picture and writes the answer.
func decodeOne(in io.Reader, out io.Writer, ordered string) error {
	var o order
	if err := json.Unmarshal([]byte(ordered), &o); err != nil {
		return err
	}
	if err := limitMyself(o.Limits.decodeSeconds()); err != nil {
		return fmt.Errorf("limit a decoder: %w", err)
	}
	debug.SetMemoryLimit(softMemory)
	data := make([]byte, o.Size)
	if _, err := io.ReadFull(in, data); err != nil {
		return err
	}
	ready, variants, err := makeImage(data, o.Limits.ImagePixels, o.Limits.ImageWidths)
	return writeAnswer(out, ready, variants, err)
}

// makeImage makes everything that is stored of a picture. A panic of a decoder means
// that the picture is damaged.
func makeImage(data []byte, maxPixels int64, widths []int) (ready picture, variants []variant, err error) {
	defer func() {
		if found := recover(); found != nil {
			err = broken(fmt.Errorf("panic: %v", found))
		}
	}()
	if ready, err = prepare(data, maxPixels); err == nil {
		variants, err = shrink(&ready, widths)
	}
	return ready, variants, err
}

func writeAnswer(out io.Writer, ready picture, variants []variant, failed error) error {
	a := answer{Picture: ready, Variants: variants}
	if failed != nil {
		a = answer{Failure: failed.Error()}
		var refused *problem.Error
		if errors.As(failed, &refused) {
			a.Refused, a.Detail, a.Failure = refused.Kind, refused.Detail, ""
			if refused.Cause != nil {
				a.Failure = refused.Cause.Error()
			}
		}
	}
	return gob.NewEncoder(out).Encode(a)
}
