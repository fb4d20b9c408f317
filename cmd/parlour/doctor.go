package main

import (
	"errors"

	"github.com/spf13/cobra"

	"parlour/server/doctor"
)

func doctorCommand(s *streams) *cobra.Command {
	var d doctor.Doctor
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the server has what it needs",
		Long: `Doctor checks the program, the data folder and its disk, the store, the bus, and
with --url running servers: whether they answer, play by the same rules and have the
same time. It changes nothing, leaves nothing behind, and can run next to a server.
The exit code is 1 if something is bad.` + whichStore,
		Example: `  parlour doctor
  parlour doctor --store postgres://parlour@db/parlour --bus nats://nats:4222 --url http://10.0.0.1:8080 --url http://10.0.0.2:8080`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			list := d.Examine(cmd.Context())
			if asJSON {
				err = s.printJSON(list)
			} else {
				err = doctor.WriteText(s.out, list)
			}
			if err == nil && !doctor.Healthy(list) {
				err = errors.New("some checks failed")
			}
			return err
		},
	}
	addStoreFlags(cmd.Flags(), &d.Place)
	addBusFlags(cmd, &d.Bus, "the bus to check")
	cmd.Flags().StringSliceVar(&d.URLs, "url", nil, "address of a running server")
	addJSONFlag(cmd.Flags(), &asJSON)
	fromEnvironment(cmd)
	return cmd
}
