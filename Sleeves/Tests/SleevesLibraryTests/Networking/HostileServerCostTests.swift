import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

/// The cost of a hostile server for the real program: a process of its own, so that nothing else is counted.
@Suite("The cost of a hostile server", .timeLimit(.minutes(10)))
struct HostileServerCostTests {
    private static let others: [(String, LoopbackServer.Reply)] = [
        ("a body without end", .endless),
        ("four gigabytes, announced", .broken(part: [1], of: 4 << 30, isReset: false)),
        ("a reset", .reset),
        ("redirects in a circle", .answer(301, headers: ["Location: /"])),
        (
            "a head of two megabytes",
            .raw("HTTP/1.1 200 OK\r\n" + String(repeating: "a: \(String(repeating: "b", count: 400))\r\n", count: 5_000))
        ),
    ]
    private static let all = FloodTests.floods + others

    @Test("Each misbehaviour costs the program less than fifteen seconds of the processor and 200 MiB", arguments: all.map(\.0))
    func cost(name: String) async throws {
        let reply = try #require(Self.all.first { $0.0 == name }).1
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ _ in reply }) { server in
            let library = try PersistencyManager(libraryDirectory: "\(folder.path)/library", cacheDirectory: "\(folder.path)/library/cache")
            var record = CompleteAlbum(AlbumRecord(id: AlbumID(digesting: [name]), title: "T", artist: "A", source: .json))
            record.coverURL = server.url("/")
            try library.save([record])
            try library.close()
            let arguments = ["covers", "--library", "\(folder.path)/library", "--local-network"]
            let cost = try await ProcessCost.of(
                ReaderPrograms.sleeves, arguments + ["--cover-archive", "none", "--musicbrainz", "none"], folder: folder.path)
            #expect(cost.status == 0)
            #expect(cost.output.hasPrefix("1 cover missing: 0 fetched"), "\(cost.output)")
            #expect(cost.processorTime < .seconds(15), "\(name): \(cost.processorTime)")
            #expect(cost.peakMemory < 200 << 20, "\(name): \(cost.peakMemory >> 20) MiB")
        }
    }
}

/// The resources that a process has taken, from its start to its end.
struct ProcessCost: Sendable {
    var status: Int32
    var output: String
    var processorTime: Duration
    /// In bytes.
    var peakMemory: Int

    /// Runs a program to its end.
    static func of(_ program: String, _ arguments: [String], folder: String) async throws -> ProcessCost {
        try await BlockingCall.run { try measure(program, arguments, folder: folder) }
    }

    private static func measure(_ program: String, _ arguments: [String], folder: String) throws -> ProcessCost {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let output = "\(folder)/output"
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let environment = ["PATH=/usr/bin:/bin", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "LANG=C.UTF-8", "GSETTINGS_BACKEND=memory"]
        let (words, variables) = (([program] + arguments).map { strdup($0) }, environment.map { strdup($0) })
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program, &actions, nil, words + [nil], variables + [nil])
        guard failure == 0 else { throw SystemError(code: failure) }
        var (status, usage, peak): (Int32, rusage, Int) = (0, rusage(), 0)
        let deadline = ContinuousClock.now + .seconds(300)
        // The usage that the kernel tells in the end counts the memory of the process that has started this one, too.
        while wait4(process, &status, WNOHANG, &usage) == 0 {
            peak = max(peak, peakMemory(of: process))
            if ContinuousClock.now > deadline { kill(process, SIGKILL) }
            usleep(5_000)
        }
        let microseconds =
            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return ProcessCost(
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
            output: String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self),
            processorTime: .microseconds(microseconds), peakMemory: peak)
    }

    private static func peakMemory(of process: pid_t) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map { $0 << 10 } ?? 0
    }
}
