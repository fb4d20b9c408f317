//go:build !unix

package screen

func (v *view) suspend() {}
