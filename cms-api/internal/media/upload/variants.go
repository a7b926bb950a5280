package upload

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/draw"
	"io"
	"math"
	"path"
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

// shrunk returns a picture at a smaller width, each pixel the mean of the area
// that it covers. It reads one row of the original at a time, so that a large
// picture takes no more memory than it does already.
func shrunk(img image.Image, width int) *image.NRGBA {
	bounds := img.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	height := max(1, int(math.Round(float64(h)*float64(width)/float64(w))))
	columns, rows := shares(w, width), shares(h, height)
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	flat := make([]float32, 4*width)   // this row, at the new width
	sums := make([]float32, 4*width)   // of the new row that is being made
	follow := make([]float32, 4*width) // the part of it that belongs to the next one
	area := float32(float64(w) / float64(width) * float64(h) / float64(height))
	for y := range h {
		draw.Draw(row, row.Rect, img, image.Pt(bounds.Min.X, bounds.Min.Y+y), draw.Src)
		clear(flat)
		for x, share := range columns {
			pixel, to := row.Pix[4*x:4*x+4], flat[4*share.to:]
			for c := range 4 {
				to[c] += float32(pixel[c]) * share.of
			}
			if rest := 1 - share.of; rest > 0 && share.to+1 < width {
				for c := range 4 {
					to[4+c] += float32(pixel[c]) * rest
				}
			}
		}
		share := rows[y]
		for i, value := range flat {
			sums[i] += value * share.of
			follow[i] += value * (1 - share.of)
		}
		if y+1 == h || rows[y+1].to != share.to {
			finish(out.Pix[out.Stride*share.to:], sums, area)
			sums, follow = follow, sums
			clear(follow)
		}
	}
	return out
}

// share returns the new pixel that an old one belongs to, and which part of it does;
// the rest belongs to the next one.
type share struct {
	to int
	of float32
}

func shares(from, to int) []share {
	step := float64(from) / float64(to)
	all := make([]share, from)
	for i := range all {
		at := min(int(float64(i)/step), to-1)
		all[i] = share{at, float32(min(1, float64(at+1)*step-float64(i)))}
	}
	return all
}

// finish writes a row of means. Colours are stored without being multiplied by their
// opacity.
func finish(pixels []byte, sums []float32, area float32) {
	for i := 0; i < len(sums); i += 4 {
		alpha := sums[i+3] / area
		pixels[i+3] = byte(min(255, alpha+0.5))
		if alpha <= 0 {
			continue
		}
		for c := range 3 {
			pixels[i+c] = byte(min(255, sums[i+c]/area*255/alpha+0.5))
		}
	}
}

// IsVariant reports whether a key is that of a smaller copy of an uploaded picture, which is made
// again when the picture is stored.
func IsVariant(key string) bool {
	return strings.HasPrefix(key, imageKeys) && strings.Count(path.Base(key), ".") > 1
}
