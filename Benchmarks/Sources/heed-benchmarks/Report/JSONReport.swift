import Foundation

/// Everything that was found out, for programs to read.
struct JSONReport: Encodable {
    let date: Date
    let machine = Machine()
    let rounds: Int
    let cases: [CaseResult]
    let requirements: [Verdict]

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}

/// The machine that was measured.
struct Machine: Encodable {
    private(set) var processor = Machine.read("/proc/cpuinfo", after: "model name") ?? "unknown"
    private(set) var cores = ProcessInfo.processInfo.activeProcessorCount
    private(set) var system = ProcessInfo.processInfo.operatingSystemVersionString
    /// The number of programs that wanted to run in the minute before: more than none disturb.
    private(set) var load = Machine.lines(of: "/proc/loadavg").first?.split(separator: " ").first.map(String.init) ?? "unknown"

    private static func read(_ path: String, after key: String) -> String? {
        let line = lines(of: path).first { $0.hasPrefix(key) }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func lines(of path: String) -> [Substring] {
        (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
    }
}
