package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// affero is how a program says that it is under the AGPL.
const affero = `This program is free software: you can redistribute it and/or modify it under the terms of the
GNU Affero General Public License as published by the Free Software Foundation, either version 3 of the License,
or (at your option) any later version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied
warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU Affero General Public License for more
details.

You should have received a copy of the GNU Affero General Public License along with this program. If not, see
<https://www.gnu.org/licenses/>.
`

// part makes a component whose folder holds the files.
func part(t *testing.T, name string, content map[string]string) component {
	t.Helper()
	c := component{kind: "npm", name: name, version: "1.0.0", folder: t.TempDir()}
	for file, text := range content {
		if err := os.WriteFile(filepath.Join(c.folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestLicencesThatAReleaseMayNotHave(t *testing.T) {
	for want, content := range map[string]map[string]string{
		"it has no licence text":            {"README.md": mit},
		"its licence is none that is known": {"LICENSE": "All rights reserved."},
		"it is under AGPL-3.0":              {"COPYING": affero},
		"it is under AGPL-3.0-or-later":     {"LICENSE": mit, "COPYING.txt": affero},
		"":                                  {"LICENCE.md": mit},
	} {
		err := findLicences([]component{part(t, "other", content)})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "other 1.0.0: "+want)) {
			t.Errorf("%v: %v, want %q", content, err, want)
		}
	}
}

func TestOfALicenceThatMayBeChosenTheChosenOneCounts(t *testing.T) {
	both := map[string]string{"LICENSE.markdown": mit + affero}
	all := []component{part(t, "jszip", both)}
	if err := findLicences(all); err != nil || !slices.Equal(all[0].licences, []string{"MIT"}) {
		t.Errorf("%v, %v", all[0].licences, err)
	}
	if err := findLicences([]component{part(t, "other", both)}); err == nil {
		t.Error("nobody chose the licence of other")
	}
	if err := findLicences([]component{part(t, "jszip", map[string]string{"LICENSE": affero})}); err == nil {
		t.Error("jszip no longer offers the MIT licence")
	}
}

func TestAPartThatStaysApartBringsItsWholeLicence(t *testing.T) {
	text, err := os.ReadFile("../../node_modules/libheif-js/LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	content := map[string]string{"LICENSE": string(text)}
	if err := findLicences([]component{part(t, "other", content)}); err == nil {
		t.Error("other is under the LGPL, and bundled")
	}
	all := []component{part(t, "libheif-js", content)}
	if err := findLicences(all); err == nil {
		t.Error("the licence that it refers to is missing")
	}
	all[0].folder = "../../node_modules/libheif-js"
	err = findLicences(all)
	if err != nil || !strings.Contains(string(all[0].texts["COPYING"].content), "GNU GENERAL PUBLIC") {
		t.Errorf("%v, %v", all[0].licences, err)
	}
}

func TestALicenceInAREADMEIsRead(t *testing.T) {
	all := []component{part(t, "isarray", map[string]string{"README.md": mit})}
	if err := findLicences(all); err != nil || !slices.Equal(all[0].licences, []string{"MIT"}) {
		t.Errorf("%v, %v", all[0].licences, err)
	}
}

func TestAPartHasTheLicenceOfTheWhole(t *testing.T) {
	all := []component{part(t, "@next/env", nil), part(t, "next", map[string]string{"license.md": mit})}
	if err := findLicences(all); err != nil {
		t.Fatal(err)
	}
	if string(all[0].texts["license.md"].content) != mit || all[0].licences[0] != "MIT" {
		t.Errorf("%+v", all[0])
	}
}

func TestEqualFilesGiveEqualBytes(t *testing.T) {
	pack := func() []byte {
		folder := t.TempDir()
		for _, name := range []string{"b", "a", "c"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("content of "+name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink("a", filepath.Join(folder, "link")); err != nil {
			t.Fatal(err)
		}
		all := files{"made": {content: []byte("made")}}
		if err := all.add("copied", folder); err != nil {
			t.Fatal(err)
		}
		archive := filepath.Join(folder, "archive.tar.gz")
		if err := writeArchive(archive, "academy-1", all, time.Unix(1_800_000_000, 0)); err != nil {
			t.Fatal(err)
		}
		written, err := os.ReadFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		return written
	}
	if first, second := pack(), pack(); !bytes.Equal(first, second) {
		t.Error("the archives differ")
	}
}

func TestEverythingIsForOneProcessor(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	other := map[string]string{"amd64": "arm64", "arm64": "amd64"}[runtime.GOARCH]
	all := files{"bin/academy": {source: self}, "docs/page.md": {source: "release_test.go"}}
	if err := (release{arch: runtime.GOARCH}).checkMachine(all); err != nil {
		t.Error(err)
	}
	if err := (release{arch: other}).checkMachine(all); err == nil ||
		!strings.HasPrefix(err.Error(), "bin/academy is for ") {
		t.Errorf("for another processor: %v", err)
	}
	all["node_modules/other/library.node"] = file{source: "release_test.go"}
	if err := (release{arch: runtime.GOARCH}).checkMachine(all); err == nil ||
		!strings.HasPrefix(err.Error(), "node_modules/other/library.node: ") {
		t.Errorf("what is no program: %v", err)
	}
	if err := (release{arch: "m68k"}).checkMachine(nil); err == nil {
		t.Error("a processor that is not known was taken")
	}
}

func TestAFolderThatWasNotBuiltIsAnError(t *testing.T) {
	if err := (files{}).add("site/.publisher", t.TempDir()); err == nil {
		t.Error("an empty folder was taken")
	}
}
