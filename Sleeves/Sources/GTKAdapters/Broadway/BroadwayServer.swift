internal import CAdwaita
internal import Glibc

/// Serves the windows of this process to a browser on this machine, by GTK's Broadway backend.
///
/// Start it before GTK is initialised, that is before ``Application/run()``, on the thread that will run it.
///
/// **Behavior**
/// - The page is served on 127.0.0.1 only. Whoever can log in to this machine can open it.
/// - The server ends with this process, however that ends: it hangs on a pipe, whose other end only this process holds.
/// - It ends when this object is released, too.
public final class BroadwayServer {
    /// The page to open in a browser.
    public var address: String { "http://127.0.0.1:\(port)/" }

    /// The port on 127.0.0.1.
    public let port: UInt16

    private let child: ChildProcess

    /// Starts the server, waits until it answers, and has GTK use it.
    ///
    /// - Parameter port: the port on 127.0.0.1. Nil: a free one.
    /// - Throws: ``BroadwayError``.
    public convenience init(port: UInt16? = nil) throws(BroadwayError) {
        guard let program = Self.findProgram("gtk4-broadwayd", path: getenv("PATH").map { String(cString: $0) } ?? "") else {
            throw .notInstalled
        }
        try self.init(program: program, port: port)
    }

    init(program: String, port wished: UInt16?) throws(BroadwayError) {
        guard let port = TCPSocket.freeLoopbackPort(wished ?? 0) else { throw .noPort(wished) }
        // A display's number is the number of its socket. The port is free, so its number is as good as unique.
        let display = ":\(port)"
        do {
            child = try ChildProcess(
                [program, "--address", "127.0.0.1", "--port", String(port), display],
                leftover: Self.socketPath(display: port)
            )
        } catch {
            throw .didNotStart(String(cString: strerror(error.number)))
        }
        self.port = port
        try waitUntilItAnswers()
        setenv("GDK_BACKEND", "broadway", 1)
        setenv("BROADWAY_DISPLAY", display, 1)
    }

    /// Ends the server. Idempotent.
    public func stop() {
        child.stop()
    }

    private func waitUntilItAnswers() throws(BroadwayError) {
        // Nothing tells when a foreign program has begun to listen; asking it is the way to know.
        for _ in 0..<500 {
            if let status = child.statusIfEnded() { throw .didNotStart("it ended with status \(status)") }
            // A whole request: the server complains of a connection without one.
            if TCPSocket.reply(to: "GET / HTTP/1.1\r\n\r\n", from: "127.0.0.1", port: port).contains("200 OK") { return }
            usleep(10_000)
        }
        child.stop()
        throw .didNotStart("it does not answer at port \(port)")
    }

    /// Where the server listens for programs. It counts displays from 1 where the environment counts from 0.
    private static func socketPath(display: UInt16) -> String {
        String(cString: g_get_user_runtime_dir()) + "/broadway\(Int(display) + 1).socket"
    }

    static func findProgram(_ name: String, path: String) -> String? {
        path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
