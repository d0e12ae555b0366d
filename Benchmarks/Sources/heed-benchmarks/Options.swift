/// The options of the command line.
struct Options {
    private(set) var cases = Cases.all
    private(set) var rounds = 15
    private(set) var json: String?
    private(set) var svg: String?
    private(set) var listsOnly = false

    static let usage = """
        usage: heed-benchmarks [--only NAME]… [--rounds N] [--json FILE] [--svg FILE] [--list]
          --only NAME    runs the case of that name, or those whose names begin so; may be given several times
          --rounds N     how many rounds, at least 1 (15)
          --json FILE    writes everything that was measured
          --svg FILE     draws a picture of it
          --list         names the cases, and runs none
        """

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = Array(arguments)[...]
        var only: [String] = []
        while let argument = arguments.popFirst() {
            switch argument {
            case "--only":
                only.append(try Self.value(of: argument, &arguments))
            case "--rounds":
                let text = try Self.value(of: argument, &arguments)
                guard let number = Int(text), number >= 1 else { throw UsageError("--rounds needs a number of at least 1, not \(text)") }
                rounds = number
            case "--list":
                listsOnly = true
            case "--json":
                json = try Self.value(of: argument, &arguments)
            case "--svg":
                svg = try Self.value(of: argument, &arguments)
            default:
                throw UsageError("\(argument) is not known")
            }
        }
        if !only.isEmpty { cases = try Self.cases(only) }
        if svg != nil, !cases.contains(where: { Chart.cases.contains($0.name) }) {
            throw UsageError("--svg shows \(Chart.cases.joined(separator: ", ")): none of them is to be run")
        }
    }

    private static func cases(_ only: [String]) throws(UsageError) -> [Case] {
        let names = Set(Cases.all.map(\.name))
        let cases = Cases.all.filter { measured in
            only.contains { names.contains($0) ? measured.name == $0 : measured.name.hasPrefix($0) }
        }
        guard !cases.isEmpty else { throw UsageError("there is no case of that name; --list names them all") }
        return cases
    }

    private static func value(of option: String, _ arguments: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = arguments.popFirst() else { throw UsageError("\(option) needs a value") }
        return value
    }
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
    private let problem: String

    init(_ problem: String) {
        self.problem = problem
    }

    var description: String { "\(problem)\n\(Options.usage)" }
}
