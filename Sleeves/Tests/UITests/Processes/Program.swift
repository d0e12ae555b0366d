import CAtspi
import Foundation
import Testing

/// A process that a test has started, with all that it has written so far.
///
/// It writes into files, which can be read at any time, never fill up, and end with the process whoever else still holds them.
/// It leads a process group of its own, so that what it has started can be ended with it.
@MainActor
final class Program {
    let identifier: pid_t
    /// Its name.
    let name: String
    private let outputPath: String
    private let errorPath: String
    private var ending: Int32?
    /// The most memory that it has had at once, in KiB, once it has ended.
    private(set) var peakMemory = 0

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - environment: All that it has; nothing is inherited.
    ///   - record: Where to put what it writes: the beginning of the names of two files.
    ///   - terminal: Its standard error, instead of a file.
    init(_ path: String, _ arguments: [String], environment: [String: String], record: String, terminal: Int32? = nil) throws {
        name = URL(filePath: path).lastPathComponent
        outputPath = record + ".out"
        errorPath = record + ".err"

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let writing = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, outputPath, writing, 0o600)
        if let terminal {
            posix_spawn_file_actions_adddup2(&actions, terminal, STDERR_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errorPath, writing, 0o600)
        }
        // Other tests of this process hold sockets, which would stay open as long as the program runs.
        sleeves_spawn_file_actions_addclosefrom(&actions, STDERR_FILENO + 1)
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }

        let words = ([path] + arguments).map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, &actions, &attributes, words + [nil], variables + [nil])
        guard failure == 0 else { throw NotStarted(path: path, reason: String(cString: strerror(failure))) }
        identifier = process
    }

    /// Its standard output so far.
    var outputText: String { String(decoding: outputBytes, as: UTF8.self) }
    /// The same, unread.
    var outputBytes: [UInt8] { Self.contents(of: outputPath) }
    /// Its standard error so far.
    var errorText: String { String(decoding: Self.contents(of: errorPath), as: UTF8.self) }

    /// The exit status once it has ended; 128 and the signal's number where a signal ended it.
    var status: Int32? {
        if let ending { return ending }
        var word: Int32 = 0
        var usage = rusage()
        guard wait4(identifier, &word, WNOHANG, &usage) == identifier else { return nil }
        peakMemory = usage.ru_maxrss
        let signal = word & 0x7F
        ending = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
        return ending
    }

    /// Waits for its end.
    func finish(within limit: Duration = Eventually.patience) async throws -> Int32 {
        try await Eventually.value("\(name) ends", within: limit) { status }
    }

    func send(_ signal: Int32) {
        // A process that has ended keeps its identifier only until it is asked for its status.
        if status == nil { kill(identifier, signal) }
    }

    /// Ends it and its children: kindly, and after a moment by force.
    func end() async {
        send(SIGTERM)
        _ = try? await finish(within: .seconds(5))
        kill(-identifier, SIGKILL)
        _ = try? await finish(within: .seconds(5))
    }

    /// A group of its own, and no signal blocked or ignored, however the tests were started.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    private static func contents(of path: String) -> [UInt8] {
        FileManager.default.contents(atPath: path).map(Array.init) ?? []
    }

    struct NotStarted: Error, CustomStringConvertible {
        let path: String
        let reason: String
        var description: String { "\(path) could not be started: \(reason)" }
    }
}
