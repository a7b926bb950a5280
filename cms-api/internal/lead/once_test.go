package lead

import "testing"

// Who retries a form after an update of the program sends the same, wherever the fields
// of its document stand by then.
func TestHashOf_OrderOfFields(t *testing.T) {
	type before struct {
		Name   string  `json:"name"`
		Amount float64 `json:"amount"`
	}
	type after struct {
		Amount float64 `json:"amount"`
		Name   string  `json:"name"`
	}
	var sums []string
	for _, content := range []any{before{"Asha", 12}, after{12, "Asha"}, before{"Asha", 13}} {
		sum, err := hashOf(content)
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, sum)
	}
	if sums[0] != sums[1] {
		t.Error("the same fields in another order count as another submission")
	}
	if sums[0] == sums[2] {
		t.Error("another value counts as the same submission")
	}
}
