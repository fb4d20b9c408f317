// Package e2e tests the page in a real browser: it builds and starts the
// server and runs scripts that drive Chromium. A short one, smoke, drives
// Firefox and WebKit.
//
//	go test ./e2e                         # everything
//	go test ./e2e -run Browser/page       # one script
//	SHOTS=/tmp/shots go test ./e2e        # with pictures of all pages, to be looked at
//
// It needs node, npm, Chromium, Firefox, WebKit's driver and Xvfb. The scripts'
// other dependencies are listed in package.json and installed into node_modules
// on the first run.
//
// Other packages can run their own scripts with it:
//
//	e2e.Modules(t)
//	e2e.Build(t, program)
//	e2e.Serve(t, program).Drive(t, "mine.test.mjs")
package e2e
