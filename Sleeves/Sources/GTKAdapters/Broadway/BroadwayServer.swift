internal import CAdwaita
internal import Glibc
internal import Localization

/// A server that shows the windows of this process in a browser on this machine, through GTK's Broadway backend.
///
/// Start it before GTK has a display, that is, before ``Application/run()`` and on the same thread.
///
/// **Behavior**
/// - The page is served only on 127.0.0.1 and only at an address that begins with a random token. Other users of this machine and pages of
///   other origins don't have it and get no access.
/// - GTK's server itself listens in a folder that only this user can open.
/// - One tab at a time shows the window. Another one says so, and takes the window over when asked.
/// - The server ends with this process, however that ends: it watches a pipe whose other end only this process holds.
/// - It also ends when this object is released.
public final class BroadwayServer {
    /// The address to open in a browser. It gives access to the window.
    public var address: String { "http://127.0.0.1:\(gate.port)/\(gate.token)/" }

    /// The port on 127.0.0.1.
    public var port: UInt16 { gate.port }

    private let child: ChildProcess
    private let gate: BroadwayGate
    private let socketPath: String

    /// Starts the server, waits until it answers, and makes GTK use it.
    ///
    /// - Parameters:
    ///   - port: the port on 127.0.0.1. Nil: any free port.
    ///   - title: the title of the browser's tab.
    /// - Throws: ``BroadwayError``.
    public convenience init(port: UInt16? = nil, title: String) throws(BroadwayError) {
        guard let program = Self.findProgram("gtk4-broadwayd", path: getenv("PATH").map { String(cString: $0) } ?? "") else {
            throw .notInstalled
        }
        try self.init(program: program, port: port, title: title)
    }

    init(program: String, port wished: UInt16?, title: String) throws(BroadwayError) {
        guard let folder = Self.makePrivateFolder() else { throw .didNotStart(String(cString: strerror(errno))) }
        socketPath = "\(folder)/http"
        guard let gate = BroadwayGate(port: wished ?? 0, socketPath: socketPath, page: BroadwayPage(title: title)) else {
            rmdir(folder)
            throw .noPort(wished)
        }
        self.gate = gate
        // A display's number names its socket. This process owns the port, so the port's number is practically unique.
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
        // A renderer that the user has chosen for a screen can crash GTK's server.
        setenv("GSK_RENDERER", "broadway", 1)
        // GTK looks for a display only once.
        if gtk_is_initialized() != 0 { gdk_display_open(nil) }
    }

    deinit {
        stop()
    }

    /// Stops the server. Idempotent.
    public func stop() {
        gate.stop()
        child.stop()
    }

    private func waitUntilItAnswers() throws(BroadwayError) {
        // A foreign program doesn't report when it begins to listen, so poll it.
        for _ in 0..<500 {
            if let status = child.statusIfEnded() {
                throw .didNotStart(localized("It ended with status {status}.", ["status": "\(status)"]))
            }
            // A whole request, because the server complains about a connection without one.
            if UnixSocket.reply(to: "GET / HTTP/1.1\r\n\r\n", from: socketPath).contains("200 OK") {
                guard gate.open() else { throw .didNotStart(String(cString: strerror(EAGAIN))) }
                return
            }
            usleep(10_000)
        }
        throw .didNotStart(localized("It does not respond."))
    }

    /// Makes a folder that only this user can open, with a path short enough for sockets.
    private static func makePrivateFolder() -> String? {
        for place in [String(cString: g_get_user_runtime_dir()), "/tmp"] where place.utf8.count + 32 < UnixSocket.longestPath {
            var template = Array("\(place)/sleeves-XXXXXX".utf8CString)
            if mkdtemp(&template) != nil { return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } }
        }
        return nil
    }

    /// Returns the path at which the server listens for programs. It counts displays from 1, while the environment counts from 0.
    private static func displaySocket(_ display: UInt16) -> String {
        String(cString: g_get_user_runtime_dir()) + "/broadway\(Int(display) + 1).socket"
    }

    static func findProgram(_ name: String, path: String) -> String? {
        path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
