# make test   sets up what the tests need and runs them all
# make soak   long campaigns: deep perft, many random games, long fuzzing
# make bench  speeds, beside bare loops in the same run

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME   ?= 5m

.PHONY: test lint tools race soak bench

test: tools lint
	go test ./...
	$(MAKE) race

# What the tests use besides Go. Where apt-get is missing, say what to install.
tools:
	@./.ci/tools gnubg g++ strace python3 chromium node:nodejs npm nats-server initdb:postgresql

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt wants:"; gofmt -l .; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

# The race detector, where goroutines share something.
race:
	go test -race ./referee ./lab/sim ./lab/arena/... ./bot ./record ./table ./table/proof ./table/transfer ./sqlite ./postgres ./inproc ./nats ./lab/work ./internal/faults ./cmd/...
	go test -race ./web -run 'DeleteWhileReading|Cache|ListIsShared|ReadersShare|Stream|SlowReader|Gone|Presence|HTTP2|OpenLimits|Health'

soak:
	PARLOUR_SOAK=1 go test -timeout 4h ./...
	./.ci/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem ./games/... ./lab/sim ./bot/...
	go run ./cmd/parlour bench
