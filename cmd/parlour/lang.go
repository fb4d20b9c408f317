package main

import (
	"cmp"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/language"
	"parlour/phrase"
)

// addLang adds the flag for the language of what people read.
func addLang(fl *pflag.FlagSet, lang *string) {
	fl.StringVar(lang, "lang", "", "language, such as de (default: that of LC_ALL, LC_MESSAGES or LANG, or English)")
}

// speaks adds the flag to a command that speaks to people in their language, and
// reads it before the command runs.
func speaks(cmd *cobra.Command, s *streams) *cobra.Command {
	var lang string
	addLang(cmd.Flags(), &lang)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if s.lang, err = spoken(lang); err != nil {
			return err
		}
		return run(cmd, args)
	}
	return cmd
}

// spoken returns the language that a flag names, or the environment, or English.
func spoken(flag string) (*language.Language, error) {
	all := language.Ready()
	if flag != "" {
		if l := language.Match(all, flag); l != nil {
			return l, nil
		}
		return nil, misused("there is no language %q; expected %s", flag, phrase.English.Or(tags(all)))
	}
	system := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	return cmp.Or(language.Match(all, system), language.English), nil
}
