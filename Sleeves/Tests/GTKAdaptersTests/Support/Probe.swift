import DisplayTesting
import Foundation
import Testing

/// Runs the program MainLoopProbe, which stands beside the tests' own.
enum Probe {
    /// Runs a scenario to its end.
    ///
    /// - Parameters:
    ///   - scenario: its name.
    ///   - reaction: called with each line that the program prints, as it comes, and with its process.
    /// - Returns: the lines, the last of which is the exit status; and what was printed as an error.
    static func run(
        _ scenario: String,
        _ reaction: (String, pid_t) -> Void = { _, _ in }
    ) throws -> (lines: [String], errors: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("MainLoopProbe")
        process.arguments = [scenario]
        process.environment = TestDesktop.environment.filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // A program that stands still would keep its test waiting for a line.
        let alarm = DispatchWorkItem {
            Issue.record("\(scenario) did not end within 60 s")
            process.terminate()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: alarm)
        defer { alarm.cancel() }
        var lines: [String] = []
        var rest = Data()
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            rest += data
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[(end + 1)...]
                lines.append(line)
                reaction(line, process.processIdentifier)
            }
        }
        process.waitUntilExit()
        let noise = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (lines + ["exit \(process.terminationStatus)"], noise)
    }
}
