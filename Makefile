# make test     sets up what the tests need and runs them all
# make fresh    runs the two commands at the top of README.md on a bare machine
# make soak     long campaigns: deep perft, many random games, long fuzzing
# make bench    speeds, beside bare loops in the same run
# make release  programs for every system, packages and checksums, in the folder dist
# make js       the package for JavaScript, in the folder dist
# make local    the program that plays inside a browser; the next build of cmd/parlour contains it

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME   ?= 5m

# Tests run with the race detector, except in these packages. Most of them have no
# goroutines; make raced lists the others, and a test of internal/house compares.
PLAIN = . ./board ./bot/... ./cabinet/... ./clients ./clients/go/example ./draw/... ./engine/encode ./games/... ./internal/build ./internal/data ./internal/forge ./internal/house ./internal/largest ./internal/metrics ./internal/ninth/*/ ./internal/programs/... ./internal/release ./lab/sim/lockstep ./lab/train/... ./language/... ./learn/lesson ./learn/puzzle ./learn/theory ./phrase ./record/... ./referee ./rulebook ./table/... ./terminal ./terminal/compose ./terminal/screen/screentest ./web ./web/address ./web/local ./web/page ./web/rules ./web/show ./web/site ./web/wire

# Packages with goroutines that never run with the detector, and why:
#   ./lab/train  a trainer learns ten times slower with it: make soak runs it
#   ./lab/train/race  its trainer is the same
#   ./lab/train/checkers  its trainer is the same
#   ./lab/train/backgammon  its trainer is the same

# Some tests of these packages run with it, and the others without it: those learn,
# count many games or render pages, in one goroutine or too slowly with it.
RACE_bot/backgammon = 'MadeTogether'
RACE_bot/checkers = 'Threads'
RACE_cmd/parlour = 'TestServe|Migrate|Stores|Private|Backup|FullScreen'
RACE_lab = 'TestCount$$|CalledOff'
RACE_web = 'HalfSentRequests|ListIsShared|Stream|SlowReader|Gone|Presence|HTTP2|OpenLimits|Health'
RACE_terminal = 'Commands|Guest|ProgramFails|Terminals|ComeBack'
SOME = bot/backgammon bot/checkers cmd/parlour lab terminal web
RACE_SOME = $(SOME:%=./%)
# Runs without it too, because it counts allocations.
COUNTS = ./lab/sim

# What drives a browser.
BROWSER = ./internal/e2e ./internal/ninth

# The limit only stops a package that hangs, even on a busy machine.
LIMIT = -timeout 60m

# Where the program that plays inside a browser goes, with what it needs. What is
# in web/page/local becomes part of the next build of cmd/parlour.
LOCAL ?= web/page/local

# What a release is made of.
DIST ?= dist

# Tests and releases share the build cache, so all build alike: static, and without
# the paths of this machine. Only the race detector needs cgo.
export GOFLAGS := -trimpath $(GOFLAGS)
export CGO_ENABLED ?= 0

# Says how long a part took, alone or beside others.
SHELL = bash
timed = @TIMEFORMAT='== $@: %0lR, and %0U s + %0S s of processor time'; time

# Browsers and fault tests come first: people wait for a page, and so do those tests.
# What only computes takes the time that they leave.
later = $(timed) nice -n 5

.PHONY: release local js test fresh browser faults lint tools plain plain-rest $(SOME:%=plain/%) race race-some $(SOME:%=race/%) raced soak bench

# Browsers and fault tests often wait, so all run side by side. Lint needs no tools,
# so on a fresh machine it compiles while they are installed. A part that fails does not
# stop the others.
test:
	$(MAKE) -k -j4 -Otarget lint browser faults race-some plain

browser faults plain-rest $(SOME:%=plain/%) race: tools
$(SOME:%=race/%): race # one after the other, so that less is compiled at once; if race fails, these do not run

fresh:
	./.ci/fresh

# More scripts than processors, because each of them waits for its browser.
browser:
	$(timed) go test -vet=off $(LIMIT) -parallel 4 $(BROWSER)

faults:
	$(timed) CGO_ENABLED=1 go test -race -vet=off $(LIMIT) -parallel 4 ./internal/faults

# Each part is a target of its own, so that one that fails does not stop the others.
# Lint vets everything.
plain: plain-rest $(SOME:%=plain/%)

# Nothing here is short of memory: a sixth of its time went into collecting garbage.
plain-rest:
	$(later) env GOGC=400 go test -vet=off $(LIMIT) $$(go list $(PLAIN) | grep -vxF "$$(go list $(RACE_SOME))") $(COUNTS)

$(SOME:%=plain/%): plain/%:
	$(later) go test -vet=off $(LIMIT) ./$* -skip $(RACE_$*)

# What the tests need besides Go, from the list in internal/programs. Where it cannot
# install something, it says what is missing.
tools:
	$(timed) go run ./internal/programs/install

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt wants:"; gofmt -l .; exit 1; }
	$(later) go vet ./...
	$(later) go run $(STATICCHECK) ./...

race:
	$(later) env CGO_ENABLED=1 go test -race -vet=off $(LIMIT) $(RACE)

RACE = $$(go list ./... | grep -vxF "$$(go list $(PLAIN) $(BROWSER) $(RACE_SOME) ./internal/faults)")

race-some: $(SOME:%=race/%)

$(SOME:%=race/%): race/%:
	$(later) env CGO_ENABLED=1 go test -race -vet=off $(LIMIT) ./$* -run $(RACE_$*)

# Lists the packages that run with the race detector, all of them or a part.
raced:
	@printf '%s\n' $(RACE) $$(go list $(RACE_SOME) ./internal/faults)

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
	./.ci/release $(DIST)

soak:
	PARLOUR_SOAK=1 go test -timeout 4h ./...
	CGO_ENABLED=1 go test -race -timeout 4h ./bot/... ./lab/train/... # they share something while they learn
	go test -tags gpu -run Trainer ./lab/train/backgammon # needs g++
	./.ci/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem ./games/... ./lab/sim ./bot/...
	go run ./cmd/parlour bench
