import CAdwaita

@testable import GTKAdapters

/// The one application of the tests, started but not run: the tests turn the main loop themselves.
@MainActor
enum TestApplication {
    static let shared: Application = {
        let application = Application(id: "org.example.GTKAdaptersTests", name: "Tests")
        precondition(g_application_register(application.object.cast(), nil, nil) != 0)
        return application
    }()

    /// Deals with events until a condition holds.
    static func turn(until condition: () -> Bool) {
        while !condition() { MainLoop.turn() }
    }

    /// Deals with all events that are there.
    static func turnUntilIdle() {
        while MainLoop.turn(waits: false) {}
    }

    /// A window that is shown and has its size.
    static func show(_ content: Widget, width: Int = 800, height: Int = 400) -> ApplicationWindow {
        let window = ApplicationWindow(shared, title: "Test", width: width, height: height)
        window.content = content
        window.present()
        turn { content.isMapped && content.width > 0 }
        return window
    }
}
