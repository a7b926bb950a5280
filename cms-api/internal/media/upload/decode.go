package upload

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"academy/cms-api/internal/platform/problem"
)

// A picture is decoded in a process of its own: a file does not tell what decoding it
// costs, and a goroutine's time and memory cannot be bounded. The kernel bounds those
// of a process (see limitMyself).
const (
	decodersAtOnce  = 2
	decodersWaiting = 16 // requests that wait for a decoder; each has its file in memory
	decodeWait      = 20 * time.Second
	// decodeTime bounds a process that hangs, or that gets no processor time. What a
	// decoder may compute is bounded by decodeCPU.
	decodeTime = 40 * time.Second
)

// decoders starts the processes that decode pictures.
type decoders struct {
	running, waiting chan struct{}
}

func newDecoders() decoders {
	return decoders{make(chan struct{}, decodersAtOnce), make(chan struct{}, decodersWaiting)}
}

// acquire waits until a decoder may be started. It returns an Unavailable problem when
// too many requests wait already or it took too long; otherwise the caller calls done
// when the decoder has ended.
func (d decoders) acquire(ctx context.Context) (done func(), err error) {
	done = func() { <-d.running }
	select {
	case d.running <- struct{}{}:
		return done, nil
	default:
	}
	select {
	case d.waiting <- struct{}{}:
		defer func() { <-d.waiting }()
	default:
		return nil, errBusy()
	}
	select {
	case d.running <- struct{}{}:
		return done, nil
	case <-time.After(decodeWait):
		return nil, errBusy()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to decode a picture: %w", ctx.Err())
	}
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
	widths := strings.Trim(strings.ReplaceAll(fmt.Sprint(limits.ImageWidths), " ", ","), "[]")
	timed, cancel := context.WithTimeout(ctx, decodeTime)
	defer cancel()
	cmd := exec.CommandContext(timed, program, decodeArgument,
		strconv.Itoa(len(data)), strconv.FormatInt(limits.ImagePixels, 10), widths)
	// The environment is not passed on, because it has the
	// secrets. With one processor
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

// answer is what a decoder prints first, as a line of JSON. The picture's data
// follows, then that of each variant.
type answer struct {
	Refused  problem.Kind `json:"refused,omitempty"` // why there is no picture; Detail is the sentence for people
	Detail   string       `json:"detail,omitempty"`
	Failure  string       `json:"failure,omitempty"` // for the log
	Picture  picture      `json:"picture"`
	Variants []variant    `json:"variants"`
	Sizes    []int        `json:"sizes"` // of the pieces of data that follow
}

// readAnswer reads what a decoder prints.
func readAnswer(from io.Reader) (picture, []variant, error) {
	lines := bufio.NewReader(from)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return picture{}, nil, fmt.Errorf("read a decoder's answer: %w", err)
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		return picture{}, nil, fmt.Errorf("read a decoder's answer: %w", err)
	}
	var cause error
	if a.Failure != "" {
		cause = errors.New(a.Failure)
	}
	if a.Refused != "" {
		return picture{}, nil, &problem.Error{Kind: a.Refused, Detail: a.Detail, Cause: cause}
	}
	if cause != nil {
		return picture{}, nil, cause
	}
	pieces := make([][]byte, len(a.Sizes))
	for i, size := range a.Sizes {
		pieces[i] = make([]byte, size)
		if _, err := io.ReadFull(lines, pieces[i]); err != nil {
			return picture{}, nil, fmt.Errorf("read a decoder's answer: %w", err)
		}
	}
	a.Picture.Data = pieces[0]
	for i := range a.Variants {
		a.Variants[i].data = pieces[i+1]
	}
	return a.Picture, a.Variants, nil
}
