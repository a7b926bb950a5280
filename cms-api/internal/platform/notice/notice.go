// Package notice is the page that says one thing to whoever asks for a page of the site where
// there is none to show. It needs nothing that would have to be published.
package notice

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
)

// Page is what such a page says, as texts.
type Page struct {
	Title, Text string
	// Again is after how many seconds the browser asks again by itself; 0: never.
	Again int
}

// HTML returns the page.
func (p Page) HTML() string {
	again := ""
	if p.Again > 0 {
		again = fmt.Sprintf("<meta http-equiv=\"refresh\" content=\"%d\">\n", p.Again)
	}
	title, text := html.EscapeString(p.Title), html.EscapeString(p.Text)
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
` + again + `<meta name="robots" content="noindex">
<title>` + title + `</title>
<style>` + style + `</style>
</head>
<body>
<h1>` + title + `</h1>
<p>` + text + `</p>
</body>
</html>
`
}

// The colours are those of shared/src/styles/tokens.css.
const style = `
body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
  font: 1.1rem/1.5 system-ui, sans-serif; color: #1c2046; background: #faf5ea;
  padding: 1.5rem; box-sizing: border-box; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
p { margin: 0; max-width: 65ch; }
@media (prefers-color-scheme: dark) { body { color: #f4eee0; background: #13162f; } }
`

// Policy is the Content-Security-Policy of every Page: its own style and nothing else.
var Policy = func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}()
