# Everything here works on a fresh clone with Go, Node, make and git. `make` alone
# lists the targets.

BIN    := .build/bin
STAMPS := .build/stamps

# One build cache for building, testing, vetting and releases, in whatever folder the
# sources lie, and no C compiler needed.
export CGO_ENABLED := 0
export GOFLAGS     := -trimpath

# The embedded stores have database backends that nobody uses here.
INFRA_TAGS := -tags ferretdb_no_postgresql

sources = $(shell find $(1) -type f -not -path '*/node_modules/*' 2>/dev/null)
SITE_SOURCES  := $(call sources,shared/src site/src site/publisher site/render site/scripts site/public) $(wildcard shared/*.json site/*.json site/*.mjs)
ADMIN_SOURCES := $(call sources,shared/src admin/src admin/public) $(wildcard shared/*.json admin/*.json admin/*.ts admin/*.cjs admin/*.mjs admin/index.html)

.DEFAULT_GOAL := help
.PHONY: help run build dist dist-test test verify proof check generate bench-publish bench-paste bench-formats bench-preview bench-memory bench-api bench-backup bench-peers bench-save bench-history bench-forms bench-touch load soak chaos cluster production lighthouse weight mutants fuzz count clean tools programs checkers outside

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Not through a shell: the program watches make itself (see infra/run/parent.go).
run: build ## build and start everything; PORT and DATA_DIR from the environment
	@$(BIN)/run

build: ## build everything that changed
	@$(MAKE) --no-print-directory --jobs=3 built

# At once: while packages are fetched and Next builds, Go compiles.
.PHONY: built
built: programs site/.publisher/main.mjs admin/dist/index.html

# What a release is called, and what its programs say: the tag, or the commit.
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
ARCHS   ?= amd64 arm64
DIST    := .build/dist

dist: build $(STAMPS)/npm $(ARCHS:%=$(DIST)/%) ## make releases to install, for each of ARCHS (amd64 arm64), in .build/dist
	@cd infra && go run $(INFRA_TAGS) ./release --root .. --built ../$(DIST) --version $(VERSION) $(ARCHS)
	@cd $(DIST) && ls -sh1 academy-$(VERSION)-* SHA256SUMS

HERE = $(shell go env GOARCH)
dist-test: ## make a release for this machine, and try it out in an empty folder
	@$(MAKE) --no-print-directory dist ARCHS=$(HERE)
	@cd infra/e2e && npx vitest run --project release --disable-console-intercept

# What differs between processors: the programs, and what the publisher loads.
.PHONY: $(ARCHS:%=$(DIST)/%)
$(ARCHS:%=$(DIST)/%): export GOOS = linux
$(ARCHS:%=$(DIST)/%): export GOARCH = $(@F)
$(ARCHS:%=$(DIST)/%): release_build = go build -buildvcs=false -ldflags "-s -w -X main.version=$(VERSION)"
$(ARCHS:%=$(DIST)/%): tools
	@rm -rf $@ && mkdir -p $@/bin $@/shared $@/admin $@/site $@/infra/e2e
	@cd cms-api && $(release_build) -tags nodynamic -o ../$@/bin/ ./cmd/cms-api
	@cd infra && $(release_build) $(INFRA_TAGS) -o ../$@/bin/ ./embedded
	@cd infra && $(release_build) $(INFRA_TAGS) -o ../$@/bin/academy ./run
	@for folder in . shared admin site infra/e2e; do cp $$folder/package.json $@/$$folder/; done
	@cp package-lock.json .npmrc $@/
	@cd $@ && npm ci --workspace site --omit dev --ignore-scripts --os linux --libc glibc \
		--cpu $(subst amd64,x64,$(@F)) --loglevel=error

# One after the other: both install packages.
.PHONY: testable
testable: build
	@$(MAKE) --no-print-directory $(STAMPS)/npm checkers

test: testable ## the checks and the tests of all behaviour; SHUFFLE=1 in another order
	@$(BIN)/suites test

verify: testable ## what is rare or long: whole builds, faults, cluster, release, production, vulnerabilities
	@$(BIN)/suites verify

proof: testable ## both in one run, as CI does
	@$(BIN)/suites test verify

check: $(STAMPS)/npm programs checkers ## formatting, linters, types, generated files
	@$(BIN)/suites check

generate: $(STAMPS)/npm programs ## write the descriptions of the API and of the content, and what is made from them
	$(BIN)/cms-api openapi > cms-api/openapi.json.new
	$(BIN)/cms-api openapi --permissions > docs/permissions.md.new
	node_modules/.bin/openapi-typescript cms-api/openapi.json.new -o shared/src/api/schema.gen.ts.new
	@for file in cms-api/openapi.json docs/permissions.md shared/src/api/schema.gen.ts; do \
		if cmp -s $$file.new $$file; then rm $$file.new; else mv $$file.new $$file; fi; done
	node site/scripts/content-model.mjs
	cd cms-api && UPDATE_FIXTURES=1 go test -tags nodynamic -count=1 -run Fixture ./internal/content/richtext ./internal/operate/convert

# Another version of the product, to compare with; $(1) is what of it is built.
before = rm -rf .build/before && git worktree prune && git worktree add --quiet --detach .build/before $(BEFORE) && \
	$(MAKE) -C .build/before --no-print-directory $(1)

bench-publish: build ## from save to live, at 10 to 10,000 articles, beside Hugo; BEFORE=v1.2 also that version; ARGS=--help says more
	@$(if $(BEFORE),$(call before,build))
	@node infra/bench/publish/main.mjs $(if $(BEFORE),--beside .build/before) $(ARGS)
	@$(if $(BEFORE),git worktree remove --force .build/before)

bench-preview: build ## from what is typed to its preview, at 10 and 10,000 articles, while edits go live; ARGS=--help says more
	@node infra/bench/preview/main.mjs $(ARGS)

bench-paste: build $(STAMPS)/npm ## what pasting 300 KB costs the browser, from a page, Google Docs, Word and large tables; ARGS=--help says more
	@node infra/bench/paste/main.mjs $(ARGS)

bench-formats: build ## an article with 30 formulas, 5 tables and 12 pictures beside a plain one: how long each is rendered
	@cd site && npx vitest bench --run --project parts publisher/test/formats.bench.ts

bench-memory: MINUTES ?= 10
bench-memory: build ## edits for MINUTES (10), and whether the publisher grows
	@node infra/bench/publish/main.mjs --memory $(MINUTES) $(ARGS)

bench-api: programs ## public reads against nginx, lists of 50,000 leads, a large upload, memory; ARGS=--help says more
	@cd infra && go run $(INFRA_TAGS) ./bench/api $(ARGS)

load: build ## a realistic mix at rising rates until it breaks, on one cms-api and on three; ARGS=--help says more
	@cd infra && go run $(INFRA_TAGS) ./bench/load $(ARGS)

# Only for this comparison, and no part of the product.
POCKETBASE := v0.39.1
bench-peers: programs ## public reads against PocketBase with the same articles
	@GOBIN=$(CURDIR)/.build/peers go install github.com/pocketbase/pocketbase/examples/base@$(POCKETBASE)
	@cd infra && go run $(INFRA_TAGS) ./bench/api --parts peers $(ARGS)

bench-backup: programs ## backup and restore of 1,000 articles, 10,000 leads and 1 GiB of media, on an empty system
	@cd infra && go run $(INFRA_TAGS) ./bench/api -parts backup -leads 2500 $(ARGS)

bench-save: BEFORE ?= HEAD~1
bench-save: programs ## saving one of 5,000 articles, beside the version of the commit BEFORE (HEAD~1)
	@$(call before,programs)
	@cd infra && go run $(INFRA_TAGS) ./bench/api -parts saves -articles 5000 $(ARGS)
	@git worktree remove --force .build/before

bench-history: programs ## lists, storage and backup of 1,000 articles with 200 versions each; ARGS=--help says more
	@cd infra && go run $(INFRA_TAGS) ./bench/api -parts history -articles 1010 $(ARGS)

bench-forms: programs ## a form beside three cms-api on the embedded database, with few and with 20,000 others stored; ARGS=--help says more
	@cd infra && go run $(INFRA_TAGS) ./bench/api -parts forms -articles 20 -leads 20000 $(ARGS)

soak: MINUTES ?= 60
soak: tools ## a steady load on the embedded database for MINUTES (60), and whether it grows
	@cd infra && go test $(INFRA_TAGS) -count=1 -v -timeout 0 -run TestSteadyLoad ./embedded -soak $(MINUTES)m

chaos: MINUTES ?= 3
chaos: SEED ?= 0
chaos: build ## break everything for MINUTES (3) while it is written to and read; SEED repeats the faults of a run
	@cd infra && go build $(INFRA_TAGS) -o ../$(BIN)/ ./chaos
	@$(BIN)/chaos --minutes $(MINUTES) --seed $(SEED) $(ARGS)

cluster: ROUNDS ?= 5
cluster: build outside ## three cms-api and two edges behind Caddy, restarted and killed under load ROUNDS (5) times
	@cd infra && CLUSTER_ROUNDS=$(ROUNDS) go test $(INFRA_TAGS) -count=1 -v -run TestCluster ./cluster

production: tools ## install production on a container engine and go through an operator's days; STANDINS=1 without a registry
	@cd infra && go run $(INFRA_TAGS) ./production $(if $(STANDINS),--stand-ins) $(ARGS) ..

lighthouse: build $(STAMPS)/npm ## Lighthouse on a phone: home, articles, the police page, the blog, a page of blocks; ARGS=--help says more
	@node infra/bench/lighthouse/main.mjs $(ARGS)

bench-touch: build $(STAMPS)/npm ## touches of each control to their effects, pages beside themselves without scripts; ARGS=--help
	@node infra/bench/touch/main.mjs $(ARGS)

weight: build $(STAMPS)/npm ## what pages load, in bytes and requests, against the bars (make verify does it too)
	@cd infra/e2e && npx vitest run tests/verify/weight.test.ts --disable-console-intercept

mutants: build $(STAMPS)/npm ## plant sixty faults, one at a time, and see which of them no test notices; ARGS=--help says more
	@node infra/mutants/main.mjs $(ARGS)

FUZZTIME ?= 30s
fuzz: tools ## fuzz every parser for FUZZTIME each
	@for part in cms-api infra; do (cd $$part; for package in $$(grep -rlE '^func Fuzz' --include=*_test.go . | xargs -r -n1 dirname | sort -u); do \
		for name in $$(grep -hoE '^func Fuzz[A-Za-z0-9_]+' $$package/*_test.go | cut -d' ' -f2); do \
			echo "$$package $$name"; go test $(INFRA_TAGS) -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done) || exit 1; done

count: ## lines, files and packages of cms-api without tests; BEFORE=v1.2 also how they were
	@node infra/count.mjs $(BEFORE)

clean: ## remove what was built; node_modules and the data stay
	rm -rf .build site/.next site/out site/.publisher admin/dist

# A missing tool is one clear sentence, before anything else happens.
need = $(if $(shell command -v $(1)),,$(error $(1) is missing: $(2)))
OLD_NODE = $(shell node -e 'if (Number(process.versions.node.split(".")[0]) < 20) console.log(process.versions.node)')

tools:
	$(call need,go,install Go 1.26 or later (https://go.dev/dl))
	$(call need,node,install Node.js 20 or later (https://nodejs.org))
	$(call need,npm,it comes with Node.js (https://nodejs.org))
	$(if $(OLD_NODE),$(error node is $(OLD_NODE): install version 20 or later (https://nodejs.org)))
	@:

# Go knows by itself what has changed. nodynamic: WebP is made by what is built
# in, not by a library of the machine, and the program needs no libraries at all. Without
# tables for debuggers a program is linked in two thirds of the time.
LINKED := -ldflags "-s -w"

programs: tools
	@mkdir -p $(BIN)
	@cd cms-api && go build -tags nodynamic $(LINKED) -o ../$(BIN)/ ./cmd/cms-api
	@cd infra && go build $(INFRA_TAGS) $(LINKED) -o ../$(BIN)/ ./embedded ./run

# Apart, so that who only runs the product does not wait for them.
checkers: tools
	@mkdir -p $(BIN)
	@cd infra && go build $(INFRA_TAGS) $(LINKED) -o ../$(BIN)/ ./suites ./analysis

# What `make verify` runs beside our own programs, as production has it: MinIO, its client
# (both AGPL: run, never linked) and Caddy, which the images build in the same
# versions, and the HTML checker.
MINIO_VERSION := v0.0.0-20260212201848-7aac2a2c5b7c
MC_VERSION    := v0.0.0-20250313080218-cf909e1063a9
CADDY_VERSION := v2.11.9

outside: $(STAMPS)/minio-$(MINIO_VERSION) $(STAMPS)/mc-$(MC_VERSION) $(STAMPS)/caddy-$(CADDY_VERSION) $(STAMPS)/html

$(STAMPS)/minio-%: | tools
	$(call install,github.com/minio/minio@$*)
$(STAMPS)/mc-%: | tools
	$(call install,github.com/minio/mc@$*)
$(STAMPS)/caddy-%: | tools
	$(call install,github.com/caddyserver/caddy/v2/cmd/caddy@$*)

# 30 MB that only tests need, so it is no part of what `make run` installs. Its script
# would download a Java runtime.
$(STAMPS)/html: infra/html/package-lock.json | tools
	npm ci --prefix infra/html --ignore-scripts --loglevel=error
	@mkdir -p $(@D) && touch $@

define install
	@echo building $(1): minutes, once
	@mkdir -p $(BIN) $(STAMPS)
	GOBIN=$(abspath $(BIN)) go install -ldflags "-s -w" $(1)
	@touch $@
endef

# What the product is built with and runs with, a third of the packages. The root's and
# infra/e2e's are tools of checks, tests and generators. `npm install` adds these to it;
# `npm ci` would remove everything and install it again.
$(STAMPS)/npm-run: package-lock.json | tools
	npm ci --workspace site --workspace admin --workspace shared --loglevel=error
	@mkdir -p $(@D) && touch $@

$(STAMPS)/npm: $(STAMPS)/npm-run
	npm install --no-save --loglevel=error
	@touch $@

site/.publisher/main.mjs: $(STAMPS)/npm-run $(SITE_SOURCES)
	npm run --silent build:publisher -w site
	@touch $@

admin/dist/index.html: $(STAMPS)/npm-run $(ADMIN_SOURCES)
	npm run --silent build -w admin
	@touch $@
