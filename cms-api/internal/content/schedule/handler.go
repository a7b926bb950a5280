package schedule

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// UnmarshalJSON reads text or null.
func (d *Date) UnmarshalJSON(data []byte) error {
	d.Set, d.Text = true, ""
	return json.Unmarshal(data, &d.Text)
}

// MarshalJSON writes text, or null for none.
func (d Date) MarshalJSON() ([]byte, error) {
	if d.Text == "" {
		return []byte("null"), nil
	}
	return json.Marshal(d.Text)
}

// Schema describes a date as text or null.
func (Date) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Nullable: true, Format: "moment", Examples: []any{"2026-01-15"}}
}
