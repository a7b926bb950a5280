package upload

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/draw"
)

// orientation is EXIF's: how a camera was held.
type orientation int

const upright orientation = 1

var errCutOff = errors.New("the picture is cut off")

// stripJPEG returns a JPEG without EXIF, XMP, IPTC and comments, and the
// orientation that was in its EXIF. Colour profiles stay.
func stripJPEG(data []byte) ([]byte, orientation, error) {
	const (
		markerSOS, markerAPP1, markerAPP13, markerCOM = 0xda, 0xe1, 0xed, 0xfe
	)
	turn := upright
	out := append(make([]byte, 0, len(data)), data[:2]...)
	for at := 2; ; {
		if at+4 > len(data) || data[at] != 0xff {
			return nil, upright, errCutOff
		}
		marker := data[at+1]
		if marker == 0xff { // fill byte
			at++
			continue
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		end := at + 2 + length
		if length < 2 || end > len(data) {
			return nil, upright, errCutOff
		}
		switch marker {
		case markerAPP1:
			if found := exifOrientation(data[at+4 : end]); found != 0 {
				turn = found
			}
		case markerAPP13, markerCOM:
		case markerSOS:
			return append(out, data[at:]...), turn, nil
		default:
			out = append(out, data[at:end]...)
		}
		at = end
	}
}

// exifOrientation returns the orientation in an EXIF segment, 0 when there is
// none.
func exifOrientation(segment []byte) orientation {
	const tagOrientation, headLength, entryLength = 0x0112, 6, 12
	if !bytes.HasPrefix(segment, []byte("Exif\x00\x00")) {
		return 0
	}
	tiff := segment[headLength:]
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 0
	}
	count := int64(order.Uint16(tiff[at:]))
	for i := range count {
		entry := at + 2 + i*entryLength
		if entry+entryLength > int64(len(tiff)) {
			return 0
		}
		if order.Uint16(tiff[entry:]) == tagOrientation {
			if value := orientation(order.Uint16(tiff[entry+8:])); value >= 1 && value <= 8 {
				return value
			}
			return 0
		}
	}
	return 0
}

// turned returns the image as it was meant to be seen.
func turned(img image.Image, turn orientation) image.Image {
	bounds := img.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	source := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(source, source.Bounds(), img, bounds.Min, draw.Src)
	size := image.Rect(0, 0, w, h)
	if turn >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			tx, ty := place(turn, x, y, w, h)
			copy(out.Pix[out.PixOffset(tx, ty):][:4], source.Pix[source.PixOffset(x, y):][:4])
		}
	}
	return out
}

// place returns where a pixel of a picture of w by h goes.
func place(turn orientation, x, y, w, h int) (int, int) {
	switch turn {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return y, w - 1 - x
	}
	return x, y
}

// stripPNG returns a PNG without text, time and EXIF chunks.
func stripPNG(data []byte) ([]byte, error) {
	const signature, overhead = 8, 12
	drop := map[string]bool{"eXIf": true, "tEXt": true, "zTXt": true, "iTXt": true, "tIME": true}
	if len(data) < signature {
		return nil, errCutOff
	}
	out := append(make([]byte, 0, len(data)), data[:signature]...)
	for at := signature; at < len(data); {
		if at+overhead > len(data) {
			return nil, errCutOff
		}
		end := int64(at) + overhead + int64(binary.BigEndian.Uint32(data[at:]))
		if end > int64(len(data)) {
			return nil, errCutOff
		}
		kind := string(data[at+4 : at+8])
		if !drop[kind] {
			out = append(out, data[at:end]...)
		}
		if kind == "IEND" {
			break // whatever follows is not part of the picture
		}
		at = int(end)
	}
	return out, nil
}

// stripWebP returns a WebP without its EXIF and XMP chunks.
func stripWebP(data []byte) ([]byte, error) {
	const header, chunkHeader, exifAndXMP = 12, 8, 0x08 | 0x04
	if len(data) < header {
		return nil, errCutOff
	}
	out := append(make([]byte, 0, len(data)), data[:header]...)
	for at := header; at+chunkHeader <= len(data); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		end := int64(at) + chunkHeader + size + size%2
		if end > int64(len(data)) {
			end = int64(len(data))
		}
		kind := string(data[at : at+4])
		if kind != "EXIF" && kind != "XMP " {
			begin := len(out)
			out = append(out, data[at:end]...)
			if kind == "VP8X" && len(out) > begin+chunkHeader {
				out[begin+chunkHeader] &^= exifAndXMP
			}
		}
		at = int(end)
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, nil
}
