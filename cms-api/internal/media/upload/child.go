package upload

import (
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"academy/cms-api/internal/platform/problem"
)

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
