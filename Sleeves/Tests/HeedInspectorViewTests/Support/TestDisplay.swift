import CAdwaita
import Glibc
import Testing

@testable import GTKAdapters

/// The tests that need a display. One at a time, because GTK has one of everything.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil, "needs a display, as xvfb-run gives one"))
@MainActor
enum OnDisplay {}

/// The one application of the tests, started but not run: the tests turn the main loop themselves.
@MainActor
enum TestDisplay {
    static let application: Application = {
        setenv("GSETTINGS_BACKEND", "memory", 1)
        let application = Application(id: "org.example.HeedInspectorViewTests", name: "Tests", isUnique: false)
        precondition(g_application_register(application.object.cast(), nil, nil) != 0)
        return application
    }()

    /// Deals with events until a condition holds.
    static func turn(
        within seconds: Int = 90, _ expectation: String, at place: SourceLocation = #_sourceLocation, until condition: () -> Bool
    ) {
        var isLate = false
        let alarm = MainLoop.after(milliseconds: seconds * 1_000) { isLate = true }
        defer { alarm.cancel() }
        while !condition() {
            guard !isLate else {
                Issue.record("not within \(seconds) s: \(expectation)", sourceLocation: place)
                return
            }
            MainLoop.turn()
        }
    }
}
