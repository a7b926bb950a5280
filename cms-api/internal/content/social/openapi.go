package social

import "github.com/danielgtaylor/huma/v2"

// TransformSchema says what a new link needs.
func (Create) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"platform", "url"}
	s.Properties["color"].Default, s.Properties["order_index"].Default = "#667eea", 0
	s.Properties["active"].Description = "Active when it is missing."
	return s
}
