import Testing

/// A place where a program declares types that are called like those of generated code.
private enum Place: CaseIterable {
    case module, extensionOfClass, typeParameters

    static let names = [
        "Heed", "KeyValueObservable", "KeyPath", "AnyKeyPath", "Bool", "Int", "String", "Double", "Void", "Optional", "Array", "Sendable",
        "AnyObject", "CodingKey", "Codable", "Encodable", "MainActor", "ObservationToken", "type", "Root", "Value", "`Any`", "`Type`",
    ]

    /// One class of every kind, and the types. The program itself has to write whose types it means.
    var source: String {
        let types = Self.names.map { "struct \($0) {}" }.joined(separator: "\n")
        let parameters = self == .typeParameters ? "<\(Self.names.filter { !$0.contains("`") }.joined(separator: ", "))>" : ""
        let classes = [
            ("Plain", "final class Plain\(parameters)"), ("Open", "class Open\(parameters)"),
            ("Shared", "final class Shared\(parameters): Swift.Sendable"), ("Coded", "final class Coded\(parameters): Swift.Codable"),
            ("Main", "@Swift.MainActor final class Main\(parameters)"),
        ].map { name, head in
            """
            @KeyValueObservable
            \(head) {
                var number = 0
                var text = ""
                var fraction = 0.5
                var flag = false
                var list: [Swift.Int] = []
                \(name == "Shared" ? "" : "var seen = 0 { didSet {} }")
                @ManuallyNotified var position = 0.0
                @NotObserved let scratch = 0
                var doubled: Swift.Int { number * 2 }
                \(name == "Main" ? "nonisolated " : "")static func keyPathsForValuesAffecting(_ keyPath: Swift.AnyKeyPath) -> [Swift.AnyKeyPath] { [] }
                init() {}
            }
            \(self == .extensionOfClass ? "extension \(name) {\n\(types)\n}" : "")
            """
        }
        return classes.joined(separator: "\n") + (self == .module ? "\n\(types)" : "")
    }
}

@Suite("Names of a program that are also those of generated code", .ifCompilerIsAvailable)
struct ShadowedNameTests {
    @Test("Types called like those of generated code compile, wherever they are declared", arguments: Place.allCases)
    private func types(place: Place) throws {
        let errors = try Compiler.errors(in: [place.source])
        #expect(errors == [[]])
    }
}
