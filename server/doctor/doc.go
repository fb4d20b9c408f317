// Package doctor checks that a server has what it needs: its data folder, store
// and bus, and servers that are already running.
//
//	d := doctor.Doctor{Place: backend.Place{Data: "/var/lib/parlour"}}
//	findings := d.Examine(ctx)
//	doctor.WriteText(os.Stdout, findings)
//
// It changes nothing and can run next to a server.
package doctor
