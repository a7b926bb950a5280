package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

var (
	licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|unlicense|patents|ofl)([-._].*)?$`)
	// refused would put conditions on the product that is linked with it. Such programs
	// run beside it and are no part of a release.
	refused = regexp.MustCompile(`^(AGPL|GPL|LGPL|SSPL|BUSL)`)
)

// apart are packages under a refused licence that ships as files of their own, unchanged: whoever has the release can
// replace them, which the LGPL asks for. Each has its licence with all that it refers to in a file.
var apart = map[string]string{"libheif-js": "libheif-wasm/LICENSE"}

// sameAs are packages that come without a text: parts of another one, which has it.
var sameAs = []struct {
	part  *regexp.Regexp
	whole string
}{
	{regexp.MustCompile(`^@next/(env|swc-linux-.*)$`), "next"},
	{regexp.MustCompile(`^@resvg/resvg-js-linux-.*$`), "@resvg/resvg-js"},
	{regexp.MustCompile(`^client-only$`), "react"},
}

// readme has the licence's text of packages that have no file for it.
var readme = map[string]string{"isarray": "README.md"}

// chosen is the licence of packages that let their users choose one.
var chosen = map[string]string{"jszip": "MIT"}

// textless are packages that name their licence but do not contain its text.
var textless = map[string]string{
	"combine-errors": mit, "custom-error-instance": isc, "react-remove-scroll-bar": mit, "standardwebhooks": mit,
}

const isc = `ISC License

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`

const mit = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

// findLicences reads the texts of all components. The error names each that has
// none, or one that is not known or not allowed.
func findLicences(all []component) error {
	var problems []error
	folders := map[string]string{}
	for _, c := range all {
		folders[c.name] = c.folder
	}
	for i := range all {
		c := &all[i]
		folder := c.folder
		for _, same := range sameAs {
			if whole := folders[same.whole]; whole != "" && same.part.MatchString(c.name) {
				folder = whole
			}
		}
		if err := c.readLicences(folder); err != nil {
			problems = append(problems, fmt.Errorf("%s %s: %w", c.name, c.version, err))
		}
	}
	return errors.Join(problems...)
}

func (c *component) readLicences(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	c.texts = files{}
	for _, entry := range entries {
		named := licenceFile.MatchString(entry.Name()) || readme[c.name] == entry.Name()
		if named && entry.Type().IsRegular() {
			text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return err
			}
			c.texts[entry.Name()] = file{content: text}
		}
	}
	if text, known := textless[c.name]; known && len(c.texts) == 0 {
		c.texts["LICENSE"] = file{content: []byte(text)}
	}
	whole, isApart := apart[c.name]
	if isApart {
		text, err := os.ReadFile(filepath.Join(folder, whole))
		if err != nil {
			return err
		}
		c.texts["COPYING"] = file{content: text}
	}
	if len(c.texts) == 0 {
		return errors.New("it has no licence text")
	}
	for _, text := range c.texts {
		for _, match := range licensecheck.Scan(text.content).Match {
			// That one goes with a licence, and has no name of SPDX's.
			known := !match.IsURL && match.ID != "GooglePatentsFile"
			if known && !slices.Contains(c.licences, match.ID) {
				c.licences = append(c.licences, match.ID)
			}
		}
	}
	if slices.Contains(c.licences, chosen[c.name]) {
		c.licences = []string{chosen[c.name]}
	}
	slices.Sort(c.licences)
	if len(c.licences) == 0 {
		return errors.New("its licence is none that is known")
	}
	if i := slices.IndexFunc(c.licences, refused.MatchString); i >= 0 && !isApart {
		return fmt.Errorf("it is under %s", c.licences[i])
	}
	return nil
}

// addLicences adds the texts, and a page that lists them.
func addLicences(all files, parts []component) {
	var page strings.Builder
	page.WriteString("# What others made\n\nThis release contains the following. The texts lie in the folder `licences`.\n\n" +
		"| what | version | licence |\n|---|---|---|\n")
	for _, c := range parts {
		folder := path.Join("licences", c.kind, c.name+"@"+c.version)
		for name, text := range c.texts {
			all[path.Join(folder, name)] = text
		}
		fmt.Fprintf(&page, "| [%s](%s) | %s | %s |\n", c.name, folder, c.version, strings.Join(c.licences, ", "))
	}
	all["THIRD_PARTY.md"] = file{content: []byte(page.String())}
}
