// Package clients tests the packages for other languages: clients/python.
package clients
