package negotiate

import "testing"

func TestChoose(t *testing.T) {
	all := Set(0).With(Gzip).With(Brotli)
	gzipOnly := Set(0).With(Gzip)
	for _, test := range []struct {
		accept    string
		available Set
		want      Encoding
	}{
		{"", all, Identity},
		{"gzip", all, Gzip},
		{"br", all, Brotli},
		{"gzip, deflate, br, zstd", all, Brotli},
		{"gzip, deflate, br", gzipOnly, Gzip},
		{"br", gzipOnly, Identity},
		{"gzip", 0, Identity},
		{"br;q=0.5, gzip;q=0.8", all, Gzip},
		{"br;q=0.8, gzip;q=0.8", all, Brotli},
		{"br;q=0, gzip", all, Gzip},
		{"br;q=0, gzip;q=0", all, Identity},
		{"gzip;q=0.5, identity", all, Identity},
		{"gzip;q=0.5, identity;q=0.2", all, Gzip},
		{"*", all, Brotli},
		{"*;q=0", all, Identity},
		{"*;q=0, gzip", all, Gzip},
		{"br;q=0, *", all, Gzip},
		{"BR ; Q=1.0", all, Brotli},
		{"x-gzip", all, Gzip},
		{"gzip;q=2, br;q=nonsense", all, Identity},
		{"deflate, zstd", all, Identity},
		{",,;", all, Identity},
	} {
		if got := Choose([]byte(test.accept), test.available); got != test.want {
			t.Errorf("Choose(%q, %b) = %v, want %v", test.accept, test.available, got, test.want)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		header string
		want   bool
	}{
		{"", false},
		{`"abc"`, true},
		{`W/"abc"`, true},
		{`"abc-br"`, false},
		{`"x", "abc"`, true},
		{`"x","y"`, false},
		{"*", true},
		{"abc", false},
	} {
		if got := Matches([]byte(test.header), `"abc"`); got != test.want {
			t.Errorf("Matches(%q) = %v, want %v", test.header, got, test.want)
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	all := Set(0).With(Gzip).With(Brotli)
	header := []byte("gzip, deflate, br, zstd")
	b.ReportAllocs()
	for b.Loop() {
		Choose(header, all)
	}
}

func FuzzNegotiate(f *testing.F) {
	f.Add("gzip;q=0.5, br", `W/"a", "b-br"`)
	f.Add("*;q=0,identity", "*")
	f.Fuzz(func(t *testing.T, accept, match string) {
		gzipOnly := Set(0).With(Gzip)
		if got := Choose([]byte(accept), gzipOnly); !gzipOnly.Has(got) {
			t.Fatalf("chose %v, which is not available", got)
		}
		Matches([]byte(match), `"b-br"`)
	})
}
