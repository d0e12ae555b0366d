# The commands of this repository, for a person and for CI alike. `make help` lists them.
#
# Every target installs the Debian packages it needs and does not find, saying so; `sudo` is used only by those who are not root.

SHELL := /bin/bash
.DEFAULT_GOAL := help

SLEEVES := Sleeves
SAMPLE_LIBRARY := $(CURDIR)/.build/sample-library
PREFIX ?= /usr/local
DESTDIR ?=

# The toolchain's own build of swift-syntax, as Package.swift tells: building it takes minutes. Where it has been built, it stays in use, since
# the compiler would take modules of both.
TOOLCHAIN_SYNTAX := $(shell swift -print-target-info 2>/dev/null | sed -n 's|.*"runtimeResourcePath": "\(.*\)".*|\1/host|p')
BUILT_SYNTAX := $(wildcard $(foreach folder,.build */.build,$(folder)/*/*/Modules*/SwiftSyntax.swiftmodule))
ifeq ($(BUILT_SYNTAX),)
ifneq ($(wildcard $(TOOLCHAIN_SYNTAX)/SwiftCompilerPluginMessageHandling.swiftmodule),)
export HEED_TOOLCHAIN_SYNTAX := $(TOOLCHAIN_SYNTAX)
endif
endif

# One cache of compiled interfaces for all builds here: each would spend twenty seconds on those of swift-syntax alone.
export SWIFTPM_TESTS_MODULECACHE := $(CURDIR)/.build/modules

.PHONY: environment
environment: ## Prints what the builds here are made with, for `export $(make -s environment)`
	@echo "HEED_TOOLCHAIN_SYNTAX=$$HEED_TOOLCHAIN_SYNTAX"
	@echo "SWIFTPM_TESTS_MODULECACHE=$$SWIFTPM_TESTS_MODULECACHE"

# Builds tests quickly from a clean clone: one compiler per module, which reads every file once, no debug information, and no index of other
# people's headers. This halves the processor time. The index itself has to stay: SwiftPM finds the tests in it.
export QUICK_BUILD := -debug-info-format none $(addprefix -Xswiftc ,-wmo -num-threads 2 -no-emit-module-separately-wmo \
	-index-ignore-system-modules -index-ignore-clang-modules -Xfrontend -index-ignore-stdlib)

# What the app is built with and runs with. A slash separates the names that a package has in different releases of Debian and Ubuntu.
RUN_PACKAGES := g++ pkg-config gettext binutils python3 libadwaita-1-dev libgtk-4-bin libtag-dev/libtag1-dev \
	libjpeg-dev libpng-dev libwebp-dev libgif-dev libtiff-dev libavif-dev libheif-dev libheif-plugin-libde265/libde265-0 \
	liblcms2-dev libuchardet-dev libseccomp-dev libsqlite3-dev libcurl4-openssl-dev libssl-dev libnats-dev ca-certificates glib-networking \
	librsvg2-common \
	libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-libav \
	gstreamer1.0-pulseaudio gstreamer1.0-alsa \
	adwaita-icon-theme fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
# What the tests drive it with, beside that.
TEST_PACKAGES := xvfb xauth xdotool x11-utils x11-apps imagemagick dbus at-spi2-core libatspi2.0-dev libxtst-dev orca chromium procps \
	valgrind binutils iproute2 openssl desktop-file-utils appstream libglib2.0-bin playerctl man-db bash zsh fish \
	python3-gi lame pulseaudio pulseaudio-utils
# What the checks use, beside that.
CHECK_PACKAGES := graphviz python3-pip patch libheif-examples libheif-plugin-aomenc/libaom3 libheif-plugin-x265/libx265-199
# What the documentation is built with, and looked at with.
DOCS_PACKAGES := pkg-config libnats-dev python3
CHECK_DOCS_PACKAGES := chromium fonts-noto-core fonts-noto-cjk
# What a package is made with, and what it is checked with in a bare Debian.
DEB_PACKAGES := dpkg-dev
CHECK_DEB_PACKAGES := lintian mmdebstrap util-linux xvfb xdotool imagemagick
# What the C parts are tried for another processor with.
CHECK_ARM_PACKAGES := mmdebstrap qemu-user python3
# What the texts are collected for translators with.
TEXT_PACKAGES := gettext python3-polib
# The peers that Heed is measured beside.
BENCH_PACKAGES := pkg-config libglib2.0-dev libboost-dev libsigc++-3.0-dev qtbase5-dev
NATS_BENCH_PACKAGES := pkg-config libnats-dev libhiredis-dev redis-tools
# What the sample collection is made with.
SAMPLE_PACKAGES := ffmpeg python3-pil python3-mutagen fonts-dejavu-core fonts-dejavu-extra fonts-noto-core fonts-noto-cjk
# What an import is measured with.
IMPORT_BENCH_PACKAGES := g++ libtag-dev/libtag1-dev libjpeg-dev libsqlite3-dev mpd

.PHONY: help
help: ## Lists the targets
	@grep -E '^[a-z%-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z%-]+):.*## (.*)/\1|\2/' | column -t -s '|'

# Installs the packages named in $(1) that are missing. Of several names of one package, installs the first that the system's archive has.
define install_packages
	@missing=; for names in $(1); do \
		dpkg-query -W -f='$${Status}\n' $${names//\// } 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$names"; done; \
	if [ -n "$$missing" ]; then \
		if ! command -v apt-get >/dev/null; then \
			echo "Install these packages, or what your system calls them, and try again:$$missing" >&2; exit 69; fi; \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update -qq && \
		chosen=$$(for names in $$missing; do \
			for name in $${names//\// }; do apt-cache show --no-all-versions $$name >/dev/null 2>&1 && break; done; echo $$name; done) && \
		echo "==> Installing Debian packages:" $$chosen && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$chosen >/dev/null; \
	fi
endef

.PHONY: packages
packages: ## Installs what the app is built and run with
	$(call install_packages,$(RUN_PACKAGES))

.PHONY: test-packages
test-packages: packages
	$(call install_packages,$(TEST_PACKAGES) $(SAMPLE_PACKAGES))

.PHONY: toolchain
toolchain:
	@command -v swift >/dev/null || { echo "Swift 6.2 or later is needed: see https://www.swift.org/install/linux/" >&2; exit 69; }

.PHONY: build
build: toolchain packages
	@Scripts/build-sleeves
	@$(SLEEVES)/data/share make "$$(realpath $(SLEEVES)/.build/release)/../share" "$$(realpath $(SLEEVES)/.build/release)" \
		$(SLEEVES)/.build/release/sleeves

.PHONY: run
run: build ## Opens the sample collection, in a library of its own
	@mkdir -p $(SAMPLE_LIBRARY)
	@$(SLEEVES)/.build/release/sleeves import --library $(SAMPLE_LIBRARY) $(SLEEVES)/Samples/Music
	@echo "==> Opening Sleeves"
	@$(SLEEVES)/.build/release/sleeves open --library $(SAMPLE_LIBRARY)

# Without `make`, the tutorial builds swift-syntax: then it stays in use there, and only there.
ifneq ($(wildcard Tutorials/BlueLibrary/.build/*/*/Modules*/SwiftSyntax.swiftmodule),)
step%: export HEED_TOOLCHAIN_SYNTAX :=
endif

step%: toolchain ## step0 to step11: runs a step of the tutorial
	$(if $(filter step11,$@),$(call install_packages,$(RUN_PACKAGES)))
	@cd Tutorials/BlueLibrary && $(if $(filter step11,$@),GTK=1) swift run Step$*

.PHONY: share-demo
share-demo: build ## Opens two windows that share a collection, with a server on this machine
	@Scripts/fetch-nats-server $(CURDIR)/.build/nats-server
	@PATH="$(CURDIR)/.build/nats-server:$$PATH" Scripts/share-demo

.PHONY: test
test: toolchain test-packages ## Builds everything once and runs the tests (ONLY=name: some; ALL=1: also what hasn't changed)
	@Scripts/fetch-nats-server $(CURDIR)/.build/nats-server
	@Scripts/run-tests $(if $(ONLY),--only '$(ONLY)') $(if $(ALL),--all)

.PHONY: test-repeat
test-repeat: toolchain test-packages ## Runs what `make test` has built again and again (ROUNDS=20 LOAD=2 ONLY=name), and lists what failed how often
	@Scripts/fetch-nats-server $(CURDIR)/.build/nats-server
	@Scripts/run-tests --built --rounds $(or $(ROUNDS),20) --load $(or $(LOAD),0) $(if $(ONLY),--only '$(ONLY)')

.PHONY: check
check: toolchain test-packages ## Checks the rest: pages, tutorial, costs, damaged files, site, translations (ONLY=part; ALL=1: also what hasn't changed)
	$(call install_packages,$(CHECK_PACKAGES) $(DOCS_PACKAGES) $(CHECK_DOCS_PACKAGES) $(TEXT_PACKAGES))
	@Scripts/check $(if $(ALL),--all) $(ONLY)

.PHONY: check-examples
check-examples: toolchain ## Compiles and runs the examples of the articles, from their pages alone
	@[ -e .build/debug/Modules/HorizontalScroller.swiftmodule ] || swift build
	@Scripts/check-examples

.PHONY: drive
drive: toolchain test-packages ## Drives the window with random input for ten minutes (SEED=1 SECONDS=600 CHECK=valgrind)
	@Scripts/run-tests --build
	@SLEEVES_DRIVE_SEED=$(or $(SEED),1) SLEEVES_DRIVE_SECONDS=$(or $(SECONDS),600) SLEEVES_DRIVE_CHECK=$(CHECK) \
		$(if $(CHECK),SLEEVES_TEST_PATIENCE=300) \
		.build/debug/sleevesPackageTests.xctest --testing-library swift-testing --filter RandomInputTests

.PHONY: test-thread
test-thread: toolchain ## Runs Heed's tests under the thread sanitizer
	@swift test --sanitize=thread --scratch-path .build/thread -Xswiftc -DSANITIZED

.PHONY: test-address
test-address: toolchain ## Runs Heed's tests under the address sanitizer
	@swift test --sanitize=address --scratch-path .build/address --disable-xctest -Xswiftc -DSANITIZED

.PHONY: bench
# Functions begin at cache lines, or where the linker happens to put them would count for as much as what they do.
bench: toolchain ## Measures Heed beside its peers (ARGS="--only post": a part of it)
	$(call install_packages,$(BENCH_PACKAGES))
	@Benchmarks/generate
	@swift run --package-path Benchmarks -c release -Xswiftc -Xllvm -Xswiftc -align-all-functions=6 -Xcc -falign-functions=64 \
		heed-benchmarks $(ARGS)

.PHONY: bench-nats
bench-nats: toolchain ## Measures HeedNATS beside the C library and Redis (ROUNDS=5)
	$(call install_packages,$(NATS_BENCH_PACKAGES))
	@Scripts/fetch-nats-server $(CURDIR)/.build/nats-server
	@Benchmarks/Bridges/run $(ROUNDS)

.PHONY: bench-import
bench-import: build ## Measures an import beside the least that one can cost, and beside MPD; then lists
	$(call install_packages,$(SAMPLE_PACKAGES) $(IMPORT_BENCH_PACKAGES))
	@$(SLEEVES)/Benchmarks/compare.py
	@$(SLEEVES)/Benchmarks/lists.py

.PHONY: bench-window
bench-window: build ## Measures the window: start, quiet, memory, frames, search; with covers and without; then sharing
	$(call install_packages,$(TEST_PACKAGES) $(SAMPLE_PACKAGES))
	@$(SLEEVES)/Benchmarks/window.py $(ARGS)
	@Scripts/fetch-nats-server $(CURDIR)/.build/nats-server
	@PATH="$(CURDIR)/.build/nats-server:$$PATH" $(SLEEVES)/Benchmarks/sharing.py

.PHONY: bench-hostile
bench-hostile: build ## Measures the memory of the window while servers, a browser and readers are hostile (ARGS="--only NATS": a part of it)
	$(call install_packages,$(TEST_PACKAGES) $(SAMPLE_PACKAGES))
	@$(SLEEVES)/Benchmarks/hostile.py $(ARGS)

SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Costs/Package.swift Benchmarks/Sources Benchmarks/Bridges NATS \
	$(SLEEVES)/Package.swift $(SLEEVES)/Sources $(SLEEVES)/Tests $(SLEEVES)/Fuzzing Tutorials/BlueLibrary/Package.swift Tutorials/BlueLibrary/Sources

.PHONY: lint
lint: toolchain ## Checks the style
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@! grep -rnE 'import ([a-z]+ )?Foundation([.]|$$)' $(SLEEVES)/Sources || \
		{ echo "Foundation brings 50 MB into the program: import FoundationEssentials, Glibc or Dispatch instead." >&2; exit 1; }
	@! grep -rnE 'gtk_widget_queue_(resize|allocate)' $(SLEEVES)/Sources --include='*.swift' | grep -v 'Objects/Widget+Layout.swift' || \
		{ echo "Call requestLayout() or requestAllocation(), which debug builds check." >&2; exit 1; }
	@! grep -rn 'JSONDecoder()' $(SLEEVES)/Sources NATS/Sources --include='*.swift' | grep -vE '/(StoredJSON|SafeJSON).swift' || \
		{ echo "Foundation's decoder ends the process at some numbers: call StoredJSON.decode or SafeJSON.decode." >&2; exit 1; }
	@Scripts/check-imports
	@Scripts/check-waits
	@Scripts/check-addresses
	@Scripts/check-translations
	@Documentation/Figures/draw --check

.PHONY: format
format: toolchain ## Formats the sources
	@swift format format --in-place --parallel --recursive $(SOURCES)

.PHONY: docs
docs: toolchain ## Builds the site of the documentation, .build/docs/site, for any file server
	$(call install_packages,$(DOCS_PACKAGES))
	@Scripts/build-docs

.PHONY: docs-serve
docs-serve: docs ## Shows the documentation in a browser on this computer (PORT=8080)
	@Scripts/serve-docs .build/docs/site $(or $(PORT),8080)

.PHONY: check-docs
check-docs: docs ## Checks the documentation: every link, and the pages in a real browser (PICTURES=folder)
	$(call install_packages,$(CHECK_DOCS_PACKAGES))
	@Scripts/check-docs $(PICTURES)

.PHONY: samples
samples: ## Makes the sample collection anew
	$(call install_packages,$(SAMPLE_PACKAGES))
	@$(SLEEVES)/Samples/generate.py

.PHONY: translations
translations: ## Collects the texts for translators, into Sleeves/po
	$(call install_packages,$(TEXT_PACKAGES))
	@$(SLEEVES)/po/texts collect

.PHONY: check-versions
check-versions: build ## Shares a collection between this version of Sleeves and an earlier one (ARGS="--runs 20")
	@Scripts/check-versions $(ARGS)

# The program that is installed.
PROGRAM ?= $(SLEEVES)/.build/release/sleeves
SHARE = $(DESTDIR)$(PREFIX)/share

.PHONY: install
install: build install-files ## Installs Sleeves under PREFIX (/usr/local)

.PHONY: install-files
install-files:
	@install -Dm755 --strip $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/sleeves
	@$(SLEEVES)/data/share make $(SHARE) $(PREFIX)/bin $(PROGRAM)
	$(renew_caches)

.PHONY: uninstall
uninstall: ## Takes away what install has put there
	@rm -f $(DESTDIR)$(PREFIX)/bin/sleeves
	@$(SLEEVES)/data/share remove $(SHARE)
	$(renew_caches)

DEB = dist/sleeves_$(shell $(PROGRAM) --version)_$(shell dpkg --print-architecture).deb

.PHONY: deb
deb: build ## Makes a Debian package of Sleeves, in dist
	$(call install_packages,$(DEB_PACKAGES))
	@Scripts/build-deb $(PROGRAM) $(DEB)
	@echo "==> Made $(DEB)"

.PHONY: check-arm
check-arm: toolchain ## Builds the C parts for 64-bit ARM and tries them in an emulator, with damaged files
	$(call install_packages,$(CHECK_ARM_PACKAGES))
	@Scripts/check-arm $(MUTATIONS)

.PHONY: check-distributions
check-distributions: toolchain ## Builds and tries everything in Debian 12, 13 and unstable, installed below .build (ARGS="--quick trixie": a part)
	$(call install_packages,mmdebstrap git)
	@$$([ "$$(id -u)" = 0 ] || echo sudo --preserve-env=PATH) Scripts/check-distributions $(ARGS)

.PHONY: check-deb
check-deb: deb ## Checks the package: lintian, made twice, installed and opened in a bare Debian, removed
	$(call install_packages,$(CHECK_DEB_PACKAGES))
	@$$([ "$$(id -u)" = 0 ] || echo sudo) Scripts/check-deb $(PROGRAM) $(DEB)

# The desktop's lists of applications and icons, where there are any. A package's own installation does this for its DESTDIR.
define renew_caches
	@if [ -z "$(DESTDIR)" ]; then \
		! command -v update-desktop-database >/dev/null || update-desktop-database -q $(SHARE)/applications; \
		[ ! -e $(SHARE)/icons/hicolor/icon-theme.cache ] || ! command -v gtk4-update-icon-cache >/dev/null || \
			gtk4-update-icon-cache -qtf $(SHARE)/icons/hicolor; \
	fi
endef

.PHONY: clean
clean: ## Deletes everything that was built
	rm -rf .build $(SLEEVES)/.build Benchmarks/.build Benchmarks/Generated Benchmarks/Costs/.build
