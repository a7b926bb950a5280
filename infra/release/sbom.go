package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

const sbomName = "sbom.cdx.json"

// sbom lists what the release is made of, as CycloneDX 1.6. Neither its number nor
// its time change when the same commit is released again.
func (r release) sbom(parts []component) (file, error) {
	bom := cyclonedx.NewBOM()
	sum := sha256.Sum256([]byte(r.name()))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // a UUID of version 8: made by a rule of one's own
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	product := cyclonedx.Component{
		BOMRef: r.name(), Type: cyclonedx.ComponentTypeApplication, Name: "academy", Version: r.version,
	}
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.at.Format(time.RFC3339), Component: &product}
	var components []cyclonedx.Component
	var refs []string
	for _, c := range parts {
		url := fmt.Sprintf("pkg:%s/%s@%s", c.kind, strings.ReplaceAll(c.name, "@", "%40"), c.version)
		var licences cyclonedx.Licenses
		for _, id := range c.licences {
			licences = append(licences, cyclonedx.LicenseChoice{License: &cyclonedx.License{ID: id}})
		}
		hashes, properties, err := sums(c)
		if err != nil {
			return file{}, err
		}
		components = append(components, cyclonedx.Component{
			BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: c.name, Version: c.version, PackageURL: url,
			Licenses: &licences,
			Hashes:   hashes, Properties: properties,
		})
		refs = append(refs, url)
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: r.name(), Dependencies: &refs}}
	var out bytes.Buffer
	err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).
		EncodeVersion(bom, cyclonedx.SpecVersion1_6)
	return file{content: out.Bytes()}, err
}

// sums returns what the component was checked against when it was fetched. Go's is a
// sum over a list of files and their sums, not of any file, and therefore none of
// CycloneDX's hashes: it is said as go.sum has it.
func sums(c component) (*[]cyclonedx.Hash, *[]cyclonedx.Property, error) {
	encoded, npm := strings.CutPrefix(c.sum, "sha512-")
	switch {
	case c.sum == "":
		return nil, nil, nil
	case !npm:
		return nil, &[]cyclonedx.Property{{Name: "go.sum", Value: c.sum}}, nil
	}
	sum, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, nil, fmt.Errorf("%s %s: its sum %s: %w", c.name, c.version, c.sum, err)
	}
	return &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA512, Value: hex.EncodeToString(sum)}}, nil, nil
}
