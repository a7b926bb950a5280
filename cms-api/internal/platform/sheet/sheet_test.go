package sheet

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, rows ...[]string) string {
	t.Helper()
	var out bytes.Buffer
	docs := func(yield func([]string, error) bool) {
		for _, row := range rows[1:] {
			if !yield(row, nil) {
				return
			}
		}
	}
	if err := Write(&out, rows[0], docs, func(row []string) []string { return row }); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWrite(t *testing.T) {
	got := write(t, []string{"name", "note"}, []string{`Asha "A" Rao, PhD`, "one\ntwo"}, []string{"ಆಶಾ", ""})
	want := "\ufeffname,note\r\n\"Asha \"\"A\"\" Rao, PhD\",\"one\r\ntwo\"\r\nಆಶಾ,\r\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestCell(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+919876543210": "'+919876543210", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)",
		"\t=1": "'\t=1", "\r=1": "'\r=1", "  =1": "'  =1",
		"＝1": "'＝1", "\u200b=1": "'\u200b=1", "Asha": "Asha", "a=b": "a=b", "12500": "12500", "": "", "'x": "'x",
	} {
		if got := Cell(cell); got != want {
			t.Errorf("Cell(%q) = %q, want %q", cell, got, want)
		}
	}
}

func FuzzWrite(f *testing.F) {
	for _, cell := range []string{"=cmd|' /C calc'!A0", "+91 98765", "a,b", "\"", "a\r\nb", "\n", "＠x", "\ufeff=1", "-"} {
		f.Add(cell, "plain")
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		written := write(t, []string{first, second}, []string{second, first})
		text, found := strings.CutPrefix(written, "\ufeff")
		if !found || !strings.HasSuffix(text, "\r\n") {
			t.Fatalf("%q does not begin or end as it should", written)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatalf("%q: %v", written, err)
		}
		// Line breaks are all the same in a table.
		plain := func(cell string) string { return strings.ReplaceAll(Cell(cell), "\r", "") }
		a, b := plain(first), plain(second)
		if len(rows) != 2 || !slices.Equal(rows[0], []string{a, b}) || !slices.Equal(rows[1], []string{b, a}) {
			t.Fatalf("%q was read back as %q", []string{first, second}, rows)
		}
		for _, cell := range slices.Concat(rows...) {
			if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
				t.Errorf("cell %q begins like a formula", cell)
			}
		}
	})
}
