package icc

import "encoding/binary"

// table is a lut8Type or lut16Type (ICC.1:2010, 10.8 and 10.9): curves of each input, a
// grid of colours, and curves of each output, which are L*, a* and b*.
type table struct {
	in     int // 3 or 4
	grid   int
	before [4][256]float32 // positions in the grid, by inputs of 8 bits
	nodes  []float32       // the last input changes first
	after  [3][]float32
	wide   bool // lut16Type
}

const maxNodes = 3 << 20

func readTable(tag []byte) (*table, error) {
	const head = 48
	if len(tag) < head+4 {
		return nil, ErrUnsupported
	}
	t := &table{in: int(tag[8]), grid: int(tag[10]), wide: string(tag[:4]) == "mft2"}
	if !t.wide && string(tag[:4]) != "mft1" || t.in < 3 || t.in > 4 || tag[9] != 3 || t.grid < 2 {
		return nil, ErrUnsupported
	}
	data, inputs, outputs := tag[head:], 256, 256
	if t.wide {
		inputs, outputs = int(binary.BigEndian.Uint16(data)), int(binary.BigEndian.Uint16(data[2:]))
		data = data[4:]
	}
	nodes := 3
	for range t.in {
		nodes *= t.grid
		if nodes > maxNodes {
			return nil, ErrUnsupported
		}
	}
	next := func(count int) []float32 {
		size := 1
		if t.wide {
			size = 2
		}
		if count < 2 || len(data) < count*size {
			return nil
		}
		values := make([]float32, count)
		for i := range values {
			if t.wide {
				values[i] = float32(binary.BigEndian.Uint16(data[2*i:])) / 65535
			} else {
				values[i] = float32(data[i]) / 255
			}
		}
		data = data[count*size:]
		return values
	}
	whole := true
	for i := range t.in {
		curve := next(inputs)
		if whole = whole && curve != nil; whole {
			for v := range t.before[i] {
				t.before[i][v] = along(curve, float32(v)/255) * float32(t.grid-1)
			}
		}
	}
	t.nodes = next(nodes)
	whole = whole && t.nodes != nil
	for i := range t.after {
		t.after[i] = next(outputs)
		whole = whole && t.after[i] != nil
	}
	if !whole {
		return nil, ErrUnsupported
	}
	return t, nil
}

// along returns the value of a curve at x, from 0 to 1.
func along(curve []float32, x float32) float32 {
	at := min(max(x, 0), 1) * float32(len(curve)-1)
	i := min(int(at), len(curve)-2)
	return curve[i] + (at-float32(i))*(curve[i+1]-curve[i])
}

// lab returns the colour of some inputs: between the corners of the simplex of the grid that
// they lie in, which are fewer than those of its cell.
func (t *table) lab(inputs [4]uint8) (l, a, b float32) {
	var at int // the corner that has been reached
	var steps [4]int
	var parts [4]float32
	step := 3
	for i := t.in - 1; i >= 0; i-- {
		position := t.before[i][inputs[i]]
		cell := min(int(position), t.grid-2)
		at += cell * step
		// The largest part goes first.
		part, slot := position-float32(cell), t.in-1-i
		for ; slot > 0 && parts[slot-1] < part; slot-- {
			parts[slot], steps[slot] = parts[slot-1], steps[slot-1]
		}
		parts[slot], steps[slot] = part, step
		step *= t.grid
	}
	weight := 1 - parts[0]
	node := t.nodes[at : at+3]
	sum := [3]float32{weight * node[0], weight * node[1], weight * node[2]}
	for i := range t.in {
		at += steps[i]
		weight = parts[i]
		if i+1 < t.in {
			weight -= parts[i+1]
		}
		node = t.nodes[at : at+3]
		sum[0] += weight * node[0]
		sum[1] += weight * node[1]
		sum[2] += weight * node[2]
	}
	for i := range sum {
		sum[i] = along(t.after[i], sum[i])
	}
	if t.wide { // 0xff00 is 100, and 0x8000 is 0
		const unit = 65535.0 / 65280
		return sum[0] * 100 * unit, sum[1]*255*unit - 128, sum[2]*255*unit - 128
	}
	return sum[0] * 100, sum[1]*255 - 128, sum[2]*255 - 128
}

// fromTable converts inputs of 8 bits.
func (p *Profile) fromTable(inputs [4]uint8) (uint16, uint16, uint16) {
	l, a, b := p.table.lab(inputs)
	y := (l + 16) / 116
	// The darkest colour becomes black, and white stays.
	scaled := func(t float32) float32 { return (cubed(t) - p.black) / (1 - p.black) }
	x, z := scaled(y+a/500)*0.9642, scaled(y-b/200)*0.8249
	y = scaled(y)
	var light [3]float32
	for row := range light {
		m := &fromPCS[row]
		light[row] = float32(m[0])*x + float32(m[1])*y + float32(m[2])*z
	}
	return p.encoded(light[0]), p.encoded(light[1]), p.encoded(light[2])
}

// perceptualBlack is the light of the darkest colour in the tables of version 4 (ICC.1:2010, 6.3.3).
const perceptualBlack = 0.0034731

// darkest returns the light of the darkest colour that a table has: that of all inks, or of no light.
func (p *Profile) darkest(version byte) float32 {
	const brightest = 50 // L*; a table that is not as dark anywhere is none of a picture
	if version >= 4 {
		return perceptualBlack
	}
	var inputs [4]uint8
	if p.Space == CMYK {
		inputs = [4]uint8{255, 255, 255, 255}
	}
	l, _, _ := p.table.lab(inputs)
	return cubed((min(max(l, 0), brightest) + 16) / 116)
}

// cubed is the inverse of the function that L*a*b* is defined by.
func cubed(t float32) float32 {
	if t > 6.0/29 {
		return t * t * t
	}
	return 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0/29)
}
