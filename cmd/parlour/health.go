package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour/server/doctor"
)

func healthCommand(s *streams) *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:   "health [URL]",
		Short: "Ask a running server whether it can work",
		Long: `Health asks a server for /healthz and exits with 1 if it cannot work or does not
answer. Use it as the health check of a container. Without a URL it asks the server of
this machine that listens on --addr.

parlour doctor looks for the causes.`,
		Example: `  parlour health
  parlour health https://parlour.example.org`,
		Args: between(0, 1, "URL, or nothing"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkAddress("addr", addr); err != nil {
				return err
			}
			host, port, _ := net.SplitHostPort(addr)
			if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
				host = "127.0.0.1"
			}
			url := "http://" + net.JoinHostPort(host, port)
			if len(args) > 0 {
				url = strings.TrimSuffix(args[0], "/")
			}
			return health(cmd.Context(), s, url)
		},
	}
	cmd.Flags().StringVar(&addr, "addr", defaultAddr, "address that the server of this machine listens on")
	fromEnvironment(cmd)
	return cmd
}

func health(ctx context.Context, s *streams, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/healthz", nil)
	if err != nil {
		return misused("%s: expected an address such as https://parlour.example.org", url)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("no server answers at %s: %w", url, err)
	}
	defer res.Body.Close()
	const most = 4 << 10
	text, _ := io.ReadAll(io.LimitReader(res.Body, most))
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the server at %s cannot work: %s", url, doctor.Visible(cmp.Or(strings.TrimSpace(string(text)), res.Status)))
	}
	s.print("The server at", url, "is healthy.")
	return nil
}
