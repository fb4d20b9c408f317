package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// A bom is a list of parts in the form of CycloneDX 1.6.
type bom struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Serial       string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp,omitempty"` // of the commit
	Component component `json:"component"`
}

type component struct {
	Ref     string `json:"bom-ref"`
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// sbom lists the parts of a program, as the program itself names them. The same program
// gives the same bytes.
func sbom(program string) ([]byte, error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	sum := sha256.Sum256(text)
	name := fmt.Sprintf("parlour-%s-%s-%s", strings.TrimPrefix(info.Main.Version, "v"), setting["GOOS"], setting["GOARCH"])
	main := component{Ref: name, Type: "application", Name: "parlour", Version: info.Main.Version, Hashes: []hash{{"SHA-256", fmt.Sprintf("%x", sum)}}}
	add := func(path, version string) component {
		purl := fmt.Sprintf("pkg:golang/%s@%s", path, version)
		return component{Ref: purl, Type: "library", Name: path, Version: version, PURL: purl}
	}
	// The serial number is a UUID made of the program, so that it is the same again.
	b := bom{
		Format: "CycloneDX", Spec: "1.6", Version: 1,
		Serial:     fmt.Sprintf("urn:uuid:%x-%x-5%03x-8%03x-%x", sum[:4], sum[4:6], uint16(sum[6])<<4|uint16(sum[7])>>4, uint16(sum[8])<<4|uint16(sum[9])>>4, sum[10:16]),
		Metadata:   metadata{setting["vcs.time"], main},
		Components: []component{add("std", info.GoVersion)},
	}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		b.Components = append(b.Components, add(d.Path, d.Version))
	}
	needs := dependency{Ref: name}
	for _, c := range b.Components {
		needs.DependsOn = append(needs.DependsOn, c.Ref)
	}
	b.Dependencies = []dependency{needs}
	return json.MarshalIndent(b, "", "  ")
}
