import Glibc
import Testing

@testable import GTKAdapters

@Suite("The display probe")
struct DisplayProbeTests {
    @Test("Without names, or with names of unreachable displays, there is no display")
    func nobody() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for name in ["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"] { unsetenv(name) }
            setenv("XDG_RUNTIME_DIR", "/nowhere", 1)
            #expect(!DisplayProbe.hasDisplay)
            for name in ["", ":64321", "nobody-0", "/nowhere/" + String(repeating: "x", count: 200)] {
                setenv("DISPLAY", name, 1)
                setenv("WAYLAND_DISPLAY", name, 1)
                #expect(!DisplayProbe.hasDisplay, "\(name)")
            }
        }
    }
}
