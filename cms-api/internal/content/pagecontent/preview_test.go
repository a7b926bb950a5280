package pagecontent

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestPreviewValue_ReadsAnUpdateOrATextAlone(t *testing.T) {
	text, blank, empty, last := "Monsoons", "", true, 7
	for sent, want := range map[string]Update{
		`"Monsoons"`:                       {Content: &text},
		`""`:                               {Content: &blank},
		`{"empty": true}`:                  {Empty: &empty},
		`{"order_index": 7}`:               {OrderIndex: &last},
		`{"content": "", "empty": true}`:   {Content: &blank, Empty: &empty},
		`{"content": null, "empty": true}`: {Empty: &empty},
	} {
		var preview PreviewValue
		if err := json.Unmarshal([]byte(sent), &preview); err != nil || !reflect.DeepEqual(preview.Update, want) {
			t.Errorf("%s is read as %+v (%v), want %+v", sent, preview.Update, err, want)
		}
	}
}
