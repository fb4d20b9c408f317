package postgres_test

import (
	"fmt"

	"parlour/hall/postgres"
)

// An address as it may stand in a log.
func ExampleName() {
	fmt.Println(postgres.Name("postgres://parlour:secret@db.example.org/parlour?sslmode=require"))
	// Output: postgres://parlour@db.example.org/parlour
}
