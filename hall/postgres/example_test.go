package postgres_test

import (
	"fmt"

	"parlour/hall/postgres"
)

// The address in a form that is safe to log.
func ExampleName() {
	fmt.Println(postgres.Name("postgres://parlour:secret@db.example.org/parlour?sslmode=require"))
	// Output: postgres://parlour@db.example.org/parlour
}
