package server

import (
	"errors"
	"testing"

	"golang.org/x/crypto/acme/autocert"

	"parlour/hall/storetest"
)

// Two nodes share their certificates.
func TestCertificates(t *testing.T) {
	store := &storetest.Memory{}
	one, two := certificates{store}, certificates{store}
	ctx := t.Context()
	if _, err := one.Get(ctx, "a"); !errors.Is(err, autocert.ErrCacheMiss) {
		t.Errorf("an empty store: %v", err)
	}
	for _, text := range []string{"first", "second"} {
		if err := one.Put(ctx, "a", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := two.Get(ctx, "a"); err != nil || string(got) != text {
			t.Errorf("kept %q, got %q, %v", text, got, err)
		}
	}
	if err := two.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := one.Get(ctx, "a"); !errors.Is(err, autocert.ErrCacheMiss) {
		t.Errorf("after deleting: %v", err)
	}
}
