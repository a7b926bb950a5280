// Package negotiate chooses the content coding of an answer and tells whether the
// client has it already (RFC 9110, sections 12.5.3 and 13.1.2).
package negotiate

import (
	"bytes"
	"strconv"
)

// Encoding is a content coding.
type Encoding uint8

// The codings in which public files and bodies are stored.
const (
	Identity Encoding = iota
	Gzip
	Brotli
	count
)

// Count is the number of codings: Encoding values are below it.
const Count = int(count)

var (
	names    = [Count]string{"identity", "gzip", "br"}
	suffixes = [Count]string{"", "-gz", "-br"}
)

// String returns the coding's name in Content-Encoding.
func (e Encoding) String() string { return names[e] }

// TagSuffix returns the suffix of entity tags for this coding, so that strong tags
// differ when bytes differ.
func (e Encoding) TagSuffix() string { return suffixes[e] }

// Set is a set of codings. Identity is always part of it.
type Set uint8

// All is every coding.
const All Set = 1<<Gzip | 1<<Brotli

// With returns the set with one more coding.
func (s Set) With(e Encoding) Set { return s | 1<<e }

// Has reports whether the set holds the coding.
func (s Set) Has(e Encoding) bool { return e == Identity || s&(1<<e) != 0 }

// Choose returns the coding of available that an Accept-Encoding value prefers.
// Between equal preferences the smaller result wins: br, then gzip. It returns
// Identity when nothing else is acceptable, or when the value is empty.
func Choose(acceptEncoding []byte, available Set) Encoding {
	if len(acceptEncoding) == 0 || available == 0 {
		return Identity
	}
	quality := [Count]float64{Identity: -1, Gzip: -1, Brotli: -1}
	wildcard := -1.0
	for len(acceptEncoding) > 0 {
		var item []byte
		item, acceptEncoding, _ = bytes.Cut(acceptEncoding, []byte{','})
		name, parameters, _ := bytes.Cut(item, []byte{';'})
		name = bytes.TrimSpace(name)
		q := parseQuality(parameters)
		switch {
		case equalFold(name, "br"):
			quality[Brotli] = q
		case equalFold(name, "gzip"), equalFold(name, "x-gzip"):
			quality[Gzip] = q
		case equalFold(name, "identity"):
			quality[Identity] = q
		case len(name) == 1 && name[0] == '*':
			wildcard = q
		}
	}
	best, bestQuality := Identity, max(quality[Identity], 0)
	for _, e := range [...]Encoding{Gzip, Brotli} {
		if !available.Has(e) {
			continue
		}
		q := quality[e]
		if q < 0 {
			q = wildcard
		}
		if q > 0 && q >= bestQuality {
			best, bestQuality = e, q
		}
	}
	return best
}

// parseQuality reads ";q=0.5"; anything else means 1, and nonsense 0.
func parseQuality(parameters []byte) float64 {
	key, value, found := bytes.Cut(bytes.TrimSpace(parameters), []byte{'='})
	if !found || !equalFold(bytes.TrimSpace(key), "q") {
		return 1
	}
	q, err := strconv.ParseFloat(string(bytes.TrimSpace(value)), 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}

func equalFold(b []byte, lower string) bool {
	return len(b) == len(lower) && bytes.EqualFold(b, []byte(lower))
}

// Matches reports whether an If-None-Match value names the entity tag. The
// comparison is weak, as that header demands.
func Matches(ifNoneMatch []byte, tag string) bool {
	for len(ifNoneMatch) > 0 {
		var item []byte
		item, ifNoneMatch, _ = bytes.Cut(ifNoneMatch, []byte{','})
		item = bytes.TrimSpace(item)
		if len(item) == 1 && item[0] == '*' {
			return true
		}
		if string(bytes.TrimPrefix(item, []byte("W/"))) == tag {
			return true
		}
	}
	return false
}
