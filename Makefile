# make test     sets up what the tests need and runs them all
# make soak     long campaigns: deep perft, many random games, long fuzzing
# make bench    speeds, beside bare loops in the same run
# make release  programs for every system, packages and checksums, in the folder dist
# make js       the package for JavaScript, in the folder dist
# make local    the program that plays inside a browser; the next build of cmd/parlour contains it

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME   ?= 5m

# Tests run with the race detector only, except in these packages: in most of them
# goroutines share nothing, and some are too slow under the detector.
PLAIN = . ./board ./bot/... ./cabinet ./clients ./draw/... ./examples/... ./games/... ./internal/brotli ./internal/forge ./internal/build ./internal/house ./internal/release ./internal/ninth/*/ ./lab ./lab/analyse ./lab/sim/lockstep ./phrase ./printing ./puzzle/... ./record/... ./rulebook ./table/fair ./terminal/... ./web/...
# These of them also run with it.
RACE_TOO = ./record ./web/live
RACE_BOT = ./bot -skip 'Course$$'
RACE_COMMAND = 'TestServe|Migrate|Stores|Private|Backup|FullScreen' # the others run without it
RACE_WEB = ./web -run 'Cache|ListIsShared|Stream|SlowReader|Gone|Presence|HTTP2|OpenLimits|Health'
RACE_TERMINAL = ./terminal -run 'Commands|Guest|ProgramFails|Terminals|ComeBack'
# Runs without it too, because it counts allocations.
COUNTS = ./lab/sim

# What drives a browser.
BROWSER = ./e2e ./internal/ninth

# The limit only stops a package that hangs, even on a busy machine.
LIMIT = -timeout 30m

# Where the program that plays inside a browser goes, with what it needs. What is
# in web/page/local becomes part of the next build of cmd/parlour.
LOCAL ?= web/page/local

# What a release is made of.
DIST ?= dist

# Tests and releases share the build cache, so all build alike: static, and without
# the paths of this machine. Only the race detector needs cgo.
export GOFLAGS := -trimpath $(GOFLAGS)
export CGO_ENABLED ?= 0
faults race race-some soak: export CGO_ENABLED := 1

.PHONY: release local js test browser faults careful lint tools plain race race-some soak bench

# A browser mostly waits, and so do the fault tests, so all run side by side.
test: tools
	$(MAKE) -j4 -Otarget browser faults plain careful

browser:
	go test -vet=off $(LIMIT) $(BROWSER)

faults:
	go test -race -vet=off $(LIMIT) ./internal/faults

careful:
	$(MAKE) lint
	$(MAKE) race
	$(MAKE) race-some

# Lint vets everything.
plain:
	go test -vet=off $(LIMIT) $(PLAIN) $(COUNTS)
	go test -vet=off $(LIMIT) ./cmd/parlour -skip $(RACE_COMMAND)

# What the tests need besides Go. Without apt-get, it says what to install.
tools:
	@./.ci/tools gnubg g++ strace python3 chromium-headless-shell firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb node:nodejs npm nats-server initdb:postgresql

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt wants:"; gofmt -l .; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

race:
	go test -race -vet=off $(LIMIT) $$(go list ./... | grep -vxF "$$(go list $(PLAIN) $(BROWSER) ./cmd/parlour ./internal/faults)") $(RACE_TOO)

race-some:
	go test -race -vet=off $(LIMIT) $(RACE_WEB)
	go test -race -vet=off $(LIMIT) $(RACE_BOT)
	go test -race -vet=off $(LIMIT) ./cmd/parlour -run $(RACE_COMMAND)
	go test -race -vet=off $(LIMIT) $(RACE_TERMINAL)

local:
	go run ./cmd/local -embed $(LOCAL)

# The same program, with the licences that npm expects beside it.
js:
	go run ./cmd/local clients/js/program
	cp LICENSE THIRD-PARTY.md clients/js
	mkdir -p $(DIST)
	cd clients/js && npm pack --offline --pack-destination $(abspath $(DIST))

# From a clone of the last commit, with local play inside.
release:
	go run ./internal/release -out $(DIST)

soak:
	PARLOUR_SOAK=1 go test -timeout 4h ./...
	go test -race -timeout 4h ./bot/... # they share something while they learn
	./.ci/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem ./games/... ./lab/sim ./bot/...
	go run ./cmd/parlour bench
