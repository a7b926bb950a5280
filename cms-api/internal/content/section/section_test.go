package section

import (
	"testing"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/problem"
)

// A section of an import or a seed has not come through a call, which cleans what is sent.
func TestCheck_CleansWords(t *testing.T) {
	s := &Service{model: &model.Model{Blocks: []model.Block{{Type: "hero"}}}}
	section := Section{Name: "  Success \n stories\u200b ", Block: " hero "}
	if err := s.check(&section, Section{}); err != nil || section.Name != "Success stories" || section.Block != "hero" {
		t.Errorf("got %q of %q, %v", section.Name, section.Block, err)
	}
	if err := s.check(&Section{Name: " \u200b "}, Section{}); !problem.Is(err, problem.Invalid) {
		t.Errorf("without a name: %v", err)
	}
}
