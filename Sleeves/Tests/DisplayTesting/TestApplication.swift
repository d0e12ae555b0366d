import CAdwaita
import Glibc
import Foundation
import Testing

@testable import GTKAdapters

/// The one application of the tests, started but not run: the tests turn the main loop themselves.
@MainActor
package enum TestApplication {
    package static let shared: Application = {
        TestDesktop.enter()
        // Names and messages for screen readers, without a bus to say them on.
        setenv("GTK_A11Y", "test", 1)
        // A process that a test starts has a name of its own.
        let application = Application(id: "org.example.Tests.p\(getpid())", name: "Tests")
        precondition(g_application_register(application.object.cast(), nil, nil) != 0)
        return application
    }()

    /// Deals with events until a condition holds.
    ///
    /// - Parameters:
    ///   - expectation: what is waited for, for the failure where it takes longer than `seconds`.
    ///   - seconds: how long it may take on a machine that has other things to do.
    package static func turn(
        within seconds: Int = 30,
        _ expectation: String = "the condition holds",
        at place: SourceLocation = #_sourceLocation,
        until condition: () -> Bool
    ) {
        var isLate = false
        let alarm = MainLoop.after(milliseconds: seconds * 1_000) { isLate = true }
        defer { alarm.cancel() }
        while !condition() {
            guard !isLate else {
                Issue.record("not within \(seconds) s: \(expectation)\(TestDesktop.keepPicture())", sourceLocation: place)
                return
            }
            MainLoop.turn()
        }
    }

    /// Deals with all events that are there.
    package static func turnUntilIdle() {
        while MainLoop.turn(waits: false) {}
    }

    /// A window that is shown and has its size.
    package static func show(_ content: Widget, width: Int = 800, height: Int = 400) -> ApplicationWindow {
        let window = ApplicationWindow(shared, title: "Test", width: width, height: height)
        window.content = content
        window.present()
        turn("the window is shown") { content.isMapped && content.width > 0 }
        return window
    }
}
