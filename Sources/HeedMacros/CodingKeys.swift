import SwiftSyntax
import SwiftSyntaxMacros

// What the compiler encodes of an observable class is its storage, which has other names than its properties.
extension ObservableClass {
    /// Whether the compiler makes the class encodable or decodable.
    var isCodable: Bool {
        // `@MainActor Codable` is one too.
        let names = inheritedTypes.map { $0.split(separator: " ").last.map(String.init) ?? $0 }
        return names.contains { ["Codable", "Encodable", "Decodable"].contains($0.replacingPrefix("Swift.")) } && !encodesItself
    }

    /// Whether both directions are written out.
    private var encodesItself: Bool {
        let decodes = declaration.memberBlock.members.contains { member in
            member.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.first?.firstName.text == "from"
        }
        let encodes = declaration.memberBlock.members.contains { member in
            guard let function = member.decl.as(FunctionDeclSyntax.self), function.name.text == "encode" else { return false }
            return function.signature.parameterClause.parameters.first?.firstName.text == "to"
        }
        return decodes && encodes
    }

    private var writtenKeys: EnumDeclSyntax? {
        declaration.memberBlock.members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }.first { $0.name.text == "CodingKeys" }
    }

    /// The keys, under which each stored property is encoded by its own name; `nil` where none are to be made.
    var codingKeys: DeclSyntax? {
        guard isCodable, !isShared, writtenKeys == nil else { return nil }
        let observed = observedProperties
        var cases: [String] = []
        for member in declaration.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                !variable.modifiers.contains(where: { ObservableProperty.excludingModifiers.contains($0.name.text) })
            else { continue }
            if let type = variable.bindings.first?.typeAnnotation?.type.trimmedDescription,
                ["ObservationToken", "Receptionist"].contains(where: type.contains)
            {
                // What is observed is not part of what an object is.
                continue
            }
            if let property = ObservableProperty(variable), observed.contains(where: { $0.name.text == property.name.text }) {
                cases.append("case \(property.storageName) = \"\(property.plainName)\"")
                continue
            }
            for binding in variable.bindings where binding.isStored {
                // A constant that has its value already is not decoded.
                if variable.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil { continue }
                if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text { cases.append("case \(name)") }
            }
        }
        guard !cases.isEmpty else { return "private enum CodingKeys: Swift.CodingKey {}" }
        return """
            private enum CodingKeys: Swift.String, Swift.CodingKey {
                \(raw: cases.joined(separator: "\n    "))
            }
            """
    }

    /// What keeps the compiler from encoding the class.
    var codingProblems: [(node: Syntax, message: MacroDiagnostic)] {
        guard isCodable else { return [] }
        if isShared { return [(Syntax(declaration.name), .sharedCodable)] }
        guard let keys = writtenKeys else { return [] }
        let named = keys.memberBlock.members.flatMap { member in
            member.decl.as(EnumCaseDeclSyntax.self)?.elements.map { (element: $0, name: $0.name.text) } ?? []
        }
        return observedProperties.compactMap { property in
            named.first { $0.name == property.name.text }.map { (Syntax($0.element), .codingKeys(name: property.plainName)) }
        }
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
