package main

import (
	"strings"
	"testing"
)

func TestIslands_FindsWhatWouldDoNothing(t *testing.T) {
	const page = "import { A } from \"@/features/a/A\";\nexport default () => <A />;"
	live := `const [open, setOpen] = useState(false); return <button onClick={() => setOpen(!open)} />;`
	island := useClient + "\n" + `export const A = island("A", function A() { ` + live + ` });`
	for name, test := range map[string]struct {
		sources map[string]string
		want    string
	}{
		"an island": {map[string]string{"app/page.tsx": page, "features/a/A.tsx": island}, ""},
		"a part of an island": {map[string]string{
			"app/page.tsx":     page,
			"features/a/A.tsx": useClient + "\nimport { B } from \"./B\";\nexport const A = island(\"A\", B);",
			"features/a/B.tsx": "export function B() { " + live + " }",
		}, ""},
		"a component that nobody wrapped": {map[string]string{
			"app/page.tsx": page, "features/a/A.tsx": "export function A() { " + live + " }",
		}, `features/a/A.tsx: has "useState("`},
		"a hook with a type": {map[string]string{
			"app/page.tsx": page, "features/a/A.tsx": "export function A() { const { data } = useSWR<User>(key); }",
		}, `features/a/A.tsx: has "useSWR<"`},
		"two islands of one name": {map[string]string{
			"app/page.tsx": page, "features/a/A.tsx": island, "features/b/A.tsx": island,
		}, `features/b/A.tsx: is an island "A", as is features/a/A.tsx`},
		"one that says use client": {map[string]string{
			"app/page.tsx": page, "features/a/A.tsx": useClient + "\nexport function A() { " + live + " }",
		}, `features/a/A.tsx: says "use client";, but exports no island "A"`},
		"a handler in a page itself": {map[string]string{
			"app/page.tsx": "export default () => <p onClick={() => alert(1)} />;",
		}, `app/page.tsx: has "onClick={"`},
		"a part of an island that a page has too": {map[string]string{
			"app/page.tsx":     "import { A } from \"@/features/a/A\";\nimport { B } from \"@/features/a/B\";",
			"features/a/A.tsx": useClient + "\nimport { B } from \"./B\";\nexport const A = island(\"A\", B);",
			"features/a/B.tsx": "export function B() { useEffect(() => {}); }",
		}, `features/a/B.tsx: has "useEffect("`},
		"a type of one": {map[string]string{
			"app/page.tsx":     "import type { B } from \"@/features/a/B\";",
			"features/a/B.tsx": "export function B() { useEffect(() => {}); }",
		}, ""},
	} {
		got := strings.Join(wrongIslands(test.sources), "\n")
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: found %q, want %q", name, got, test.want)
		}
	}
}
