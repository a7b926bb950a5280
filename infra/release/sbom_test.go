package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// official compiles CycloneDX's own schema, which comes with the library.
func official(t *testing.T) *jsonschema.Schema {
	t.Helper()
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	for name, file := range map[string]string{
		"bom-1.6.schema.json": "bom-1.6.schema.json", "spdx.schema.json": "spdx.schema.json",
		"jsf-0.82.schema.json": "jsf-0.82.schemax.json",
	} {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), "schema", file))
		if err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiler.AddResource("http://cyclonedx.org/schema/"+name, document); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := compiler.Compile("http://cyclonedx.org/schema/bom-1.6.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestTheListIsCycloneDXAndHasTheSums(t *testing.T) {
	// Of the text "abc": the example of the standard that defines SHA-512.
	const encoded = "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="
	const sum = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd" +
		"454d4423643ce80e2a9ac94fa54ca49f"
	parts := []component{
		{kind: "golang", name: "std", version: "1.26.0", licences: []string{"BSD-3-Clause"}},
		{kind: "golang", name: "example.org/module", version: "v1.0.0", sum: "h1:abc=", licences: []string{"MIT"}},
		{kind: "npm", name: "@scope/package", version: "2.0.0", sum: "sha512-" + encoded, licences: []string{"MIT", "0BSD"}},
	}
	list, err := release{version: "1.0.0", arch: "amd64", at: time.Unix(1_800_000_000, 0).UTC()}.sbom(parts)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(list.content))
	if err != nil {
		t.Fatal(err)
	}
	if err := official(t).Validate(document); err != nil {
		t.Error(err)
	}
	var said struct {
		Components []struct {
			Hashes     []struct{ Alg, Content string }
			Properties []struct{ Name, Value string }
		}
	}
	if err := json.Unmarshal(list.content, &said); err != nil {
		t.Fatal(err)
	}
	library, module, pkg := said.Components[0], said.Components[1], said.Components[2]
	if library.Hashes != nil || library.Properties != nil {
		t.Errorf("Go's library: %+v", library)
	}
	if module.Hashes != nil || len(module.Properties) != 1 || module.Properties[0].Value != "h1:abc=" {
		t.Errorf("a Go module: %+v", module)
	}
	if len(pkg.Hashes) != 1 || pkg.Hashes[0].Alg != "SHA-512" || pkg.Hashes[0].Content != sum {
		t.Errorf("an npm package: %+v", pkg)
	}
}

func TestSumsThatAreNone(t *testing.T) {
	if _, err := (release{}).sbom([]component{{kind: "npm", name: "a", version: "1.0.0", sum: "sha512-?"}}); err == nil {
		t.Error("a sum that is not base64 was taken")
	}
}
