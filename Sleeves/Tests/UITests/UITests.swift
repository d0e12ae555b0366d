import Testing

/// The program as a person and a script meet it: real processes, and a real display where there is a window.
///
/// One after another, because they share the display, its pointer and its keyboard.
@MainActor
@Suite("From the outside", .serialized, .timeLimit(.minutes(60)))
enum UITests {}

extension UITests {
    /// The tests that need a display.
    @MainActor
    @Suite("On a display", .serialized, .onStage)
    enum WindowTests {}
}
