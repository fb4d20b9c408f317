package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// variable returns the variable of the environment that sets a flag:
// PARLOUR_BOT_DELAY for --bot-delay.
func variable(flag string) string {
	return "PARLOUR_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment lets the environment set every flag of a command that the
// command line leaves alone, as services and containers like it.
func fromEnvironment(cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := readEnvironment(cmd); err != nil {
			return err
		}
		return run(cmd, args)
	}
}

func readEnvironment(cmd *cobra.Command) (err error) {
	flags := cmd.Flags()
	flags.VisitAll(func(f *pflag.Flag) {
		text, ok := os.LookupEnv(variable(f.Name))
		if !ok || text == "" || f.Changed || f.Name == "help" || err != nil {
			return
		}
		if e := flags.Set(f.Name, text); e != nil {
			why, _, _ := strings.Cut(e.Error(), ": strconv.")
			err = misused("%s: %s", variable(f.Name), why)
		}
	})
	if err == nil {
		err = cmd.ValidateFlagGroups() // what was set together only now
	}
	return err
}
