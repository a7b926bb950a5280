package upload

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"

	"github.com/gabriel-vasile/mimetype"
	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"

	"academy/cms-api/internal/media/icc"
	"academy/cms-api/internal/platform/problem"
)

// picture is an image that can be stored: decodable, within the limits, upright and
// without metadata. Its colours are those of sRGB; animations keep their profile.
type picture struct {
	Data          []byte
	Type          string // the media type
	Extension     string
	Width, Height int
	// Pixels is nil for pictures that get no smaller copies: icons, and animations, of
	// which a copy would not move.
	Pixels image.Image
}

// maxPassPixels bounds the work of progressive JPEGs. A scan in which nothing changes
// takes a few bytes, and decoding it goes through all pixels; cameras and programs
// write a dozen scans.
const maxPassPixels = 4_000_000_000

const jpegQuality, webpQuality = 90, 90

// format is how one kind of picture is read and written.
type format struct {
	mediaType, extension string
	config               func(io.Reader) (image.Config, error)
	decode               func(io.Reader) (image.Image, error)
	strip                func([]byte) (stripped, error) // nil: always encoded again
	encode               func(io.Writer, image.Image) error
}

// formatOf returns the format of a picture, from its bytes.
func formatOf(data []byte) (format, bool) {
	switch detected := mimetype.Detect(data); {
	case detected.Is("image/jpeg"):
		return format{"image/jpeg", ".jpg", jpeg.DecodeConfig, jpeg.Decode, stripJPEG, encodeJPEG}, true
	case detected.Is("image/png"), detected.Is("image/vnd.mozilla.apng"):
		return format{"image/png", ".png", png.DecodeConfig, png.Decode, stripPNG, png.Encode}, true
	case detected.Is("image/gif"):
		return format{"image/gif", ".gif", gif.DecodeConfig, gif.Decode, stripGIF, nil}, true
	case detected.Is("image/webp"):
		return format{"image/webp", ".webp", webp.DecodeConfig, decodeWebP, stripWebP, encodeWebP(webpQuality)}, true
	case detected.Is("image/bmp"):
		return format{"image/png", ".png", bmp.DecodeConfig, bmp.Decode, nil, png.Encode}, true
	}
	return format{}, false
}

func encodeJPEG(w io.Writer, img image.Image) error {
	return jpeg.Encode(w, img, &jpeg.Options{Quality: jpegQuality})
}

// prepare checks the bytes of an image and returns what can be stored of it. It takes
// the format from the bytes, not from a name. It returns an Unsupported problem for
// anything that is not a PNG, JPEG, GIF, WebP, BMP or icon, an Invalid problem for a
// broken image and a TooLarge problem beyond maxPixels.
func prepare(data []byte, maxPixels int64) (picture, error) {
	kind, ok := formatOf(data)
	if !ok {
		if mimetype.Detect(data).Is("image/x-icon") {
			return prepareIcon(data)
		}
		return picture{}, unsupportedPicture(data)
	}
	head, err := kind.config(bytes.NewReader(data))
	if err != nil {
		return picture{}, broken(err)
	}
	if err := withinLimits(head.Width, head.Height, maxPixels); err != nil {
		return picture{}, err
	}
	clean := stripped{turned: upright}
	if kind.strip != nil {
		if clean, err = kind.strip(data); err != nil {
			return picture{}, broken(err)
		}
	}
	if int64(clean.passes)*int64(head.Width)*int64(head.Height) > maxPassPixels {
		return picture{}, tooMuch(fmt.Errorf("%d passes over %d by %d pixels", clean.passes, head.Width, head.Height))
	}
	if need := pixelBytes(head, data, clean.turned); need > maxPixelBytes {
		return picture{}, tooMuch(fmt.Errorf("%d by %d pixels would take %d bytes", head.Width, head.Height, need))
	}
	ready := picture{
		Data: clean.data, Type: kind.mediaType, Extension: kind.extension, Width: head.Width, Height: head.Height,
	}
	if clean.moving && kind.extension == ".webp" {
		return ready, nil // animations are not decoded; a browser shows nothing of a broken one
	}
	if clean.inks {
		data = withAdobe(data, clean.transform)
	}
	img, err := kind.decode(bytes.NewReader(data))
	if err != nil {
		return picture{}, broken(err)
	}
	if clean.moving {
		return ready, nil
	}
	profile, err := icc.Read(clean.profile)
	if err != nil {
		return picture{}, errColours(err)
	}
	runtime.GC() // at once: decoders leave as much garbage as the pixels take
	// Before anything is made of it: nothing else knows the profile.
	img, converted := inSRGB(img, profile)
	img = rotated(img, clean.turned)
	runtime.GC()
	if kind.strip == nil || clean.turned != upright || converted {
		var out bytes.Buffer
		if err := kind.encode(&out, img); err != nil {
			return picture{}, fmt.Errorf("write a picture anew: %w", err)
		}
		ready.Data = out.Bytes()
	}
	size := img.Bounds().Size()
	ready.Pixels, ready.Width, ready.Height = img, size.X, size.Y
	return ready, nil
}

// maxPixelBytes is enough for 40 million pixels of four bytes.
const maxPixelBytes = 160_000_000

// pixelBytes returns how much memory the pixels of a picture take while it is decoded
// and rotated.
func pixelBytes(head image.Config, data []byte, exif orientation) int64 {
	pixels, each := int64(head.Width)*int64(head.Height), int64(4)
	switch head.ColorModel {
	case color.NRGBA64Model, color.RGBA64Model:
		each = 8
	case color.GrayModel, color.YCbCrModel:
		each = 3 // no JPEG takes more
	}
	need := pixels * each
	const interlacing = 28 // offset in a PNG; an interlaced one is decoded into smaller pictures first
	if bytes.HasPrefix(data, []byte("\x89PNG")) && len(data) > interlacing && data[interlacing] != 0 {
		need += need / 2
	}
	if exif != upright && head.ColorModel != color.YCbCrModel {
		need += 4 * pixels
	}
	return need
}

// broken returns the problem of a picture that cannot be read: because it is damaged, or of a
// kind that no decoder here knows.
func broken(err error) error {
	var jpegKind jpeg.UnsupportedError
	var pngKind png.UnsupportedError
	if errors.As(err, &jpegKind) || errors.As(err, &pngKind) {
		return problem.Wrap(problem.Unsupported, err, "This picture is of a kind that cannot be read here ("+
			cmp.Or(string(jpegKind), string(pngKind))+"). Save it as an ordinary JPEG or PNG and choose that.")
	}
	return problem.Wrap(problem.Invalid, err, "The picture is damaged and could not be read.")
}

func withinLimits(width, height int, maxPixels int64) error {
	if width <= 0 || height <= 0 {
		return broken(errors.New("the picture has no size"))
	}
	if int64(width)*int64(height) > maxPixels {
		return problem.New(problem.TooLarge, fmt.Sprintf(
			"The picture is %d by %d pixels; at most %d million pixels are accepted.", width, height, maxPixels/1_000_000))
	}
	return nil
}

// prepareIcon checks an icon's directory; browsers show its largest picture.
func prepareIcon(data []byte) (picture, error) {
	const head, entry = 6, 16
	if len(data) < head+entry {
		return picture{}, broken(errors.New("the icon is cut off"))
	}
	count := int(data[4]) | int(data[5])<<8
	if count == 0 || len(data) < head+count*entry {
		return picture{}, broken(errors.New("the icon's directory is cut off"))
	}
	best := picture{Data: data, Type: "image/x-icon", Extension: ".ico"}
	for i := range count {
		at := data[head+i*entry:]
		width, height := int(at[0]), int(at[1])
		if width == 0 {
			width = 256
		}
		if height == 0 {
			height = 256
		}
		if width > best.Width {
			best.Width, best.Height = width, height
		}
	}
	return best, nil
}
