package release

// building is what visitors see before the first release. It asks again by
// itself, and needs nothing that would have to be published.
const building = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<meta name="robots" content="noindex">
<title>The site is being built</title>
<style>` + buildingStyle + `</style>
</head>
<body>
<h1>The site is being built</h1>
<p>This takes a few seconds the first time. The page looks again by itself.</p>
</body>
</html>
`

const buildingStyle = `
body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
  font: 1.1rem/1.5 system-ui, sans-serif; color: #1f2937; background: #fafaf7; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
p { margin: 0; }
@media (prefers-color-scheme: dark) { body { color: #e5e7eb; background: #111827; } }
`

// buildingPolicy lets that page show its own style and nothing else.
var buildingPolicy = "default-src 'none'; style-src '" + scriptHash([]byte(buildingStyle)) +
	"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
