import Foundation
import Glibc
import Testing

/// A sound server of its own whose only device is silent, and what it plays.
@MainActor
final class SoundServer {
    private let folder: TestFolder
    private let server: Tool
    private var isRunning = true
    /// The environment in which programs use it.
    var variables: [String: String] { ["PULSE_SERVER": "unix:\(folder.path("socket"))"] }

    init() async throws {
        folder = try TestFolder()
        let (place, socket) = (folder.path(""), folder.path("socket"))
        let own = ["HOME=\(place)", "XDG_RUNTIME_DIR=\(place)"]
        let modules = [
            "module-native-protocol-unix socket=\(socket) auth-anonymous=1", "module-null-sink sink_name=quiet rate=44100",
            "module-null-sink sink_name=other rate=44100", "module-rescue-streams",
        ]
        let options = ["-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=60"]
        server = try Tool(own + ["pulseaudio"] + options + modules.flatMap { ["-L", $0] })
        try #require(await Eventually.holds { FileManager.default.fileExists(atPath: socket) }, "the sound server listens")
    }

    /// Runs a line for the shell, whose sound programs use this server.
    func run(_ line: String) throws {
        try Tool.run(["PULSE_SERVER=unix:\(folder.path("socket"))", "sh", "-c", line])
    }

    /// Ends the server, as if the device were gone.
    func stop() {
        if isRunning { server.end(SIGKILL) }
        isRunning = false
    }

    isolated deinit {
        stop()
    }

    /// Records what the device plays while `body` runs: the left channel, 44,100 samples a second.
    func recording(_ body: () async throws -> Void) async throws -> [Float] {
        let file = folder.path("recording")
        let recorder = try Tool(
            ["PULSE_SERVER=unix:\(folder.path("socket"))", "parec", "-d", "quiet.monitor", "--format=float32le", "--rate=44100"]
                + ["--channels=2", "--latency-msec=20", "--raw", file])
        func size() -> Int { (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0 }
        try #require(await Eventually.holds { size() > 0 }, "the recording has begun")
        try await body()
        recorder.end()
        let samples = try Data(contentsOf: URL(filePath: file)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }
}
