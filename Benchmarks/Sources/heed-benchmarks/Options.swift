/// What the command line asks for.
struct Options {
    private(set) var cases = Cases.all
    private(set) var rounds = 15

    static let usage = """
        usage: heed-benchmarks [--only NAME]… [--rounds N] [--list]
          --only NAME    runs the case of that name, or those whose names begin so; may be given several times
          --rounds N     how many rounds, at least 1 (15)
          --list         names the cases
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
                throw UsageError("the cases are " + Cases.all.map(\.name).joined(separator: ", "))
            default:
                throw UsageError("\(argument) is not known")
            }
        }
        guard !only.isEmpty else { return }
        let names = Set(Cases.all.map(\.name))
        cases = Cases.all.filter { measured in
            only.contains { names.contains($0) ? measured.name == $0 : measured.name.hasPrefix($0) }
        }
        if cases.isEmpty { throw UsageError("there is no case of that name") }
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
