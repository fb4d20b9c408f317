// Package e2e holds no code for others: its tests play whole games on the page
// in a real browser, with the real server behind it.
package e2e
