import Glibc
import Testing

@testable import GTKAdapters

/// The tests that need a display: run them under `xvfb-run -a` where there is none. One at a time, because GTK has one of everything.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil, "needs a display, as xvfb-run gives one"))
@MainActor
enum OnScreen {}
