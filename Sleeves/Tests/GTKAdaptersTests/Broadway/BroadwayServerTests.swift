import Glibc
import Testing

@testable import GTKAdapters

@Suite("The Broadway server")
struct BroadwayServerTests {
    private static let isInstalled = BroadwayServer.findProgram("gtk4-broadwayd", path: "/usr/bin:/usr/local/bin") != nil

    @Test("It serves on 127.0.0.1, sets itself as GTK's display, and is gone after stopping", .enabled(if: isInstalled))
    func serves() async {
        // In a process of its own, because it changes the environment.
        await #expect(processExitsWith: .success) {
            let server = try BroadwayServer(title: "Albums & more")
            #expect(server.address.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//) != nil)
            #expect(Exchange.connect(server.port) >= 0)
            #expect(getenv("GDK_BACKEND").map { String(cString: $0) } == "broadway")
            #expect(getenv("BROADWAY_DISPLAY").map { String(cString: $0) } == ":\(server.port)")
            server.stop()
            server.stop()
            #expect(Exchange.connect(server.port) < 0)
        }
    }

    @Test("A port in use is reported as such", .enabled(if: isInstalled))
    func portIsTaken() async {
        await #expect(processExitsWith: .success) {
            let first = try BroadwayServer(title: "Albums & more")
            #expect(throws: BroadwayError.noPort(first.port)) { try BroadwayServer(port: first.port, title: "") }
            first.stop()
        }
    }

    @Test("A program that ends at once is reported with its status")
    func endsAtOnce() {
        #expect(throws: BroadwayError.didNotStart("It ended with status 1.")) {
            try BroadwayServer(program: "/bin/false", port: nil, title: "")
        }
    }

    @Test("The error for a missing server names the package to install")
    func notInstalled() {
        #expect(BroadwayServer.findProgram("gtk4-broadwayd", path: "/nowhere:") == nil)
        #expect(BroadwayError.notInstalled.description.contains("apt install libgtk-4-bin"))
    }

    @Test("Stopping a child ends it and deletes its folder")
    func child() throws {
        var name = Array("/tmp/gtkadapters-XXXXXX".utf8CString)
        try #require(mkdtemp(&name) != nil)
        let folder = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        close(open("\(folder)/file", O_CREAT | O_WRONLY, 0o600))
        let child = try ChildProcess(["/bin/sleep", "1000"], folder: folder, leftover: "\(folder).socket")
        #expect(child.statusIfEnded() == nil)
        child.stop()
        #expect(child.statusIfEnded() == 128 + SIGTERM)
        // The watcher that ends the program deletes the folder after that.
        #expect(Eventually.holds { access(folder, F_OK) != 0 })
    }
}
