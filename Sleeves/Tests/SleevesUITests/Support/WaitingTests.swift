import Testing

extension OnScreen {
    @MainActor
    @Suite("The tests' own waits")
    struct WaitingTests {
        @Test("A wait that ends too late fails the test, and says what it waited for and what the window shows instead")
        func tooLate() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await window.expectWelcome()
                try await withKnownIssue {
                    try await window.holds("the moon is full", within: .zero) { _ in false }
                } matching: { issue in
                    let words = issue.comments.map(\.rawValue).joined()
                    return words.contains("the moon is full") && words.contains("Your Records Go Here")
                }
            }
        }

        @Test("A key that X doesn't have on its keyboard is typed all the same")
        func otherLetters() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let found = albums.filter { $0.title == "느린 계절의 편지" }
                try await window.search(for: "느린 계절")
                try await window.equal(found.map(\.heading)) { $0.covers.map(\.name) }
            }
        }
    }
}
