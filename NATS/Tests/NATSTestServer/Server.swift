public import Foundation

/// A real server on a free port of this machine, which a test can kill and start again at the same port.
public final class Server {
    private let folder: URL
    /// The port; -1 until the first start, for the server to choose.
    private var port = -1
    private var process: Process?
    /// Lines for its configuration file, in which `FOLDER` is a folder of its own.
    public var settings: String

    /// Starts a server and waits until it accepts clients.
    ///
    /// - Parameter settings: Lines for its configuration file, in which `FOLDER` is a folder of the server's own.
    public init(_ settings: String = "") throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "heed-nats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.settings = settings
        try start()
    }

    /// A server that isn't running yet.
    public static func stopped() throws -> Server {
        let server = try Server()
        server.kill()
        return server
    }

    /// A server that stores messages.
    public static func storing(_ settings: String = "") throws -> Server {
        try Server("jetstream { store_dir: FOLDER/store }\n\(settings)")
    }

    /// Removes what the server has stored. It must not be running.
    public func wipe() throws {
        try FileManager.default.removeItem(at: folder.appending(path: "store"))
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The address for clients.
    public var address: String { "nats://127.0.0.1:\(port)" }

    /// Starts the server again at the same port, and waits until it accepts clients.
    public func start() throws {
        let configuration = folder.appending(path: "server.conf")
        let lines = "listen: 127.0.0.1:\(port)\n\(settings.replacing("FOLDER", with: folder.path))"
        try lines.write(to: configuration, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["nats-server", "--config", configuration.path]
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var said = ""
        while !said.contains("Server is ready") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw ServerError(said: said) }
            said += String(decoding: more, as: UTF8.self)
        }
        guard let address = said.firstMatch(of: /client connections on 127\.0\.0\.1:(\d+)/), let chosen = Int(address.1) else {
            throw ServerError(said: said)
        }
        port = chosen
        // Reads on, so that the server never waits for a full pipe. In a thread: a readability handler crashed Dispatch now and then.
        let rest = output.fileHandleForReading
        Thread.detachNewThread { while !rest.availableData.isEmpty {} }
        self.process = process
    }

    /// Kills the server, as a power failure would.
    public func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Stops the server from doing anything, as a machine without memory would.
    public func stall() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGSTOP)
        var state = siginfo_t()
        waitid(P_PID, id_t(process.processIdentifier), &state, WSTOPPED | WNOWAIT)
    }

    /// Lets a stalled server go on.
    public func goOn() {
        process.map { _ = Foundation.kill($0.processIdentifier, SIGCONT) }
    }
}

/// A failure of a server or a program: its own words.
public struct ServerError: Error {
    let said: String
}

extension ServerError: CustomStringConvertible {
    /// Its words.
    public var description: String { said }
}

/// Runs a program and waits for its end.
public func run(_ program: String, _ arguments: String..., in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ServerError(said: "\(program) \(arguments) failed") }
}
