import SwiftSyntax

/// A rewriter that makes the code of `willSet` and `didSet` use the storage that it moves to.
///
/// Inside a property's own observers, Swift accesses the stored value directly, for `volume` as for `self.volume`. This is what lets
/// `didSet { volume = min(volume, 100) }` end. Unchanged, the name would go through the accessors, and call `didSet` again.
final class StorageRenaming: SyntaxRewriter {
    private let name: String
    private let storage: String

    /// Returns the observers' text with the property's name replaced, unless they declare the same name for something else.
    static func apply(to observers: AccessorBlockSyntax, of property: ObservableProperty) -> String {
        let search = DeclarationSearch(name: property.plainName)
        search.walk(observers)
        guard !search.hasFound else { return observers.trimmedDescription }
        return StorageRenaming(name: property.plainName, storage: property.storageName).rewrite(observers).trimmedDescription
    }

    private init(name: String, storage: String) {
        self.name = name
        self.storage = storage
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
        ExprSyntax(renamed(node))
    }

    override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
        guard let base = node.base else { return ExprSyntax(node) }
        if base.trimmedDescription == "self" { return ExprSyntax(node.with(\.declName, renamed(node.declName))) }
        // Another object's member may have the same name.
        return ExprSyntax(node.with(\.base, rewrite(base).cast(ExprSyntax.self)))
    }

    override func visit(_ node: KeyPathExprSyntax) -> ExprSyntax {
        ExprSyntax(node)
    }

    private func renamed(_ node: DeclReferenceExprSyntax) -> DeclReferenceExprSyntax {
        guard node.baseName.text == name || node.baseName.text == "`\(name)`", node.argumentNames == nil else { return node }
        return node.with(\.baseName, .identifier(storage, leadingTrivia: node.leadingTrivia, trailingTrivia: node.trailingTrivia))
    }
}

/// A search for a variable or parameter of a given name.
private final class DeclarationSearch: SyntaxVisitor {
    private let name: String
    private(set) var hasFound = false

    init(name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        note(node.identifier)
    }

    override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
        note(node.name)
    }

    override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
        note(node.secondName ?? node.firstName)
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        note(node.secondName ?? node.firstName)
    }

    private func note(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if token.text == name { hasFound = true }
        return .visitChildren
    }
}
