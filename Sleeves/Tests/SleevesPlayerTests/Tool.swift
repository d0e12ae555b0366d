import Glibc
import Testing

/// Another program, found by its name. Foundation's `Process` loses sight of programs that close all descriptors, as sound servers do.
struct Tool {
    private let process: pid_t

    /// Starts a program. The first arguments may be variables for its environment: `NAME=value`.
    init(_ command: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0) }
        // Threads of this process block signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = (["env"] + command).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        try #require(posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words + [nil], environ) == 0, "\(command)")
        self.process = process
    }

    /// Waits for its end, and returns its status.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Ends it.
    func end(_ signal: Int32 = SIGTERM) {
        kill(process, signal)
        wait()
    }

    /// Runs a program that must succeed.
    static func run(_ command: [String]) throws {
        try #require(try Tool(command).wait() == 0, "\(command)")
    }
}
