// Package clients tests the packages for other languages: clients/python
// and clients/js.
package clients
