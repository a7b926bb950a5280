package settings

import "testing"

// Forms send the flag under either name.
func TestPatch_TakesTheFlagUnderBothNames(t *testing.T) {
	yes, no := true, false
	for name, c := range map[string]struct {
		newer Update
		want  bool
	}{
		"its name":             {Update{PoliceHidden: &yes}, true},
		"its other name":       {Update{PoliceHiddenAlias: &yes}, true},
		"both: its name wins":  {Update{PoliceHidden: &no, PoliceHiddenAlias: &yes}, false},
		"neither: as it was":   {Update{}, false},
		"the other, to say no": {Update{PoliceHiddenAlias: &no}, false},
	} {
		got := Update{PoliceHidden: &no}.Patch(c.newer).Over(Defaults())
		if *got.PoliceHidden != c.want || *got.PoliceHiddenAlias != c.want {
			t.Errorf("%s: %t, %t", name, *got.PoliceHidden, *got.PoliceHiddenAlias)
		}
	}
}

func TestOver_AnEmptiedTitleIsTheDefault(t *testing.T) {
	for given, want := range map[string]string{"": "Adhva Academy", "Adhva": "Adhva"} {
		if got := (Update{SiteTitle: &given}).Over(Settings{SiteTitle: new("Before")}); *got.SiteTitle != want {
			t.Errorf("%q: %q", given, *got.SiteTitle)
		}
	}
}
