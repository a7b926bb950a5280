package upload

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"io"
	"strings"

	"github.com/gen2brain/webp"
)

// A picture's name says everything that a page needs to show it, so that a
// srcset can be written from the address alone, in stored HTML too:
//
//	/media/images/<hash>_<width>x<height>[_<w>…].<extension>
//
// Each _<w> is the width of a smaller WebP beside it, named
//
//	/media/images/<hash>_<width>x<height>[_<w>…].<w>.webp
//
// The hash is of the content: the same picture is stored once.

const imageKeys = "images/"

// variantQuality is good enough for photographs at half the size of a JPEG.
const variantQuality = 80

// variant is a smaller copy of a picture.
type variant struct {
	width int
	data  []byte
}

// shrink makes the variants of a picture that are worth having: those narrower
// than it and smaller than its file.
func shrink(p picture, widths []int) ([]variant, error) {
	var made []variant
	for _, width := range widths {
		if p.Pixels == nil || width >= p.Width {
			continue
		}
		var out bytes.Buffer
		if err := encodeWebP(variantQuality)(&out, shrunk(p.Pixels, width)); err != nil {
			return nil, fmt.Errorf("make a picture %d wide: %w", width, err)
		}
		if out.Len() < len(p.Data) {
			made = append(made, variant{width, out.Bytes()})
		}
	}
	return made, nil
}

// encodeWebP returns what writes pictures as WebP of a quality.
func encodeWebP(quality int) func(io.Writer, image.Image) error {
	return func(w io.Writer, img image.Image) error {
		return webp.Encode(w, img, webp.Options{Quality: quality, Method: webp.DefaultMethod})
	}
}

// stem is the part of a picture's key that its variants share.
func stem(p picture, variants []variant) string {
	sum := sha256.Sum256(p.Data)
	var name strings.Builder
	fmt.Fprintf(&name, "%s%s_%dx%d", imageKeys, hex.EncodeToString(sum[:16]), p.Width, p.Height)
	for _, v := range variants {
		fmt.Fprintf(&name, "_%d", v.width)
	}
	return name.String()
}

func variantKey(stem string, width int) string { return fmt.Sprintf("%s.%d.webp", stem, width) }
