package pagecontent

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestWhatAPreviewSupposesIsWhatAnUpdateSays(t *testing.T) {
	text, blank, empty, last := "Monsoons", "", true, 7
	for sent, want := range map[string]Update{
		`"Monsoons"`:                       {Content: &text},
		`""`:                               {Content: &blank},
		`{"empty": true}`:                  {Empty: &empty},
		`{"order_index": 7}`:               {OrderIndex: &last},
		`{"content": "", "empty": true}`:   {Content: &blank, Empty: &empty},
		`{"content": null, "empty": true}`: {Empty: &empty},
	} {
		var supposed Supposed
		if err := json.Unmarshal([]byte(sent), &supposed); err != nil || !reflect.DeepEqual(supposed.Update, want) {
			t.Errorf("%s supposes %+v (%v), want %+v", sent, supposed.Update, err, want)
		}
	}
}
