package main

import (
	"fmt"
	"slices"
)

// Suites that run at once. Two keep two processors busy. A suite that starts programs and
// waits for them leaves half of the time idle, so tests run three at a time.
const (
	twoAtOnce   = 2
	threeAtOnce = 3
)

// infraTags excludes an unused database backend from the embedded stores.
const infraTags = "ferretdb_no_postgresql"

// module is a folder with a go.mod, and the build tags that make builds it with: with
// others, what is checked and tested would be compiled again, and not be what ships.
type module struct{ dir, tags string }

var (
	cms        = module{"cms-api", "nodynamic"}
	infra      = module{"infra", infraTags}
	lint       = module{"infra/lint", ""}
	monitoring = module{"infra/monitoring", ""}
)

// browserTests is the workspace whose tests need a browser.
const browserTests = "infra/e2e"

// apitest is the longest package of tests.
const apitest = "./internal/test/apitest"

// tutorial follows the tutorial of a collection, for which it compiles cms-api once more.
const tutorial = "./internal/test/tutorial"

// Tests that run on the embedded object store in make test, and on a real MinIO in make
// verify.
var (
	withMinIO = []string{"WITH_MINIO=1"}
	onMinIO   = []string{
		"./internal/publishing/release", "./internal/publishing/target", "./internal/media/upload",
		"./internal/platform/objectstore",
	}
)

const apiOnMinIO = "^(TestRestore_BringsEverythingBackToAnEmptySystem|TestDoctor_OfAHealthyInstallationChangesNothing|" +
	"TestSweep_RemovesWhatNothingNames|TestUploadImage_StoredAndServed|TestMedia_ConditionsAndRanges|" +
	"TestVideos_UploadListWatchEditDelete)$"

// stage is a word of the command line, and its suites.
type stage struct {
	name   string
	phases []phase
}

// stages are every suite there is, once: this table alone says what runs when. A phase
// begins when the one before it has ended; within it, what takes longest comes first.
func stages() []stage {
	return []stage{
		{"check", []phase{{twoAtOnce, []suite{
			analysis(cms),
			analysis(infra),
			types("admin"),
			types("site"),
			types(browserTests),
			types("shared"),
			types("packages/client"),
			check("biome", biome),
			check("generated files", generated),
			check("seed content", program(".", "node", "content-seed/check.mjs")),
			check("planted faults", program(".", "node", "infra/mutants/check.mjs")),
			check("gofmt", gofmt),
			check("lines of Go", longLines),
		}}}},

		// Each behaviour of the product. Nothing here is built from the sources of other
		// projects' programs.
		{"test", []phase{{threeAtOnce, []suite{
			// Both projects begin with the data of the same first start.
			vitest(browserTests, "product", "site"),
			// Packages begin in the order in which they are named.
			goTest(cms, goTests{first: apitest, without: []string{tutorial}}),
			vitest("admin"),
			vitest("site", "parts"),
			goTest(infra, goTests{without: []string{"./cluster"}, skip: "^TestChaos$"}),
			vitest("site", "src", "islands"),
			vitest("shared"),
		}}}},

		// Rare or slow suites.
		{"verify", []phase{
			// While MinIO, its client and Caddy are compiled, others wait for what they have started.
			{twoAtOnce, []suite{
				check("programs of others", program(".", "make", "--no-print-directory", "outside")),
				// The short form of make chaos. CHAOS_SEED repeats the faults of a run.
				goTest(infra, goTests{title: "chaos", only: []string{"./chaos"}, run: "^TestChaos$"}),
				vitest("site", "builds"),
				analysis(lint),
				goTest(lint, goTests{}),
				analysis(monitoring),
				goTest(monitoring, goTests{}),
				release(),
				vulnerabilities(cms),
				vulnerabilities(infra),
				vulnerabilities(lint),
				vulnerabilities(monitoring),
				audit("npm audit", npmAudit),
			}},
			{1, []suite{
				goTest(infra, goTests{title: "cluster", only: []string{"./cluster"}}),
				goTest(cms, goTests{title: "tutorial of a collection", only: []string{tutorial}}),
				goTest(cms, goTests{title: "on MinIO", env: withMinIO, only: onMinIO}),
				goTest(cms, goTests{title: "API on MinIO", env: withMinIO, only: []string{apitest}, run: apiOnMinIO}),
				vitest(browserTests, "verify"),
				production(),
			}},
		}},
	}
}

// planned returns the phases of the named stages, in the order of the table. To test is to
// check first.
func planned(names ...string) ([]phase, error) {
	if slices.Contains(names, "test") {
		names = append(names, "check")
	}
	var all []phase
	known := 0
	for _, s := range stages() {
		if slices.Contains(names, s.name) {
			all = append(all, s.phases...)
		}
		for _, name := range names {
			if name == s.name {
				known++
			}
		}
	}
	if len(names) == 0 || known != len(names) {
		return nil, fmt.Errorf("usage: suites check|test|verify…, in the root of the repository")
	}
	return all, nil
}
