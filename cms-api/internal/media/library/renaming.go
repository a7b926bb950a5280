package library

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Renaming has documents name another file.
type Renaming struct {
	// Replace returns a text with the new address in the place of the old one.
	Replace func(text string) string
	// Duration is that of the new file, in seconds.
	Duration float64
}

// renaming returns a text with the addresses of documents in the place of former ones, and those of their variants.
// Now has the documents by the stems of the former addresses, at least one.
func renaming(now map[string]Media) func(text string) string {
	stems := slices.SortedFunc(maps.Keys(now), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for i, stem := range stems {
		stems[i] = regexp.QuoteMeta(stem)
	}
	former := regexp.MustCompile(`(` + strings.Join(stems, "|") + `)(?:\.[0-9]+\.webp|\.[0-9A-Za-z]+)`)
	return func(text string) string {
		text = picture.ReplaceAllStringFunc(text, func(tag string) string {
			if old := former.FindStringSubmatch(tag); old != nil {
				return resized(tag, old[0], now[old[1]])
			}
			return tag
		})
		return former.ReplaceAllStringFunc(text, func(old string) string {
			return now[former.FindStringSubmatch(old)[1]].URL
		})
	}
}

var (
	// picture finds the tags of pictures in rich text, that in JSON included, however often it is encoded. Another tag
	// ends one that is not closed.
	picture = regexp.MustCompile(`(?:<|\\+u003[cC])img\s[^<>]*?(?:>|\\+u003[eE])`)
	// extent finds the attributes of such a tag that say how large the picture is.
	extent = regexp.MustCompile(`\s(width|height)=(\\*")([0-9]+)\\*"`)
	// extentOf finds the width and the height in the address of a picture.
	extentOf = regexp.MustCompile(`_([0-9]+)x([0-9]+)(?:_[0-9]+)*\.`)
)

// resized returns the tag of a picture with the width and the height of another if it has both of the old one, and else
// with none, as the other one would be distorted.
func resized(tag, old string, to Media) string {
	had := map[string]string{}
	for _, each := range extent.FindAllStringSubmatch(tag, -1) {
		had[each[1]] = each[3]
	}
	was := extentOf.FindStringSubmatch(old)
	whole := was != nil && had["width"] == was[1] && had["height"] == was[2] && to.Width > 0 && to.Height > 0
	is := map[string]int{"width": to.Width, "height": to.Height}
	return extent.ReplaceAllStringFunc(tag, func(attribute string) string {
		if !whole {
			return ""
		}
		parts := extent.FindStringSubmatch(attribute)
		return fmt.Sprintf(" %s=%s%d%s", parts[1], parts[2], is[parts[1]], parts[2])
	})
}

// Present returns a text of a document with the present addresses of files in the place of former ones, so that nobody
// who has read those before a replacement brings them back.
func (s *Service) Present(text string) string {
	now := map[string]Media{}
	for _, stem := range s.index.namesIn([]byte(text)) {
		if doc, is := s.list.replaced(stem); is {
			now[stem] = doc
		}
	}
	if len(now) == 0 {
		return text
	}
	return renaming(now)(text)
}
