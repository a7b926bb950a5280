package library

import (
	"slices"
	"testing"
	"time"
)

// The index answers alike whether it lists, counts or only asks, and a pack of former versions has its document's
// title.
func TestIndex_Uses(t *testing.T) {
	const url, former, other = "/media/images/a.png", "/media/images/b.png", "/media/images/c.png"
	x := newIndex(nil)
	articles, packs := x.viewOf("articles"), x.viewOf("versions")
	article := &user{collection: "articles", id: "1", title: "Monsoons"}
	article.add(Live, Stem(url), Stem(former))
	article.add(History, Stem(url))
	pack := &user{collection: "articles", id: "1"}
	pack.add(History, Stem(url), Stem(other))
	for _, err := range []error{
		articles.Replace(map[string]*user{"1": article}), packs.Replace(map[string]*user{"articles/1/0": pack}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	both := []Use{{"articles", "1", "Monsoons", Live}, {"articles", "1", "Monsoons", History}}
	for _, test := range []struct {
		urls []string
		want []Use
		used bool
	}{
		{[]string{url}, both, true},
		{[]string{url, former}, both, true},
		{[]string{other}, []Use{{"articles", "1", "", History}}, false},
		{[]string{"/media/images/d.png"}, []Use{}, false},
	} {
		now := time.Now()
		if got := x.of(test.urls, now); !slices.Equal(got, test.want) || got == nil {
			t.Errorf("%v: uses %v, want %v", test.urls, got, test.want)
		}
		if got := x.count(test.urls, now); got != len(test.want) {
			t.Errorf("%v: %d uses, want %d", test.urls, got, len(test.want))
		}
		if got := x.used(test.urls, now); got != test.used {
			t.Errorf("%v: used %v", test.urls, got)
		}
	}
}
