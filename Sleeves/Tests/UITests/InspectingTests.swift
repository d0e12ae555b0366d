import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Inspecting the program itself")
    struct InspectingTests {
        @Test("The inspector's window opens beside the library's, names what it offers, and closes with it")
        func opensBeside() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/library", opening: ["--inspect"], in: scene)
                let inspector = try await Eventually.value("the inspector's window is there") {
                    AccessibleNode.application(window.program.identifier)?.first("frame", named: "Sleeves – Inspector")
                }
                for name in ["Pause", "Clear Events", "Search", "Save"] {
                    try await Eventually.holds("“\(name)” is offered") { inspector.first("push button", named: name) != nil }
                }
                // Again if the new window took the keyboard in between, which closes nothing but itself.
                let closing = {
                    try await window.focusWindow(named: "Sleeves")
                    try await window.press("ctrl+w")
                }
                let status = try await Eventually.again("the program ends", closing) { window.program.status }
                #expect(status == 0)
            }
        }
    }
}
