import SwiftSyntax

// Reasons not to observe a property that would otherwise be observable. It stays as it is, so that its own line has the only error.
extension ObservableClass {
    /// Returns the reason why accessors and storage can't be generated for a property.
    ///
    /// - Parameter names: The names of all properties of the class.
    func refusal(of property: ObservableProperty, among names: Set<String>) -> MacroDiagnostic? {
        let name = property.plainName
        if Self.generatedNames.contains(property.storageName) { return .reserved(name: name) }
        if names.contains("_\(name)") { return .storageTaken(name: name) }
        if let modifier = property.nonisolated {
            if modifier.detail != nil { return .nonisolatedUnsafe(name: name) }
            if isIsolatedToActor { return .nonisolated(name: name) }
        }
        if property.isOpaque { return .opaque(name: name) }
        return isShared && property.type == nil ? .needsType(name: name) : nil
    }

    /// The names of all properties that instances of the class have, without backticks.
    var propertyNames: Set<String> {
        let variables = declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter(\.isInstanceProperty)
        return Set(variables.flatMap(\.bindings).flatMap(\.pattern.boundNames).map(\.plainText))
    }

    /// The members that the macro adds, as far as a property's storage could have the same name.
    private static let generatedNames: Set<String> = [
        "_heed", "_heedTrack", "_heedKeyPath", "_heedGetter", "_heedPath", "_heedCheckSharing", "_heedManuallyNotifiedPaths",
    ]

    /// The properties inside `#if`, which the macro can't number: it doesn't know which branch the compiler takes.
    var conditionalProblems: [(node: Syntax, message: MacroDiagnostic)] {
        conditionalMembers(of: declaration.memberBlock.members).compactMap { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self), let property = ObservableProperty(variable) else { return nil }
            return (Syntax(property.binding), .conditional(name: property.plainName))
        }
    }

    private func conditionalMembers(of members: MemberBlockItemListSyntax) -> [MemberBlockItemSyntax] {
        members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.flatMap(\.clauses).flatMap { clause -> [MemberBlockItemSyntax] in
            guard case .decls(let members)? = clause.elements else { return [] }
            return members + conditionalMembers(of: members)
        }
    }
}

extension ObservableProperty {
    fileprivate var nonisolated: DeclModifierSyntax? { declaration.modifiers.first { $0.name.tokenKind == .keyword(.nonisolated) } }

    /// Whether its type is written with `some`. Each declaration with such a type has a type of its own.
    fileprivate var isOpaque: Bool {
        binding.typeAnnotation?.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.some) } ?? false
    }
}
