import Testing

@testable import GTKAdapters

@Suite("The display probe")
struct DisplayProbeTests {
    @Test(
        "A display's name is parsed",
        arguments: [
            (":0", "", 0), (":99.0", "", 99), ("unix:1", "unix", 1), ("localhost:10.0", "localhost", 10), ("::1:3", "::1", 3),
        ]
    )
    func names(name: String, host: String, number: UInt16) {
        let display = X11DisplayName(name)
        #expect(display?.host == host)
        #expect(display?.number == number)
    }

    @Test("Texts that aren't a display's name are rejected", arguments: ["", "0", ":", ":x", "host:-1", ":99999"])
    func noNames(name: String) {
        #expect(X11DisplayName(name) == nil)
    }

    @Test("Without names, or with names of unreachable displays, there is no display")
    func nobody() {
        #expect(!DisplayProbe.hasDisplay { _ in nil })
        #expect(!DisplayProbe.hasDisplay { _ in "" })
        #expect(!DisplayProbe.hasDisplay { ["DISPLAY": ":64321", "WAYLAND_DISPLAY": "nobody-0", "XDG_RUNTIME_DIR": "/nowhere"][$0] })
        #expect(!DisplayProbe.hasDisplay { ["WAYLAND_DISPLAY": "/nowhere/" + String(repeating: "x", count: 200)][$0] })
    }
}
