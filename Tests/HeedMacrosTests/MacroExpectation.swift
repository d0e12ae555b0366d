import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import Testing

/// A diagnostic expected from a macro, with its place in the source.
struct DiagnosticSpec {
    var message: String
    var line: Int
    var column: Int
}

/// Expects that the macros turn one source into another, and report these errors. Leaves out the check of sharing, which is the same in every
/// class and which `SharingCheckTests` expects, and the places of key paths, which `NoncopyablePropertyTests` sees.
func expectExpansion(
    of source: String,
    to expanded: String,
    diagnostics expectedDiagnostics: [DiagnosticSpec] = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let (result, diagnostics) = expand(source)
    let syntaxErrors = ParseDiagnosticsGenerator.diagnostics(for: result).map(\.message)
    #expect(syntaxErrors.isEmpty, "What the macros write is no Swift:\n\(result)", sourceLocation: sourceLocation)
    let text = result.description.replacing(/\n\n *private static func _heedCheckSharing\(\)(.|\n)*?#sourceLocation\(\)\n *\}/, with: "")
        .replacing(/\n *#sourceLocation\(.*/, with: "")
    #expect(withoutOuterNewlines(text) == withoutOuterNewlines(expanded), sourceLocation: sourceLocation)
    #expect(
        diagnostics == expectedDiagnostics.map { "error at \($0.line):\($0.column): \($0.message)" },
        sourceLocation: sourceLocation
    )
}

/// Expects that the macros report these errors, each prefixed with its line and column, whatever source they generate.
func expectDiagnostics(of source: String, are expected: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let said = expand(source).diagnostics.map { $0.replacing("error at ", with: "").replacing(/^(\d+:\d+):/) { $0.1 } }
    #expect(said == expected, sourceLocation: sourceLocation)
}

/// Expects that the expansion of a source contains this text, whatever its indentation.
func expectExpansion(of source: String, contains text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    func unindented(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
    let result = expand(source).result.description
    #expect(unindented(result).contains(unindented(text)), "\(result)", sourceLocation: sourceLocation)
}

/// Returns the source with all macros expanded.
func expansion(of source: String) -> String { expand(source).result.description }

private func expand(_ source: String) -> (result: Syntax, diagnostics: [String]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Module", fullFilePath: "file.swift")])
    var specs = [
        "KeyValueObservable": MacroSpec(type: KeyValueObservableMacro.self, conformances: ["KeyValueObservable"]),
        "NotObserved": MacroSpec(type: NotObservedMacro.self),
        "ManuallyNotified": MacroSpec(type: ManuallyNotifiedMacro.self),
    ]
    // The attributes that a macro generates stay as they are.
    if source.contains("@_HeedObserved") { specs["_HeedObserved"] = MacroSpec(type: ObservedPropertyMacro.self) }
    let result = file.expand(
        macroSpecs: specs,
        contextGenerator: { node in
            BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
        },
        indentationWidth: .spaces(4)
    )
    return (result, context.diagnostics.map { said(by: $0, in: context) })
}

private func said(by diagnostic: Diagnostic, in context: BasicMacroExpansionContext) -> String {
    let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
    return "\(diagnostic.diagMessage.severity) at \(place.line):\(place.column): \(diagnostic.message)"
}

private func withoutOuterNewlines(_ text: String) -> Substring {
    var text = text.drop(while: \.isNewline)
    while text.last?.isNewline == true { text.removeLast() }
    return text
}
