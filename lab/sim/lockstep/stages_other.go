//go:build !amd64

package lockstep

const fast = false

var fastStages = plainStages
