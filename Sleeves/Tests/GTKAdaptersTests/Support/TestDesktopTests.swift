import CAdwaita
import DisplayTesting
import Testing

extension OnScreen {
    @MainActor
    @Suite("The tests' own desktop")
    struct TestDesktopTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("A GLib warning fails the test that causes it")
        func warning() {
            withKnownIssue {
                "MESSAGE".withCString { key in
                    "something is wrong".withCString { words in
                        let field = GLogField(key: key, value: words, length: -1)
                        withUnsafePointer(to: field) { g_log_structured_array(G_LOG_LEVEL_WARNING, $0, 1) }
                    }
                }
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains("something is wrong") }
            }
        }

        @Test("A wait times out and names its condition")
        func tooLate() {
            withKnownIssue {
                TestApplication.turn(within: 0, "the moon is full") { false }
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains("the moon is full") }
            }
        }
    }
}
