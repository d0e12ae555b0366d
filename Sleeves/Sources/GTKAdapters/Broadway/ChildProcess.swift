internal import CAdwaita
internal import Glibc

/// A child process that ends when this process does, however that ends.
///
/// A shell starts the program and leaves a watcher that reads from a pipe. This process holds the pipe's only other end. When ``stop()``
/// closes it, or the kernel does after a crash or a kill, the watcher ends the program.
final class ChildProcess {
    /// The error number of a failed system call.
    struct Failure: Error {
        let number: Int32
    }

    private let identifier: pid_t
    private var leash: Int32
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the path and the arguments.
    ///   - folder: a private folder for the program's files, which is deleted with it.
    ///   - leftover: another file that the program leaves behind.
    init(_ command: [String], folder: String, leftover: String) throws(Failure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(number: errno) }
        // No other child may hold the end of the pipe that keeps this one alive.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        leash = ends[1]

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 3)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        // Don't let the program inherit other open files of this process.
        sleeves_spawn_file_actions_addclosefrom(&actions, 4)

        // A pool thread blocks all signals. Children would inherit that and couldn't be terminated.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // `$$` is the shell, and after `exec` the program. The watcher ignores Control-C; otherwise the leftover would stay.
        let script = """
            umask 077; folder=$1; file=$2; shift 2
            { trap '' INT; read -r _; kill $$; rm -f "$file"; rm -rf "$folder"; } <&3 2>/dev/null &
            exec 3<&-; exec "$@"
            """
        var arguments: [UnsafeMutablePointer<CChar>?] =
            (["/bin/sh", "-c", script, "sh", folder, leftover] + command).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var identifier: pid_t = 0
        let result = posix_spawn(&identifier, "/bin/sh", &actions, &attributes, &arguments, environ)
        guard result == 0 else {
            close(leash)
            throw Failure(number: result)
        }
        self.identifier = identifier
    }

    deinit {
        stop()
    }

    /// Returns how the program ended, if it did: its exit status, or 128 plus the number of the signal.
    func statusIfEnded() -> Int32? {
        if status == nil { collect(WNOHANG) }
        return status
    }

    /// Ends the program and waits for it. Idempotent.
    func stop() {
        guard leash >= 0 else { return }
        close(leash)
        leash = -1
        if status == nil { collect(0) }
    }

    private func collect(_ options: Int32) {
        var raw: Int32 = 0
        var result = waitpid(identifier, &raw, options)
        while result < 0, errno == EINTR { result = waitpid(identifier, &raw, options) }
        guard result == identifier else { return }
        let signal = raw & 0x7f
        status = signal == 0 ? (raw >> 8) & 0xff : 128 + signal
    }
}
