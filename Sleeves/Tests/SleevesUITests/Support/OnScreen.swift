import Glibc
import Testing

/// The tests that show windows: run them under `xvfb-run -a` where there is no display. One at a time, because they share its keyboard.
@Suite(
    "On the screen", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: getenv("DISPLAY") != nil, "needs an X display, as xvfb-run gives one"))
@MainActor
enum OnScreen {}
