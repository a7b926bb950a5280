package doctor

import (
	"context"
	"strings"
	"testing"
)

func TestContent_IsASentence(t *testing.T) {
	check := Content("1", func(context.Context) ([]string, error) {
		return []string{"page /a, blocks[0].type: There is none.", "page /b, blocks[0].type: There is none."}, nil
	})
	found := Examine(t.Context(), nil, []Check{check}).Findings[0].Found
	if !strings.HasSuffix(found, "none; page /b, blocks[0].type: There is none.") {
		t.Errorf("%q is no sentence", found)
	}
}
