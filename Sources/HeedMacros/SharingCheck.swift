import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

// A macro reads only the class's own declaration, but a class can also be `Sendable` through an extension, a protocol or its superclass.
extension ObservableClass {
    /// The function that doesn't compile if threads share a class whose own declaration doesn't say so. Nothing calls it.
    ///
    /// It has the class's isolation: the compiler makes every class of a global actor `Sendable`, and those need no locks. Each step is a
    /// statement of its own, since the compiler prefers overloads that are available. The last one has the class's place in the source.
    func sharingCheck(in context: some MacroExpansionContext) -> DeclSyntax {
        let arguments = sendableArguments.isEmpty ? "" : "where \(sendableArguments.joined(separator: ", ")) "
        let place = context.location(of: declaration.name, at: .afterLeadingTrivia, filePathMode: .filePath)
        let call = place.map { "#sourceLocation(file: \($0.file), line: \($0.line))\nunlockedSharing(sharing)\n#sourceLocation()" }
        return """
            private static func _heedCheckSharing() \(raw: arguments){
                func unlockedSharing(_: _KeptInOneIsolation.Type) {
                }
                @available(*, unavailable, message: \(raw: message.literal))
                func unlockedSharing(_: _SharedByThreads.Type) {
                }
                let isolation = _SharingCheck(of: _heedCheckSharing)
                let sharing = isolation.sharing(of: \(raw: name).self)
                \(raw: call ?? "unlockedSharing(sharing)")
            }
            """
    }

    private var message: String {
        "'\(name)' is Sendable, so its properties need locks, which the macro makes only if the class's own declaration says so: "
            + "write '\(sendableDeclaration)'"
    }

    /// The declaration that the macro would make locks for.
    private var sendableDeclaration: String {
        // The compiler checks the conformance only of a final class without a superclass, and the macro can't tell that from a protocol.
        let isChecked = isFinal && inheritedTypes.isEmpty
        let types = inheritedTypes + [isChecked ? "Sendable" : "@unchecked Sendable"]
        let parameters = declaration.genericParameterClause?.trimmedDescription ?? ""
        let text = "\(isFinal ? "final " : "")class \(name)\(parameters): \(types.joined(separator: ", "))"
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The requirements under which the class is `Sendable` if that depends on its type parameters.
    private var sendableArguments: [String] {
        declaration.genericParameterClause?.parameters.compactMap { parameter in
            switch parameter.specifier?.tokenKind {
            case .keyword(.let): nil
            case .keyword(.each): "repeat each \(parameter.name.text): Swift.Sendable"
            default: "\(parameter.name.text): Swift.Sendable"
            }
        } ?? []
    }
}
