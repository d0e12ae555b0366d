import SwiftSyntax

/// A search for local declarations that hide a property of the same name.
struct LocalScopes {
    let name: String

    /// Whether a name that is used at this node refers to a local declaration.
    func declare(_ node: Syntax) -> Bool {
        var child = node
        while let scope = child.parent {
            if declares(scope, seenFrom: child) { return true }
            child = scope
        }
        return false
    }

    /// Whether a node declares the name for one of its children.
    private func declares(_ scope: Syntax, seenFrom child: Syntax) -> Bool {
        switch scope.as(SyntaxEnum.self) {
        case .codeBlockItemList(let items):
            let earlier = items.prefix { $0.id != child.id }
            return earlier.contains { declares($0) } || items.contains { $0.item.as(FunctionDeclSyntax.self)?.name.plainText == name }
        case .patternBindingList(let bindings): return bindings.prefix { $0.id != child.id }.contains { binds($0.pattern) }
        case .conditionElementList(let conditions): return conditions.prefix { $0.id != child.id }.contains { binds($0) }
        case .ifExpr(let node): return child.id == node.body.id && node.conditions.contains { binds($0) }
        case .whileStmt(let node): return child.id == node.body.id && node.conditions.contains { binds($0) }
        case .forStmt(let node): return child.id != node.sequence.id && binds(node.pattern)
        case .switchCase(let node):
            guard child.id == node.statements.id, case .case(let label) = node.label else { return false }
            return label.caseItems.contains { binds($0.pattern) }
        case .switchCaseItem(let node): return child.id == node.whereClause?.id && binds(node.pattern)
        case .catchClause(let node):
            guard child.id == node.body.id else { return false }
            return node.catchItems.isEmpty ? name == "error" : node.catchItems.contains { $0.pattern.map(binds) ?? false }
        case .catchItem(let node): return child.id == node.whereClause?.id && node.pattern.map(binds) ?? false
        case .accessorDecl(let node):
            let implicitName = node.accessorSpecifier.tokenKind == .keyword(.willSet) ? "newValue" : "oldValue"
            return (node.parameters?.name.plainText ?? implicitName) == name
        default: return false
        }
    }

    /// Whether a statement declares the name for those after it.
    private func declares(_ item: CodeBlockItemSyntax) -> Bool {
        if let variable = item.item.as(VariableDeclSyntax.self) { return variable.bindings.contains { binds($0.pattern) } }
        if let statement = item.item.as(GuardStmtSyntax.self) { return statement.conditions.contains { binds($0) } }
        guard let conditional = item.item.as(IfConfigDeclSyntax.self) else { return false }
        return conditional.clauses.contains { clause in
            guard case .statements(let items)? = clause.elements else { return false }
            return items.contains { declares($0) }
        }
    }

    private func binds(_ element: ConditionElementSyntax) -> Bool {
        switch element.condition {
        case .optionalBinding(let condition): binds(condition.pattern)
        case .matchingPattern(let condition): binds(condition.pattern)
        default: false
        }
    }

    private func binds(_ pattern: PatternSyntax) -> Bool {
        pattern.boundNames.contains { $0.plainText == name }
    }
}

extension PatternSyntax {
    /// The variables that the pattern declares.
    var boundNames: [TokenSyntax] {
        tokens(viewMode: .sourceAccurate).filter { $0.parent?.is(IdentifierPatternSyntax.self) ?? false }
    }
}

extension TokenSyntax {
    /// The text without the backticks that a keyword needs.
    var plainText: String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }

    /// The text without backticks, as a string literal.
    var literal: String { plainText.literal }
}

extension String {
    /// The text as a string literal. A raw identifier can contain quotation marks, but no backslashes.
    var literal: String { "\"\(replacing("\"", with: "\\\""))\"" }
}
