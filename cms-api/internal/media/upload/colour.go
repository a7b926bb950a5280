package upload

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"io"
	"slices"

	"golang.org/x/image/webp"

	"academy/cms-api/internal/media/icc"
	"academy/cms-api/internal/platform/problem"
)

// profileMark begins a part of a colour profile in a JPEG. Its number and that of all
// parts follow.
var profileMark = []byte("ICC_PROFILE\x00")

// maxProfile bounds a compressed colour profile. Those of printers have about 2 MB.
const maxProfile = 4 << 20

// adobeMark begins the segment that tells how the colours of a JPEG are stored.
var adobeMark = []byte("Adobe")

// profileParts are the parts of a JPEG's colour profile.
type profileParts [][]byte

func (p *profileParts) add(content []byte) {
	if part := content[len(profileMark):]; len(part) > 2 {
		*p = append(*p, part)
	}
}

// join returns the profile; parts may come in any order.
func (p profileParts) join() []byte {
	slices.SortStableFunc(p, func(a, b []byte) int { return int(a[0]) - int(b[0]) })
	var profile []byte
	for _, part := range p {
		profile = append(profile, part[2:]...)
	}
	return profile
}

// unpacked returns the profile in the content of a PNG's iCCP chunk: what can be read of
// it, and no more than maxProfile.
func unpacked(content []byte) []byte {
	_, rest, _ := bytes.Cut(content, []byte{0})
	if len(rest) < 2 || rest[0] != 0 {
		return nil
	}
	reader, err := zlib.NewReader(bytes.NewReader(rest[1:]))
	if err != nil {
		return nil
	}
	profile, _ := io.ReadAll(io.LimitReader(reader, maxProfile))
	return profile
}

// inks tells how the four colours of a JPEG are stored, from the content of its frame
// header: 0 for CMYK, 2 for YCCK, which has its second colour at a lower resolution. Other
// JPEGs do not have four.
func inks(frame []byte) (transform byte, four bool) {
	const head, each = 6, 3
	if len(frame) < head+4*each || frame[5] != 4 {
		return 0, false
	}
	sampling := func(i int) byte { return frame[head+i*each+1] }
	if sampling(0) != sampling(1) {
		return 2, true
	}
	return 0, true
}

// withAdobe returns a JPEG of four colours with the segment that says how they are
// stored. It is missing where a program removed it with the metadata, so the colours are
// as Adobe's programs write them; browsers and editors assume the same.
func withAdobe(data []byte, transform byte) []byte {
	segment := append([]byte{0xff, 0xee, 0, 14}, adobeMark...)
	segment = append(segment, 0, 100, 0, 0, 0, 0, transform)
	return slices.Concat(data[:2], segment, data[2:])
}

// errColours is the problem of a picture whose colours cannot be converted.
func errColours(cause error) error {
	return problem.Wrap(problem.Unsupported, cause, "The colours of this picture are described by a profile "+
		"that cannot be converted to those of screens. Save it with the profile sRGB, as JPEG or PNG, and choose that.")
}

// inSRGB converts a picture to sRGB in place, and reports whether it had to. A profile of
// another kind of colours than the picture has is ignored, as browsers do.
func inSRGB(img image.Image, profile *icc.Profile) (image.Image, bool) {
	if inked, ok := img.(*image.CMYK); ok {
		return printed(inked, profile), true
	}
	if profile == nil || profile.Space == icc.CMYK || profile.IsSRGB() {
		return img, false
	}
	if profile.Space == icc.Gray && !isGrey(img) {
		return img, false
	}
	rgb := profile.FromRGB
	if profile.Space == icc.Gray {
		rgb = func(r, g, b uint16) (uint16, uint16, uint16) {
			return profile.FromGray(r), profile.FromGray(g), profile.FromGray(b)
		}
	}
	switch img := img.(type) {
	case *image.YCbCr:
		convertPhoto(img, rgb)
	case *image.NYCbCrA:
		convertPhoto(&img.YCbCr, rgb)
	case *image.RGBA: // without transparency, as decoders return it
		convertPixels(img.Pix, rgb)
	case *image.NRGBA:
		convertPixels(img.Pix, rgb)
	case *image.RGBA64:
		convertWide(img.Pix, rgb)
	case *image.NRGBA64:
		convertWide(img.Pix, rgb)
	case *image.Gray:
		for i, v := range img.Pix {
			img.Pix[i] = narrow(profile.FromGray(wide(v)))
		}
	case *image.Gray16:
		for i := 0; i+1 < len(img.Pix); i += 2 {
			put(img.Pix[i:], profile.FromGray(get(img.Pix[i:])))
		}
	case *image.Paletted:
		for i, each := range img.Palette {
			c := color.NRGBA64Model.Convert(each).(color.NRGBA64)
			c.R, c.G, c.B = rgb(c.R, c.G, c.B)
			img.Palette[i] = c
		}
	default:
		return img, false
	}
	return img, true
}

// isGrey reports whether a picture was stored as shades of grey. With transparency it is
// decoded as one in colour.
func isGrey(img image.Image) bool {
	switch img := img.(type) {
	case *image.Gray, *image.Gray16:
		return true
	case *image.NRGBA:
		for i := 0; i+3 < len(img.Pix); i += 4 {
			if img.Pix[i] != img.Pix[i+1] || img.Pix[i] != img.Pix[i+2] {
				return false
			}
		}
		return true
	}
	return false
}

func wide(v uint8) uint16    { return uint16(v) * 257 }
func narrow(v uint16) uint8  { return uint8((uint32(v) + 128) / 257) }
func get(pix []uint8) uint16 { return uint16(pix[0])<<8 | uint16(pix[1]) }

func put(pix []uint8, v uint16) { pix[0], pix[1] = uint8(v>>8), uint8(v) }

// decodeWebP decodes a WebP. The library returns the numbers of a lossy one as they are
// stored, from 16 to 235 and 240, but a YCbCr picture has them from 0 to 255.
func decodeWebP(r io.Reader) (image.Image, error) {
	img, err := webp.Decode(r)
	switch img := img.(type) {
	case *image.YCbCr:
		stretch(img)
	case *image.NYCbCrA:
		stretch(&img.YCbCr)
	}
	return img, err
}

func stretch(img *image.YCbCr) {
	var light, hue [256]uint8
	for i := range 256 {
		light[i] = uint8(min(max(float64(i-16)*255/219+0.5, 0), 255))
		hue[i] = uint8(min(max(float64(i-128)*255/224+128.5, 0), 255))
	}
	for i, v := range img.Y {
		img.Y[i] = light[v]
	}
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = hue[img.Cb[i]], hue[img.Cr[i]]
	}
}

type conversion func(r, g, b uint16) (uint16, uint16, uint16)

// convertPixels converts pixels of four bytes each.
func convertPixels(pix []uint8, rgb conversion) {
	for i := 0; i+3 < len(pix); i += 4 {
		r, g, b := rgb(wide(pix[i]), wide(pix[i+1]), wide(pix[i+2]))
		pix[i], pix[i+1], pix[i+2] = narrow(r), narrow(g), narrow(b)
	}
}

// convertWide converts pixels of eight bytes each.
func convertWide(pix []uint8, rgb conversion) {
	for i := 0; i+7 < len(pix); i += 8 {
		r, g, b := rgb(get(pix[i:]), get(pix[i+2:]), get(pix[i+4:]))
		put(pix[i:], r)
		put(pix[i+2:], g)
		put(pix[i+4:], b)
	}
}

// convertPhoto converts the planes of a JPEG, whose pixels share their hue with their
// neighbours: so it takes no more memory, and the picture stays as small as it is.
func convertPhoto(img *image.YCbCr, rgb conversion) {
	across, down := shared(img.SubsampleRatio)
	bounds := img.Rect
	for top := bounds.Min.Y; top < bounds.Max.Y; top += down {
		for left := bounds.Min.X; left < bounds.Max.X; left += across {
			hue := img.COffset(left, top)
			cb, cr := img.Cb[hue], img.Cr[hue]
			var sumCb, sumCr, count int
			for y := top; y < min(top+down, bounds.Max.Y); y++ {
				for x := left; x < min(left+across, bounds.Max.X); x++ {
					at := img.YOffset(x, y)
					r8, g8, b8 := color.YCbCrToRGB(img.Y[at], cb, cr)
					r, g, b := rgb(wide(r8), wide(g8), wide(b8))
					newY, newCb, newCr := color.RGBToYCbCr(narrow(r), narrow(g), narrow(b))
					img.Y[at] = newY
					sumCb, sumCr, count = sumCb+int(newCb), sumCr+int(newCr), count+1
				}
			}
			img.Cb[hue], img.Cr[hue] = uint8((sumCb+count/2)/count), uint8((sumCr+count/2)/count)
		}
	}
}

// shared returns of how many pixels, across and down, the hue is stored once.
func shared(ratio image.YCbCrSubsampleRatio) (across, down int) {
	switch ratio {
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	}
	return 1, 1
}

// printed returns a picture of inks as one of light, in the same memory: by its profile,
// or as browsers do that know none.
func printed(img *image.CMYK, profile *icc.Profile) image.Image {
	byProfile := profile != nil && profile.Space == icc.CMYK
	var last [4]uint8
	var r, g, b uint8
	for i := 0; i+3 < len(img.Pix); i += 4 {
		ink := [4]uint8(img.Pix[i:])
		switch {
		case i > 0 && ink == last:
		case byProfile:
			wideR, wideG, wideB := profile.FromCMYK(ink[0], ink[1], ink[2], ink[3])
			r, g, b = narrow(wideR), narrow(wideG), narrow(wideB)
		default:
			r, g, b = color.CMYKToRGB(ink[0], ink[1], ink[2], ink[3])
		}
		last = ink
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = r, g, b, 255
	}
	return &image.RGBA{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect}
}
