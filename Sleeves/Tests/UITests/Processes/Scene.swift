import Foundation
import Testing

/// The folder and the processes of one test. All of it goes when the test ends, well or badly.
@MainActor
final class Scene {
    /// A folder of the test's own.
    let folder: String
    /// Whether windows that open from now on animate.
    ///
    /// Most tests wait for the end of each movement, and half of the processor time of such a test would go into drawing it.
    var animates = false
    private var programs: [Program] = []
    private var startCount = 0

    /// Runs a test.
    static func play<Value>(_ body: (Scene) async throws -> Value) async throws -> Value {
        let scene = try Scene()
        do {
            let value = try await body(scene)
            await scene.clear()
            return value
        } catch {
            await scene.clear()
            throw error
        }
    }

    init() throws {
        // Short, because sockets lie in it, whose paths have a limit.
        folder = "/tmp/sleeves-test-" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
        for name in ["home", "run", "share", "config", "still/gtk-4.0"] {
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: attributes)
        }
        try Self.linkMachine()
        try Data("[Settings]\ngtk-enable-animations=0\n".utf8).write(to: URL(filePath: "\(folder)/still/gtk-4.0/settings.ini"))
    }

    /// Makes a folder with the machine's icons, types and settings, but neither its applications nor the services of its bus. There is one
    /// for all tests of this process.
    private static func linkMachine() throws {
        guard !FileManager.default.fileExists(atPath: machine) else { return }
        atexit { try? FileManager.default.removeItem(atPath: Scene.machine) }
        try FileManager.default.createDirectory(atPath: machine, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/share") where !["applications", "dbus-1"].contains(name) {
            try FileManager.default.createSymbolicLink(atPath: "\(machine)/\(name)", withDestinationPath: "/usr/share/\(name)")
        }
    }

    private nonisolated static let machine = "/tmp/sleeves-machine-\(getpid())"

    /// A desktop of the test's own: a home without a past, no other applications, and neither display nor bus, not even the system's;
    /// covers come from this computer only, and music plays in its time but without a sound.
    ///
    /// playerctl gives up if a system bus has left its socket behind.
    var bareEnvironment: [String: String] {
        [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "\(folder)/home", "XDG_RUNTIME_DIR": "\(folder)/run", "LANG": "C.UTF-8",
            "XDG_DATA_HOME": "\(folder)/home/.local/share", "XDG_CONFIG_HOME": "\(folder)/home/.config",
            "XDG_CACHE_HOME": "\(folder)/home/.cache", "XDG_DATA_DIRS": "\(folder)/share:\(Self.machine)",
            "XDG_CONFIG_DIRS": "\(folder)/config" + (animates ? "" : ":\(folder)/still"),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder)/run/no-bus", "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
            "SLEEVES_AUDIO_SINK": "volume name=volume ! fakesink sync=true",
            "SLEEVES_FETCH_COVERS": "1", "SLEEVES_COVER_ARCHIVE": "none", "SLEEVES_MUSICBRAINZ": "none", "SLEEVES_LOCAL_NETWORK": "1",
        ]
    }

    /// The environment of a desktop: the one above, with a stage's display and bus.
    ///
    /// GTK draws with cairo. There is no graphics card here, and an emulated one takes a whole core for a spinner alone.
    func environment(on stage: Stage) -> [String: String] {
        let desktop = ["DISPLAY": stage.display, "DBUS_SESSION_BUS_ADDRESS": stage.busAddress, "GSK_RENDERER": "cairo"]
        return bareEnvironment.merging(desktop) { $1 }
    }

    /// Starts a program, which ends with the test at the latest.
    func start(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        terminal: Terminal? = nil
    ) throws -> Program {
        startCount += 1
        let program = try Program(
            path,
            arguments,
            environment: environment ?? bareEnvironment,
            record: "\(folder)/\(startCount)",
            terminal: terminal?.descriptor
        )
        programs.append(program)
        return program
    }

    /// Runs a tool to its end.
    func run(_ tool: Tool, _ arguments: [String], on stage: Stage) async throws -> Program {
        let program = try start(tool.path, arguments, environment: environment(on: stage))
        _ = try await program.finish()
        programs.removeAll { $0 === program }
        return program
    }

    private func clear() async {
        for program in programs.reversed() { await program.end() }
        for program in programs { program.expectNoComplaints() }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
