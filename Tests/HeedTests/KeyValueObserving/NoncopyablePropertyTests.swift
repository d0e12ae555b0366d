import Testing

@Suite("Properties that can't be copied", .ifCompilerIsAvailable)
struct NoncopyablePropertyTests {
    /// Classes with such a property in their third line, which is the fifth of a file. Each has its file's number for `#`.
    private static let classes = [
        "final class A# {\n    var count = 0\n    var handle = Handle#()\n}",
        "class A# {\n    var count = 0\n    var handle: Handle# = Handle#()\n}",
        "final class A#: Sendable {\n    var count = 0\n    var handle: Handle# = Handle#()\n}",
        "class A# {\n    var count = 0\n    var handle = Handle#() { didSet { count += 1 } }\n}",
        "@MainActor final class A# {\n    var count = 0\n    private(set) var handle: Handle#? = Handle#()\n}",
        "final class A# {\n    var count = 0\n    @ManuallyNotified var handle = Handle#()\n}",
        "final class A#: Sendable {\n    var count = 0\n    @ManuallyNotified var handle: Handle# = Handle#()\n}",
        "class A# {\n    var count = 0\n    var handle: Handle# { Handle#() }\n}",
        "class A# {\n    var count = 0\n    var handle: Handle# { Handle#() }\n"
            + "    class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] { [] }\n}",
    ]

    private func sources(marking mark: String = "") -> [String] {
        Self.classes.map { text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let marked = lines.enumerated().map { $0 == 2 && !$1.contains("@ManuallyNotified") ? "\(mark)\($1)" : "\($1)" }
            return "@KeyValueObservable\n\(marked.joined(separator: "\n"))\nstruct Handle#: ~Copyable, Sendable {}"
        }
    }

    @Test("A property that can't be copied is refused in one sentence at its own line")
    func refused() throws {
        for (number, errors) in try Compiler.errors(in: sources()).enumerated() {
            #expect(errors.count == 1 && errors[0].hasPrefix("5: key path cannot refer to noncopyable type 'Handle\(number)"), "\(errors)")
        }
    }

    @Test("A class with such a property compiles once it is marked as not observed")
    func marked() throws {
        let marked = sources(marking: "@NotObserved ").filter {
            !$0.contains("@ManuallyNotified") && !$0.contains("Sendable {\n    var count")
        }
        #expect(try Compiler.errors(in: marked).allSatisfy(\.isEmpty))
    }
}
