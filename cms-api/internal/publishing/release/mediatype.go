package release

import (
	"path"
	"regexp"
)

// mediaTypes are those of what a site has, by the ending. The machine's own table is not
// asked: releases would differ between machines.
var mediaTypes = map[string]string{
	".avif": "image/avif", ".css": "text/css", ".gif": "image/gif", ".html": "text/html",
	".ico": "image/vnd.microsoft.icon", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "text/javascript",
	".json": "application/json", ".map": "application/json", ".mjs": "text/javascript", ".mp4": "video/mp4",
	".otf": "font/otf", ".pdf": "application/pdf", ".png": "image/png", ".svg": "image/svg+xml", ".ttf": "font/ttf",
	".txt": "text/plain", ".wasm": "application/wasm", ".webm": "video/webm",
	".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff": "font/woff", ".woff2": "font/woff2",
	".xml": "application/xml",
}

// feed is the file that .xml does not say enough of.
const feed = "feed.xml"

var (
	isText       = regexp.MustCompile(`^text/|javascript|json|xml`)
	compressible = regexp.MustCompile(`^text/|javascript|json|xml|wasm`)
)

// mediaTypeOf returns the media type of a public file.
func mediaTypeOf(file string) string {
	mediaType, known := mediaTypes[path.Ext(file)]
	switch {
	case path.Base(file) == feed:
		mediaType = "application/rss+xml"
	case !known:
		return "application/octet-stream"
	}
	if isText.MatchString(mediaType) {
		mediaType += "; charset=utf-8"
	}
	return mediaType
}
