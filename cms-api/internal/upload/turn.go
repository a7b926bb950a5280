package upload

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
)

// orientation is EXIF's: how a camera was held.
type orientation int

const upright orientation = 1

var exifMark = []byte("Exif\x00\x00")

// exifOrientation returns the orientation in EXIF data, with or without its
// mark; upright when there is none.
func exifOrientation(exif []byte) orientation {
	const tagOrientation, entryLength = 0x0112, 12
	tiff := bytes.TrimPrefix(exif, exifMark)
	if len(tiff) < 8 {
		return upright
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return upright
	}
	count := int64(order.Uint16(tiff[at:]))
	for i := range count {
		entry := at + 2 + i*entryLength
		if entry+entryLength > int64(len(tiff)) {
			break
		}
		if order.Uint16(tiff[entry:]) == tagOrientation {
			if value := orientation(order.Uint16(tiff[entry+8:])); value >= 1 && value <= 8 {
				return value
			}
			break
		}
	}
	return upright
}

// turned returns the image as it was meant to be seen.
func turned(img image.Image, turn orientation) image.Image {
	if turn == upright {
		return img
	}
	bounds := img.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	size := image.Rect(0, 0, w, h)
	if turn >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	out, row := image.NewRGBA(size), image.NewRGBA(image.Rect(0, 0, w, 1))
	for y := range h {
		draw.Draw(row, row.Rect, img, image.Pt(bounds.Min.X, bounds.Min.Y+y), draw.Src)
		for x := range w {
			tx, ty := place(turn, x, y, w, h)
			copy(out.Pix[out.PixOffset(tx, ty):][:4], row.Pix[4*x:][:4])
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
