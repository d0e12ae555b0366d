import Foundation

/// Measures Heed beside its peers.
@main
enum Main {
    @MainActor
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            try await run(options)
        } catch {
            FileHandle.standardError.write(Data("heed-benchmarks: \(error)\n".utf8))
            exit(error is UsageError ? 64 : 74)
        }
    }

    @MainActor
    private static func run(_ options: Options) async throws {
        if options.listsOnly {
            for measured in options.cases { print(measured.name) }
            return
        }
        // As long as a process has one thread, the C library and C++'s shared pointers leave locks and atomic operations out. Programs with
        // something to observe have more; so has this one, from the beginning.
        Sender.run {}
        let measuring = Measuring(rounds: options.rounds)
        var results: [CaseResult] = []
        for measured in options.cases {
            let result = await measuring.measure(measured)
            results.append(result)
            for line in Table(result: result).lines { print(line) }
            // Written into a file, the table is seen to grow.
            fflush(nil)
        }
        let verdicts = Requirement.all.compactMap { $0.verdict(on: results) }
        for line in RequirementTable(verdicts: verdicts).lines { print(line) }
        if let path = options.json {
            try JSONReport(date: .now, rounds: options.rounds, cases: results, requirements: verdicts).write(to: path)
        }
        if let path = options.svg { try Chart(results)?.write(to: path) }
    }
}
