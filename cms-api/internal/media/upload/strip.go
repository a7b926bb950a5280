package upload

import (
	"bytes"
	"encoding/binary"
	"errors"
)

var errCutOff = errors.New("the picture is cut off")

// stripped is a picture's file without metadata, and how the metadata said to show it.
type stripped struct {
	data   []byte
	turned orientation
	moving bool // it is an animation
	passes int  // the scans of a JPEG: how often a decoder goes through a component's pixels
	// profile is the ICC profile of the colours; empty when there is none.
	profile []byte
	// inks says that a JPEG has four colours without a word on how they are stored, which
	// is then transform, as Adobe numbers it.
	inks      bool
	transform byte
}

// stripJPEG removes what does not change how a JPEG looks: EXIF, XMP, IPTC, comments,
// embedded second pictures and what follows the picture. Colour profiles stay.
func stripJPEG(data []byte) (s stripped, err error) {
	const (
		markerSOI, markerEOI, markerSOS, markerCOM = 0xd8, 0xd9, 0xda, 0xfe
		markerAPP0, markerAPP1, markerAPP15        = 0xe0, 0xe1, 0xef
		markerSOF0, markerSOF2                     = 0xc0, 0xc2
	)
	if len(data) < 2 || data[0] != 0xff || data[1] != markerSOI {
		return stripped{}, errCutOff
	}
	s = stripped{turned: upright, data: append(make([]byte, 0, len(data)), data[:2]...)}
	var parts profileParts
	adobe := false
	defer func() { s.profile, s.inks = parts.join(), s.inks && !adobe }()
	for at := 2; at+2 <= len(data); {
		marker := data[at+1]
		switch {
		case data[at] != 0xff:
			return stripped{}, errCutOff
		case marker == 0xff: // fill byte
			at++
			continue
		case marker == markerEOI:
			s.data = append(s.data, 0xff, markerEOI)
			return s, nil
		}
		if at+4 > len(data) {
			return stripped{}, errCutOff
		}
		end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		if end < at+4 || end > len(data) {
			return stripped{}, errCutOff
		}
		content, keep := data[at+4:end], true
		switch {
		case marker == markerAPP1 && bytes.HasPrefix(content, exifMark):
			s.turned, keep = exifOrientation(content), false
		case marker >= markerSOF0 && marker <= markerSOF2:
			s.transform, s.inks = inks(content)
		case marker >= markerAPP0 && marker <= markerAPP15:
			keep = shownWith(content)
			if bytes.HasPrefix(content, profileMark) {
				parts.add(content)
			}
			adobe = adobe || bytes.HasPrefix(content, adobeMark)
		case marker == markerCOM:
			keep = false
		case marker == markerSOS && len(content) > 0:
			s.passes += int(content[0])
			end = endOfScan(data, end)
		}
		if keep {
			s.data = append(s.data, data[at:end]...)
		}
		at = end
	}
	// The end is missing; decoders show the picture nevertheless.
	s.data = append(s.data, 0xff, markerEOI)
	return s, nil
}

// shownWith reports whether an application's segment changes how a JPEG looks.
func shownWith(content []byte) bool {
	for _, mark := range [][]byte{[]byte("JFIF\x00"), profileMark, adobeMark} {
		if bytes.HasPrefix(content, mark) {
			return true
		}
	}
	return false
}

// endOfScan returns where the compressed pixels that begin at an offset end: at
// the next marker that is neither a stuffed byte nor a restart.
func endOfScan(data []byte, at int) int {
	for ; at+1 < len(data); at++ {
		if next := data[at+1]; data[at] == 0xff && next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7) {
			return at
		}
	}
	return len(data)
}

// stripPNG drops text, time and EXIF chunks, and what follows the picture.
func stripPNG(data []byte) (stripped, error) {
	const signature, overhead = 8, 12
	drop := map[string]bool{"eXIf": true, "tEXt": true, "zTXt": true, "iTXt": true, "tIME": true}
	if len(data) < signature {
		return stripped{}, errCutOff
	}
	s := stripped{turned: upright, data: append(make([]byte, 0, len(data)), data[:signature]...)}
	for at := signature; at < len(data); {
		if at+overhead > len(data) {
			return stripped{}, errCutOff
		}
		end := int64(at) + overhead + int64(binary.BigEndian.Uint32(data[at:]))
		if end > int64(len(data)) {
			return stripped{}, errCutOff
		}
		kind := string(data[at+4 : at+8])
		switch kind {
		case "eXIf":
			s.turned = exifOrientation(data[at+8 : end-4])
		case "acTL":
			s.moving = true
		case "iCCP":
			s.profile = unpacked(data[at+8 : end-4])
		}
		if !drop[kind] {
			s.data = append(s.data, data[at:end]...)
		}
		if kind == "IEND" {
			break
		}
		at = int(end)
	}
	return s, nil
}

// stripWebP drops the EXIF and XMP chunks, and what follows the picture.
func stripWebP(data []byte) (stripped, error) {
	const header, chunkHeader, exifAndXMP, animation = 12, 8, 0x08 | 0x04, 0x02
	if len(data) < header {
		return stripped{}, errCutOff
	}
	if size := int64(binary.LittleEndian.Uint32(data[4:])) + chunkHeader; size < int64(len(data)) {
		data = data[:max(size, header)]
	}
	s := stripped{turned: upright, data: append(make([]byte, 0, len(data)), data[:header]...)}
	for at := header; at+chunkHeader <= len(data); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		end := min(int64(at)+chunkHeader+size+size%2, int64(len(data)))
		content := data[at+chunkHeader : end]
		switch kind := string(data[at : at+4]); kind {
		case "EXIF":
			s.turned = exifOrientation(content)
		case "XMP ":
		default:
			if kind == "ICCP" {
				s.profile = content
			}
			begin := len(s.data)
			s.data = append(s.data, data[at:end]...)
			if kind == "VP8X" && len(content) > 0 {
				s.moving = content[0]&animation != 0
				s.data[begin+chunkHeader] &^= exifAndXMP
			}
		}
		at = int(end)
	}
	binary.LittleEndian.PutUint32(s.data[4:], uint32(len(s.data)-chunkHeader))
	return s, nil
}

// stripGIF drops what follows the picture, and counts its frames.
func stripGIF(data []byte) (stripped, error) {
	const header, colourTable = 13, 0x80
	if len(data) < header {
		return stripped{}, errCutOff
	}
	table := func(flags byte) int {
		if flags&colourTable == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	frames, at := 0, header+table(data[10])
	for at < len(data) {
		switch data[at] {
		case 0x3b: // the end
			return stripped{data: data[:at+1], turned: upright, moving: frames > 1}, nil
		case 0x21: // an extension
			at += 2
		case 0x2c: // a frame
			if at+10 > len(data) {
				return stripped{}, errCutOff
			}
			frames++
			at += 11 + table(data[at+9])
		default:
			return stripped{}, errors.New("the picture has an unknown part")
		}
		for at < len(data) && data[at] != 0 { // blocks, each with its length
			at += 1 + int(data[at])
		}
		at++
	}
	if frames == 0 {
		return stripped{}, errCutOff
	}
	return stripped{data: data, turned: upright, moving: frames > 1}, nil
}
