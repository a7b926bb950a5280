package publish

import (
	"encoding/json"
	"testing"
)

func TestReportsThatAreNone(t *testing.T) {
	good, err := json.Marshal(reportMessage{Type: typeReport, Data: Report{State: reportFailed}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodeReport(good); err != nil {
		t.Fatal(err)
	}
	for _, payload := range []string{
		``, `[]`, `{}`, `{"type":"content.changed","data":{}}`, `{"type":"publish.report","data":{"state":"odd"}}`,
		`{"type":"publish.report","data":{"state":"live"}}`,
	} {
		if _, err := decodeReport([]byte(payload)); err == nil {
			t.Errorf("%s was taken for a report", payload)
		}
	}
}
