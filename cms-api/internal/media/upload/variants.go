package upload

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/gen2brain/webp"
)

// A picture's name has everything that a page needs to show it, so that a srcset can be
// written from the address alone, in stored HTML too:
//
//	/media/images/<hash>_<width>x<height>[_<w>…].<extension>
//
// Each _<w> is the width of a smaller WebP beside it, named
//
//	/media/images/<hash>_<width>x<height>[_<w>…].<w>.webp
//
// The hash is of the content: the same picture is stored once.

const imageKeys = "images/"

// variantQuality shows photographs well at half the size of a JPEG.
const variantQuality = 80

// variant is a smaller copy of a picture.
type variant struct {
	Width int
	Data  []byte
}

// The largest variant: WebP allows no greater height, and encoding takes several times
// the memory of the pixels.
const variantHeight, variantPixels = 16_383, 10_000_000

// shrink makes the useful variants of a picture: those that are narrower than the
// picture and smaller than its file. To save time and memory each is made from the next
// wider one, and the picture's own pixels are released after the first. Widths and the
// result are sorted, narrowest first.
func shrink(p *picture, widths []int) ([]variant, error) {
	var made []variant
	pixels := p.Pixels
	p.Pixels = nil
	for _, width := range slices.Backward(widths) {
		height := p.Height * width / p.Width
		if pixels == nil || width >= p.Width || height >= variantHeight || width*height > variantPixels {
			continue
		}
		pixels = shrunk(pixels, width)
		runtime.GC() // at once: the wider picture is large
		var out bytes.Buffer
		if err := encodeWebP(variantQuality)(&out, pixels); err != nil {
			return nil, fmt.Errorf("make a picture %d wide: %w", width, err)
		}
		if out.Len() < len(p.Data) {
			made = append(made, variant{width, out.Bytes()})
		}
	}
	slices.Reverse(made)
	return made, nil
}

// encodeWebP returns a function that writes pictures as WebP of a quality.
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
		fmt.Fprintf(&name, "_%d", v.Width)
	}
	return name.String()
}

func variantKey(stem string, width int) string { return fmt.Sprintf("%s.%d.webp", stem, width) }
