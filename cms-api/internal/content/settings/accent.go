package settings

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"academy/cms-api/internal/platform/problem"
)

// leastContrast is what WCAG 2.2 asks of text (1.4.3).
const leastContrast = 4.5

// grounds returns the colours that text of the accent stands on in a theme, as
// shared/src/styles/tokens.css has them.
func grounds(theme string) []string {
	if theme == "dark" {
		return []string{"#13162f", "#0e1024", "#1c2042"}
	}
	return []string{"#faf5ea", "#f2e9d7", "#fffdf8"}
}

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// checkAccent adds a field to bad when an accent is no colour, or cannot be read on the
// grounds of its theme. An empty one is the site's own.
func checkAccent(bad []problem.Field, theme string, accent *string) []problem.Field {
	location := "body.accent_" + theme
	switch {
	case accent == nil || *accent == "":
		return bad
	case !colour.MatchString(*accent):
		return append(bad, problem.Field{
			Location: location, Message: "Give a colour as #rrggbb, or nothing for the site's own.",
		})
	}
	least := math.Inf(1)
	for _, ground := range grounds(theme) {
		least = min(least, contrast(luminance(*accent), luminance(ground)))
	}
	if least >= leastContrast {
		return bad
	}
	// Rounded down, so that it never says what would be enough.
	return append(bad, problem.Field{Location: location, Message: fmt.Sprintf(
		"The contrast of %s with the ground of the %s theme is %.2f:1. It takes at least %.1f:1 to be read.",
		*accent, theme, math.Floor(least*100)/100, leastContrast)})
}

// luminance returns the relative luminance of #rrggbb, as WCAG defines it.
func luminance(hex string) float64 {
	light := func(digits string) float64 {
		value, _ := strconv.ParseUint(digits, 16, 8) // the pattern has seen to it
		c := float64(value) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*light(hex[1:3]) + 0.7152*light(hex[3:5]) + 0.0722*light(hex[5:7])
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }
