import SwiftSyntax

/// A search for the places where `willSet` and `didSet` access their own property. There, they use the storage that they move to.
///
/// Inside a property's own observers, Swift accesses the stored value directly, for `volume` as for `self.volume`. This is what lets
/// `didSet { volume = min(volume, 100) }` end. Unchanged, the name would go through the accessors, and call `didSet` again. Inside closures, local
/// functions and local types, Swift uses the accessors too.
final class StorageRenaming: SyntaxVisitor {
    private let observers: AccessorBlockSyntax
    private let storage: String
    private let scopes: LocalScopes
    private var replacements: [SyntaxIdentifier: String] = [:]

    /// Returns the observers' text with the storage's name in place of the property's.
    static func apply(to observers: AccessorBlockSyntax, of property: ObservableProperty) -> String {
        let renaming = StorageRenaming(observers.trimmed, of: property)
        renaming.walk(renaming.observers)
        return renaming.observers.tokens(viewMode: .sourceAccurate).map(renaming.text).joined()
    }

    private init(_ observers: AccessorBlockSyntax, of property: ObservableProperty) {
        self.observers = observers
        storage = property.storageName
        scopes = LocalScopes(name: property.plainName)
        super.init(viewMode: .sourceAccurate)
    }

    private func text(of token: TokenSyntax) -> String {
        guard let replacement = replacements[token.id] else { return token.description }
        return "\(token.leadingTrivia)\(replacement)\(token.trailingTrivia)"
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if isProperty(node), !isCalled(node), !scopes.declare(Syntax(node)) { replacements[node.baseName.id] = storage }
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard let base = node.base else { return .skipChildren }
        if base.trimmedDescription == "self" {
            if isProperty(node.declName), !isCalled(node) { replacements[node.declName.baseName.id] = storage }
        } else {
            // Another object's member may have the same name.
            walk(base)
        }
        return .skipChildren
    }

    /// Writes out the value that `if let volume` unwraps.
    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        guard node.initializer == nil, let pattern = node.pattern.as(IdentifierPatternSyntax.self),
            pattern.identifier.plainText == scopes.name,
            !scopes.declare(Syntax(node))
        else { return .visitChildren }
        replacements[pattern.identifier.id] = "\(pattern.identifier.text) = \(storage)"
        return .skipChildren
    }

    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// Skips the accessors of local variables.
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
        node.id == observers.id ? .visitChildren : .skipChildren
    }

    private func isProperty(_ node: DeclReferenceExprSyntax) -> Bool {
        node.baseName.plainText == scopes.name && node.argumentNames == nil
    }

    /// Whether an expression is called. It can then name a method, and calling a function that the property stores doesn't change it.
    private func isCalled(_ node: some ExprSyntaxProtocol) -> Bool {
        node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
    }
}
