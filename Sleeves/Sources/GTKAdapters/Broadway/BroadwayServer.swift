internal import CAdwaita
internal import Glibc
internal import Localization

/// Serves the windows of this process to a browser on this machine, by GTK's Broadway backend.
///
/// Start it before GTK is initialised, that is before ``Application/run()``, on the thread that will run it.
///
/// **Behavior**
/// - The page is served on 127.0.0.1 only, and only at an address that begins with a random token: without it nobody gets in, whether
///   another user of this machine or a page of another origin.
/// - GTK's server itself listens in a folder that only this user can open.
/// - The server ends with this process, however that ends: it hangs on a pipe, whose other end only this process holds.
/// - It ends when this object is released, too.
public final class BroadwayServer {
    /// The page to open in a browser. Whoever knows it has the window.
    public var address: String { "http://127.0.0.1:\(gate.port)/\(gate.token)/" }

    /// The port on 127.0.0.1.
    public var port: UInt16 { gate.port }

    private let child: ChildProcess
    private let gate: BroadwayGate
    private let socketPath: String

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
        guard let folder = Self.makePrivateFolder() else { throw .didNotStart(String(cString: strerror(errno))) }
        socketPath = "\(folder)/http"
        guard let gate = BroadwayGate(port: wished ?? 0, socketPath: socketPath) else {
            rmdir(folder)
            throw .noPort(wished)
        }
        self.gate = gate
        // A display's number is the number of its socket. The port is ours, so its number is as good as unique.
        let display = ":\(gate.port)"
        do {
            child = try ChildProcess(
                [program, "--unixsocket", socketPath, display], folder: folder, leftover: Self.displaySocket(gate.port))
        } catch {
            rmdir(folder)
            gate.stop()
            throw .didNotStart(String(cString: strerror(error.number)))
        }
        do throws(BroadwayError) {
            try waitUntilItAnswers()
        } catch {
            stop()
            throw error
        }
        setenv("GDK_BACKEND", "broadway", 1)
        setenv("BROADWAY_DISPLAY", display, 1)
    }

    deinit {
        stop()
    }

    /// Ends the server. Idempotent.
    public func stop() {
        gate.stop()
        child.stop()
    }

    private func waitUntilItAnswers() throws(BroadwayError) {
        // Nothing tells when a foreign program has begun to listen; asking it is the way to know.
        for _ in 0..<500 {
            if let status = child.statusIfEnded() {
                throw .didNotStart(localized("It ended with status {status}.", ["status": "\(status)"]))
            }
            // A whole request: the server complains of a connection without one.
            if UnixSocket.reply(to: "GET / HTTP/1.1\r\n\r\n", from: socketPath).contains("200 OK") {
                guard gate.open() else { throw .didNotStart(String(cString: strerror(EAGAIN))) }
                return
            }
            usleep(10_000)
        }
        throw .didNotStart(localized("It does not respond."))
    }

    /// A folder that only this user can open, where sockets have short enough names.
    private static func makePrivateFolder() -> String? {
        for place in [String(cString: g_get_user_runtime_dir()), "/tmp"] where place.utf8.count + 32 < UnixSocket.longestPath {
            var template = Array("\(place)/sleeves-XXXXXX".utf8CString)
            if mkdtemp(&template) != nil { return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } }
        }
        return nil
    }

    /// Where the server listens for programs. It counts displays from 1 where the environment counts from 0.
    private static func displaySocket(_ display: UInt16) -> String {
        String(cString: g_get_user_runtime_dir()) + "/broadway\(Int(display) + 1).socket"
    }

    static func findProgram(_ name: String, path: String) -> String? {
        path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
