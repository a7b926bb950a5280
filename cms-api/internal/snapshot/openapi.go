package snapshot

import "github.com/danielgtaylor/huma/v2"

// describe adds a raw GET route to the API description.
func describe(api huma.API, op huma.Operation, schema *huma.Schema) {
	failure := func(description string) *huma.Response {
		ref := &huma.Schema{Ref: "#/components/schemas/ErrorModel"}
		return &huma.Response{Description: description, Content: map[string]*huma.MediaType{"application/problem+json": {Schema: ref}}}
	}
	op.Responses = map[string]*huma.Response{
		"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}},
		"503": failure("The content is still being loaded"),
	}
	text := &huma.Schema{Type: huma.TypeString}
	if op.OperationID == "getSnapshot" {
		op.Responses["304"] = &huma.Response{Description: "Not Modified"}
		op.Parameters = []*huma.Param{{Name: "since", In: "query", Schema: text, Description: "A fingerprint. When it is still remembered, the answer has it as base, only the articles added or changed since, and in removed the ids of those that left."}}
	} else {
		op.Responses["400"] = failure("Too many ids")
		op.Responses["410"] = failure("That snapshot is no longer known")
		op.Parameters = []*huma.Param{
			{Name: "fingerprint", In: "query", Required: true, Schema: text},
			{Name: "ids", In: "query", Required: true, Schema: text, Description: "Comma-separated, at most 100. Ids that are not in the snapshot are left out."},
		}
	}
	api.OpenAPI().AddOperation(&op)
}

// object is an open JSON object with these members, all of them required.
func object(members map[string]*huma.Schema) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeObject, Properties: members, AdditionalProperties: true}
	for name := range members {
		schema.Required = append(schema.Required, name)
	}
	schema.PrecomputeMessages()
	return schema
}

func listOf(items *huma.Schema) *huma.Schema { return &huma.Schema{Type: huma.TypeArray, Items: items} }

func snapshotSchema() *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	return object(map[string]*huma.Schema{
		"fingerprint": text,
		"revision":    {Type: huma.TypeInteger},
		"base":        {Type: huma.TypeString, Nullable: true},
		"articles":    listOf(articleSchema()),
		"removed":     listOf(text),
	})
}

func articleSchema() *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	return object(map[string]*huma.Schema{"id": text, "slug": text, "title": text, "hash": text})
}

func wholeSchema() *huma.Schema {
	article := articleSchema()
	article.Properties["content"] = &huma.Schema{Type: huma.TypeString}
	return listOf(article)
}
