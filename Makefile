# make test   sets up what the tests need and runs them all
# make soak   long campaigns: deep perft, many random games, long fuzzing
# make bench  speeds, beside bare loops in the same run

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME   ?= 5m

# Tests run with the race detector, and only with it, but for those of packages
# in which no goroutines share anything and of some that are too slow for it.
PLAIN = . ./board ./bot/... ./cabinet ./draw/... ./examples/... ./games/... ./internal/forge ./internal/house ./internal/ninth/*/ ./lab ./lab/analyse ./phrase ./record/... ./rulebook ./table/fair ./web/...
# What of them runs with it, too.
RACE_BOT = ./bot ./record
RACE_WEB = ./web -run 'DeleteWhileReading|Cache|ListIsShared|ReadersShare|Stream|SlowReader|Gone|Presence|HTTP2|OpenLimits|Health'
# What runs without it, too, because it counts allocations.
COUNTS = ./lab/sim

# What drives a browser.
BROWSER = ./e2e ./internal/ninth

# A limit only ends a package that hangs, also on a machine with much else to do.
LIMIT = -timeout 30m

.PHONY: test all-but-browser browser lint tools plain race soak bench

# A browser mostly waits, so everything else runs beside it.
test: tools
	$(MAKE) -j2 -Otarget browser all-but-browser

browser:
	go test -vet=off $(LIMIT) $(BROWSER)

all-but-browser:
	$(MAKE) lint
	$(MAKE) plain
	$(MAKE) race

# Lint vets everything.
plain:
	go test -vet=off $(LIMIT) $(PLAIN) $(COUNTS)

# What the tests use besides Go. Where apt-get is missing, say what to install.
tools:
	@./.ci/tools gnubg g++ strace python3 chromium node:nodejs npm nats-server initdb:postgresql

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt wants:"; gofmt -l .; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

# The slowest package comes first, so that the others run beside it.
race:
	go test -race -vet=off $(LIMIT) ./internal/faults $$(go list ./... | grep -vxF "$$(go list $(PLAIN) $(BROWSER) ./internal/faults)") $(RACE_BOT)
	go test -race -vet=off $(LIMIT) $(RACE_WEB)

soak:
	PARLOUR_SOAK=1 go test -timeout 4h ./...
	go test -race -timeout 4h ./bot/... # they share something while they learn
	./.ci/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem ./games/... ./lab/sim ./bot/...
	go run ./cmd/parlour bench
