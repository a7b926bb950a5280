package upload

import (
	"image"
	"image/draw"
	"math"
)

// shrunk returns a picture at a smaller width, each pixel the mean of the area
// that it covers. It holds one row of the original at a time, so that a large
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
