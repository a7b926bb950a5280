package upload

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/gabriel-vasile/mimetype"
	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"

	"academy/cms-api/internal/problem"
)

// picture is an image that is fit to be stored: decodable, within the limits,
// upright and without metadata.
type picture struct {
	Data          []byte
	Type          string // the media type
	Extension     string
	Width, Height int
}

const jpegQuality = 90

// prepare checks the bytes of an image and makes them fit to be stored. What
// kind of image it is, the bytes say, not a name. It returns an Unsupported
// problem for anything that is not a PNG, JPEG, GIF, WebP, BMP or icon, an
// Invalid one for a broken image and a TooLarge one beyond maxPixels.
func prepare(data []byte, maxPixels int64) (picture, error) {
	detected := mimetype.Detect(data)
	switch {
	case detected.Is("image/jpeg"):
		return prepareJPEG(data, maxPixels)
	case detected.Is("image/png"):
		return passThrough(data, maxPixels, "image/png", ".png", png.DecodeConfig, png.Decode, stripPNG)
	case detected.Is("image/gif"):
		return passThrough(data, maxPixels, "image/gif", ".gif", gif.DecodeConfig, gif.Decode, nil)
	case detected.Is("image/webp"):
		return passThrough(data, maxPixels, "image/webp", ".webp", webp.DecodeConfig, webp.Decode, stripWebP)
	case detected.Is("image/bmp"):
		return prepareBMP(data, maxPixels)
	case detected.Is("image/x-icon"):
		return prepareIcon(data)
	}
	return picture{}, problem.New(problem.Unsupported, "Choose a picture: PNG, JPEG, GIF, WebP, BMP or ICO.")
}

type (
	readConfig func(io.Reader) (image.Config, error)
	readImage  func(io.Reader) (image.Image, error)
)

func broken(err error) error {
	return problem.Wrap(problem.Invalid, err, "The picture is damaged and could not be read.")
}

func withinLimits(width, height int, maxPixels int64) error {
	if width <= 0 || height <= 0 {
		return broken(errors.New("the picture has no size"))
	}
	if int64(width)*int64(height) > maxPixels {
		return problem.New(problem.TooLarge, fmt.Sprintf("The picture is %d by %d pixels; at most %d million pixels are accepted.", width, height, maxPixels/1_000_000))
	}
	return nil
}

// decode reads an image after its header has shown that it is within limits.
func decode(data []byte, maxPixels int64, config readConfig, whole readImage) (image.Image, error) {
	head, err := config(bytes.NewReader(data))
	if err != nil {
		return nil, broken(err)
	}
	if err := withinLimits(head.Width, head.Height, maxPixels); err != nil {
		return nil, err
	}
	img, err := whole(bytes.NewReader(data))
	if err != nil {
		return nil, broken(err)
	}
	return img, nil
}

func prepareJPEG(data []byte, maxPixels int64) (picture, error) {
	img, err := decode(data, maxPixels, jpeg.DecodeConfig, jpeg.Decode)
	if err != nil {
		return picture{}, err
	}
	clean, turn, err := stripJPEG(data)
	if err != nil {
		return picture{}, broken(err)
	}
	if turn != upright {
		img = turned(img, turn)
		var out bytes.Buffer
		if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: jpegQuality}); err != nil {
			return picture{}, fmt.Errorf("encode a turned picture: %w", err)
		}
		clean = out.Bytes()
	}
	size := img.Bounds().Size()
	return picture{Data: clean, Type: "image/jpeg", Extension: ".jpg", Width: size.X, Height: size.Y}, nil
}

func prepareBMP(data []byte, maxPixels int64) (picture, error) {
	img, err := decode(data, maxPixels, bmp.DecodeConfig, bmp.Decode)
	if err != nil {
		return picture{}, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return picture{}, fmt.Errorf("encode a bitmap: %w", err)
	}
	size := img.Bounds().Size()
	return picture{Data: out.Bytes(), Type: "image/png", Extension: ".png", Width: size.X, Height: size.Y}, nil
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

// passThrough keeps an image's own bytes, less its metadata.
func passThrough(data []byte, maxPixels int64, mediaType, extension string, config readConfig, whole readImage, strip func([]byte) ([]byte, error)) (picture, error) {
	img, err := decode(data, maxPixels, config, whole)
	if err != nil {
		return picture{}, err
	}
	if strip != nil {
		if data, err = strip(data); err != nil {
			return picture{}, broken(err)
		}
	}
	size := img.Bounds().Size()
	return picture{Data: data, Type: mediaType, Extension: extension, Width: size.X, Height: size.Y}, nil
}
