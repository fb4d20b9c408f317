// Package docs holds what a server tells programs about itself.
//
//	w.Write(docs.OpenAPI)
package docs

import _ "embed"

// OpenAPI describes the API of a server in OpenAPI 3.1.
//
//go:embed openapi.yaml
var OpenAPI []byte
