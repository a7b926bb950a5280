package upload

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
)

// orientation is the EXIF orientation: how the camera was rotated.
type orientation int

const upright orientation = 1

var exifMark = []byte("Exif\x00\x00")

// exifOrientation returns the orientation in EXIF data, with or without its header;
// upright when there is none.
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

// rotated returns the image upright.
func rotated(img image.Image, exif orientation) image.Image {
	if exif == upright {
		return img
	}
	if photo, ok := img.(*image.YCbCr); ok {
		if out, ok := rotatedPhoto(photo, exif); ok {
			return out
		}
	}
	bounds := img.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	out, row := image.NewRGBA(rotatedSize(exif, w, h)), image.NewRGBA(image.Rect(0, 0, w, 1))
	for y := range h {
		draw.Draw(row, row.Rect, img, image.Pt(bounds.Min.X, bounds.Min.Y+y), draw.Src)
		for x := range w {
			tx, ty := rotatedAt(exif, x, y, w, h)
			copy(out.Pix[out.PixOffset(tx, ty):][:4], row.Pix[4*x:][:4])
		}
	}
	return out
}

func rotatedSize(exif orientation, w, h int) image.Rectangle {
	if exif >= 5 {
		w, h = h, w
	}
	return image.Rect(0, 0, w, h)
}

// rotatedPhoto rotates the YCbCr planes of a JPEG. They take less than half the memory of
// RGB pixels, and nothing is lost by conversion. ok is false for a subsampling that
// image.YCbCr cannot represent when it is rotated by 90 degrees.
func rotatedPhoto(img *image.YCbCr, exif orientation) (_ *image.YCbCr, ok bool) {
	ratio := img.SubsampleRatio
	if exif >= 5 {
		switch ratio {
		case image.YCbCrSubsampleRatio422:
			ratio = image.YCbCrSubsampleRatio440
		case image.YCbCrSubsampleRatio440:
			ratio = image.YCbCrSubsampleRatio422
		case image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410:
			return nil, false
		}
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewYCbCr(rotatedSize(exif, w, h), ratio)
	rotatePlane(out.Y, out.YStride, img.Y[img.YOffset(img.Rect.Min.X, img.Rect.Min.Y):], img.YStride, exif, w, h)
	cw, ch := out.CStride, len(out.Cb)/max(1, out.CStride)
	if exif >= 5 {
		cw, ch = ch, cw
	}
	begin := img.COffset(img.Rect.Min.X, img.Rect.Min.Y)
	rotatePlane(out.Cb, out.CStride, img.Cb[begin:], img.CStride, exif, cw, ch)
	rotatePlane(out.Cr, out.CStride, img.Cr[begin:], img.CStride, exif, cw, ch)
	return out, true
}

// rotatePlane copies a plane of w by h bytes, one a pixel, and rotates it.
func rotatePlane(to []byte, toStride int, from []byte, stride int, exif orientation, w, h int) {
	at := func(x, y int) int {
		tx, ty := rotatedAt(exif, x, y, w, h)
		return ty*toStride + tx
	}
	// The distance to the pixel on the right, and to that below, is constant.
	begin, right, down := at(0, 0), at(1, 0)-at(0, 0), at(0, 1)-at(0, 0)
	for y := range h {
		next := begin + y*down
		for _, value := range from[y*stride:][:w] {
			to[next] = value
			next += right
		}
	}
}

// rotatedAt returns the new coordinates of a pixel of a picture of w by h.
func rotatedAt(exif orientation, x, y, w, h int) (int, int) {
	switch exif {
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
