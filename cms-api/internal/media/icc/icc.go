// Package icc converts colours to sRGB by the ICC profile of a picture.
//
// It reads profiles of displays and cameras, which have a matrix and curves, profiles of
// grey, and those of printing with tables of the types lut8 and lut16. Of several tables it
// takes that of the perceptual intent, and compensates the black point: the darkest print is
// brighter than a dark screen, but shown as black. Colours beyond sRGB are clipped.
package icc

import (
	"encoding/binary"
	"errors"
	"math"
)

// ErrUnsupported says that a profile is of a kind that is not read here.
var ErrUnsupported = errors.New("the colour profile is of a kind that cannot be converted")

// errNone says that there is no profile in the bytes, so that browsers ignore them.
var errNone = errors.New("this is no colour profile")

// Space is what the colours of a picture consist of.
type Space string

// The spaces, as profiles name them.
const (
	RGB  Space = "RGB "
	Gray Space = "GRAY"
	CMYK Space = "CMYK"
)

// Profile converts colours of its space to sRGB.
type Profile struct {
	Space  Space
	linear [3][]float32 // of RGB and grey: light by value, 65,536 of them
	matrix [3][3]float32
	table  *table  // of CMYK, and of RGB without a matrix
	black  float32 // the light of the table's darkest colour
	encode []uint16
}

const (
	headerSize = 128
	levels     = 1 << 16
)

// fromPCS leads from XYZ as profiles have it, at the white D50, to linear sRGB.
var fromPCS = [3][3]float64{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// Read reads a profile. It returns nil for bytes that are none, which browsers ignore,
// and ErrUnsupported for a profile that cannot be converted.
func Read(data []byte) (*Profile, error) {
	p, err := read(data)
	if errors.Is(err, errNone) {
		return nil, nil
	}
	return p, err
}

func read(data []byte) (*Profile, error) {
	if len(data) < headerSize+4 || string(data[36:40]) != "acsp" {
		return nil, errNone
	}
	tags := tagsOf(data)
	p := &Profile{Space: Space(data[16:20]), encode: encoding()}
	pcs := string(data[20:24])
	switch {
	case p.Space == RGB && tags["rXYZ"] != nil && pcs == "XYZ ":
		return p, p.readMatrix(tags)
	case p.Space == Gray && tags["kTRC"] != nil:
		light, err := curve(tags["kTRC"])
		p.linear = [3][]float32{light, light, light}
		return p, err
	case (p.Space == RGB || p.Space == CMYK) && tags["A2B0"] != nil && pcs == "Lab ":
		var err error
		p.table, err = readTable(tags["A2B0"])
		if err == nil && p.table.in != map[Space]int{RGB: 3, CMYK: 4}[p.Space] {
			err = ErrUnsupported
		}
		if err == nil {
			p.black = p.darkest(data[8])
		}
		return p, err
	}
	return nil, ErrUnsupported
}

// tagsOf returns the contents of the tags that lie within the profile.
func tagsOf(data []byte) map[string][]byte {
	const entry, most = 12, 200
	tags := map[string][]byte{}
	count := min(binary.BigEndian.Uint32(data[headerSize:]), most)
	for i := range int(count) {
		at := headerSize + 4 + i*entry
		if at+entry > len(data) {
			break
		}
		from := int64(binary.BigEndian.Uint32(data[at+4:]))
		to := from + int64(binary.BigEndian.Uint32(data[at+8:]))
		if to <= int64(len(data)) {
			tags[string(data[at:at+4])] = data[from:to]
		}
	}
	return tags
}

func (p *Profile) readMatrix(tags map[string][]byte) error {
	var columns [3][3]float64
	for i, name := range []string{"r", "g", "b"} {
		xyz := tags[name+"XYZ"]
		if len(xyz) < 20 {
			return ErrUnsupported
		}
		for c := range 3 {
			columns[i][c] = fixed(xyz[8+4*c:])
		}
		var err error
		if p.linear[i], err = curve(tags[name+"TRC"]); err != nil {
			return err
		}
	}
	for row := range 3 {
		for i := range 3 {
			for c := range 3 {
				p.matrix[row][i] += float32(fromPCS[row][c] * columns[i][c])
			}
		}
	}
	return nil
}

// fixed reads an s15Fixed16Number.
func fixed(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / (1 << 16) }

// curve returns the light of each of 65,536 values.
func curve(tag []byte) ([]float32, error) {
	of, err := curveOf(tag)
	if err != nil {
		return nil, err
	}
	light := make([]float32, levels)
	for i := range light {
		value := of(float64(i) / (levels - 1))
		if !(value >= 0) { // NaN, too
			value = 0
		}
		light[i] = float32(min(value, 1))
	}
	return light, nil
}

func curveOf(tag []byte) (func(float64) float64, error) {
	if len(tag) < 12 {
		return nil, ErrUnsupported
	}
	switch string(tag[:4]) {
	case "curv":
		points := tag[12:]
		switch count := int64(binary.BigEndian.Uint32(tag[8:])); {
		case count == 0:
			return func(x float64) float64 { return x }, nil
		case count*2 > int64(len(points)):
			return nil, ErrUnsupported
		case count == 1:
			gamma := float64(binary.BigEndian.Uint16(points)) / 256
			return func(x float64) float64 { return math.Pow(x, gamma) }, nil
		default:
			return func(x float64) float64 {
				at := x * float64(count-1)
				i := min(int64(at), count-2)
				a, b := binary.BigEndian.Uint16(points[2*i:]), binary.BigEndian.Uint16(points[2*i+2:])
				return (float64(a) + (at-float64(i))*(float64(b)-float64(a))) / (levels - 1)
			}, nil
		}
	case "para":
		return parametric(int(binary.BigEndian.Uint16(tag[8:])), tag[12:])
	}
	return nil, ErrUnsupported
}

// parametric returns a curve of the types that ICC.1:2010, 10.16 lists.
func parametric(kind int, numbers []byte) (func(float64) float64, error) {
	counts := []int{1, 3, 4, 5, 7}
	if kind >= len(counts) || len(numbers) < 4*counts[kind] {
		return nil, ErrUnsupported
	}
	var g, a, b, c, d, e, f float64 = 0, 1, 0, 0, 0, 0, 0
	for i, to := range []*float64{&g, &a, &b, &c, &d, &e, &f}[:counts[kind]] {
		*to = fixed(numbers[4*i:])
	}
	switch kind {
	case 1:
		d = -b / a
	case 2:
		d, e, f, c = -b/a, c, c, 0
	}
	return func(x float64) float64 {
		if x < d {
			return c*x + f
		}
		return math.Pow(a*x+b, g) + e
	}, nil
}

// encoding returns the sRGB value of each of 65,536 amounts of light.
func encoding() []uint16 {
	encode := make([]uint16, levels)
	for i := range encode {
		light := float64(i) / (levels - 1)
		value := 12.92 * light
		if light > 0.0031308 {
			value = 1.055*math.Pow(light, 1/2.4) - 0.055
		}
		encode[i] = uint16(value*(levels-1) + 0.5)
	}
	return encode
}

func (p *Profile) encoded(light float32) uint16 {
	return p.encode[int(min(max(light, 0), 1)*(levels-1)+0.5)]
}

// FromRGB converts a colour of RGB; each value has 16 bits.
func (p *Profile) FromRGB(r, g, b uint16) (uint16, uint16, uint16) {
	if p.table != nil {
		return p.fromTable([4]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)})
	}
	x, y, z := p.linear[0][r], p.linear[1][g], p.linear[2][b]
	m := &p.matrix
	return p.encoded(m[0][0]*x + m[0][1]*y + m[0][2]*z),
		p.encoded(m[1][0]*x + m[1][1]*y + m[1][2]*z),
		p.encoded(m[2][0]*x + m[2][1]*y + m[2][2]*z)
}

// FromGray converts a grey value of 16 bits.
func (p *Profile) FromGray(v uint16) uint16 {
	if p.Space == RGB {
		r, g, b := p.FromRGB(v, v, v)
		return uint16((uint32(r) + uint32(g) + uint32(b)) / 3)
	}
	return p.encoded(p.linear[0][v])
}

// FromCMYK converts amounts of ink of 8 bits.
func (p *Profile) FromCMYK(c, m, y, k uint8) (uint16, uint16, uint16) {
	return p.fromTable([4]uint8{c, m, y, k})
}

// IsSRGB reports whether the profile changes no colour by more than one step of 8 bits.
func (p *Profile) IsSRGB() bool {
	const step = 51
	same := func(was, is uint16) bool { return max(was, is)-min(was, is) <= 257+128 }
	switch p.Space {
	case CMYK:
		return false
	case Gray:
		for v := 0; v <= 255; v += 5 {
			if value := uint16(v * 257); !same(value, p.FromGray(value)) {
				return false
			}
		}
		return true
	}
	for i := range 6 * 6 * 6 {
		r, g, b := uint16(i%6*step*257), uint16(i/6%6*step*257), uint16(i/36*step*257)
		toR, toG, toB := p.FromRGB(r, g, b)
		if !same(r, toR) || !same(g, toG) || !same(b, toB) {
			return false
		}
	}
	return true
}
