import Foundation

/// A real server on a free port of this machine, which a test can kill and start again at the same port.
final class Server {
    let folder: URL
    private(set) var port: Int
    private var process: Process?
    private let settings: String

    /// Starts a server and waits until it accepts clients.
    ///
    /// - Parameter settings: Lines for its configuration file; `FOLDER` is the folder for its files.
    init(_ settings: String = "", port: Int = 0) throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "heed-nats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.port = port == 0 ? try Self.freePort() : port
        self.settings = settings
        try start()
    }

    /// A server that isn't running yet.
    static func stopped() throws -> Server {
        let server = try Server()
        server.kill()
        return server
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var address: String { "nats://127.0.0.1:\(port)" }

    func start() throws {
        let configuration = folder.appending(path: "server.conf")
        let text = "listen: 127.0.0.1:\(port)\n" + settings.replacing("FOLDER", with: folder.path)
        try text.write(to: configuration, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["nats-server", "--config", configuration.path]
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var said = Data()
        while !said.contains("Server is ready") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw ServerError(said: String(decoding: said, as: UTF8.self)) }
            said += more
        }
        // Reads on, so that the server never waits for a full pipe.
        output.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
        self.process = process
    }

    /// Kills the server, as a power failure would.
    func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Stops the server from doing anything, as a machine without memory would.
    func stall() {
        process.map { _ = Foundation.kill($0.processIdentifier, SIGSTOP) }
    }

    func goOn() {
        process.map { _ = Foundation.kill($0.processIdentifier, SIGCONT) }
    }

    private static func freePort() throws -> Int {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let isBound = bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
                guard isBound else { throw ServerError(said: "no free port") }
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
    }
}

struct ServerError: Error {
    let said: String
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}

/// Runs a program and waits for its end.
func run(_ program: String, _ arguments: String..., in folder: URL) throws {
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
