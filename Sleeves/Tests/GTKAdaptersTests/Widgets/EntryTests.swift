import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A field to write in")
    struct EntryTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("It reports each change of its text, and marks a problem until it is cleared")
        func row() {
            let field = Entry("Name & <address>")
            var texts: [String] = []
            field.onChange = { texts.append($0) }
            field.text = "one"
            field.text = ""
            #expect(texts.last == "" && texts.contains("one"))
            field.problem = "Write something."
            #expect(field.hasStyle("error"))
            field.problem = nil
            #expect(!field.hasStyle("error"))
        }
    }
}
