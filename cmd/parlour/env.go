package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// readEnvironment sets flags from the environment, before any command runs.
func readEnvironment(cmd *cobra.Command) (err error) {
	flags := cmd.Flags()
	flags.VisitAll(func(f *pflag.Flag) {
		text := os.Getenv(variable(f.Name))
		_, may := f.Annotations[environmental]
		if !may || text == "" || f.Changed || err != nil {
			return
		}
		if e := flags.Set(f.Name, text); e != nil {
			why, _, _ := strings.Cut(e.Error(), ": strconv.")
			err = misused("%s: %s", variable(f.Name), why)
		}
	})
	if err == nil {
		err = cmd.ValidateFlagGroups() // now with the flags from the environment
	}
	return err
}
