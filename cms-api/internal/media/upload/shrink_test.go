package upload

import (
	"image"
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestShrunk_KeepsTheMeanColour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(2, 60).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		to := rapid.IntRange(1, w-1).Draw(t, "new width")
		img := image.NewGray(image.Rect(3, 5, 3+w, 5+h))
		sum := 0.0
		for i := range img.Pix {
			img.Pix[i] = rapid.Byte().Draw(t, "pixel")
			sum += float64(img.Pix[i])
		}
		small := shrunk(img, to)
		got := 0.0
		for i := 0; i < len(small.Pix); i += 4 {
			got += float64(small.Pix[i])
			if small.Pix[i+3] != 255 {
				t.Fatalf("a pixel is see-through")
			}
		}
		if mean, want := got/float64(len(small.Pix)/4), sum/float64(w*h); math.Abs(mean-want) > 0.6 {
			t.Errorf("the mean is %g, was %g", mean, want)
		}
	})
}

func TestShrunk_TransparentPixelsHaveNoColour(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for y := range 4 {
		for x := range 4 {
			img.Set(x, y, color.NRGBA{R: 255, A: 0})
			if x < 2 {
				img.Set(x, y, color.NRGBA{G: 200, A: 255})
			}
		}
	}
	if got := shrunk(img, 1).NRGBAAt(0, 0); got != (color.NRGBA{G: 200, A: 128}) {
		t.Errorf("got %+v", got)
	}
}
