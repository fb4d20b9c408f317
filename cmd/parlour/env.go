package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/bot/checkers"
)

// variable returns the environment variable that sets a flag: PARLOUR_BOT_DELAY
// for --bot-delay.
func variable(flag string) string {
	return "PARLOUR_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment lets the environment set the flags of a command, which suits
// services and containers. The command line overrides it.
func fromEnvironment(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { settable(cmd.Flags(), f.Name) })
}

// environmental marks flags that the environment can set.
const environmental = "environment"

// settable lets the environment set a flag.
func settable(flags *pflag.FlagSet, name string) {
	if err := flags.SetAnnotation(name, environmental, nil); err != nil {
		panic(err) // there is no such flag
	}
}

// readEnvironment sets flags from the environment, before any command runs. If
// the command has such flags, it also names variables that nothing reads.
func readEnvironment(cmd *cobra.Command) (err error) {
	flags, any := cmd.Flags(), false
	flags.VisitAll(func(f *pflag.Flag) {
		text := os.Getenv(variable(f.Name))
		_, may := f.Annotations[environmental]
		any = any || may
		if !may || text == "" || f.Changed || err != nil {
			return
		}
		if e := flags.Set(f.Name, text); e != nil {
			why, _, _ := strings.Cut(e.Error(), ": strconv.")
			err = misused("%s: %s", variable(f.Name), why)
		}
	})
	if any {
		for _, text := range misspelt(cmd.Root(), os.Environ()) {
			fmt.Fprintln(cmd.ErrOrStderr(), "parlour:", text)
		}
	}
	if err == nil {
		err = cmd.ValidateFlagGroups() // now with the flags from the environment
	}
	return err
}

// misspelt says which variables look like settings and are none, one sentence each.
// Kubernetes sets some of its own for a service with the name parlour.
func misspelt(root *cobra.Command, environment []string) (list []string) {
	known := variables(root)
	for _, pair := range environment {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, variable("")) || slices.Contains(known, name) ||
			strings.HasPrefix(name, "PARLOUR_SERVICE_") || name == "PARLOUR_PORT" || strings.HasPrefix(name, "PARLOUR_PORT_") {
			continue
		}
		near := slices.MinFunc(known, func(a, b string) int { return cmp.Compare(edits(name, a), edits(name, b)) })
		list = append(list, fmt.Sprintf("%s is not a setting; did you mean %s?", name, near))
	}
	return list
}

// variables lists the variables that are read: those of flags, the folder of large
// endgame tables, and how long tests take.
func variables(cmd *cobra.Command) []string {
	list := []string{"PARLOUR_SOAK", checkers.EndgamesVariable}
	for _, c := range append(cmd.Commands(), cmd) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, ok := f.Annotations[environmental]; ok {
				list = append(list, variable(f.Name))
			}
		})
	}
	return list
}

// edits counts the letters to change, add or leave out to make one text of another.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0]++
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
