import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The `@NotObserved` macro, which generates nothing: ``KeyValueObservableMacro`` looks for it.
struct NotObservedMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        []
    }
}

/// The `@ManuallyNotified` macro, which also generates nothing, and reports where it can't work.
struct ManuallyNotifiedMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        if let misuse = declaration.as(VariableDeclSyntax.self)?.misuse(of: "ManuallyNotified") {
            context.diagnose(Diagnostic(node: Syntax(node), message: misuse))
        }
        return []
    }
}

extension VariableDeclSyntax {
    /// Returns the reason why the property can't be observed although an attribute asks for it.
    func misuse(of macro: String) -> MacroDiagnostic? {
        if bindingSpecifier.tokenKind == .keyword(.let) { return .constant(macro: macro) }
        if let modifier = modifiers.first(where: { ["static", "class", "lazy", "weak", "unowned"].contains($0.name.text) }) {
            return .unobservable(macro: macro, modifier: modifier.name.text)
        }
        return bindings.allSatisfy(\.isStored) ? nil : .computed(macro: macro)
    }
}
