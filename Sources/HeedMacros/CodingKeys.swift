import SwiftSyntax
import SwiftSyntaxMacros

// The compiler encodes an observable class's storage, whose names differ from those of its properties.
extension ObservableClass {
    /// Whether the compiler makes the class encodable or decodable.
    var isCodable: Bool { !codingProtocols.isEmpty && !encodesItself }

    /// The protocols of coding that the class declares.
    private var codingProtocols: Set<String> {
        Set(inheritedNames.map { $0.replacingPrefix("Swift.") }).intersection(["Codable", "Encodable", "Decodable"])
    }

    /// Whether the class implements both directions itself.
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

    /// The keys that encode each stored property under its own name; `nil` if none are needed. They include what the compiler encodes without
    /// the macro, also of properties that can't be observed.
    var codingKeys: DeclSyntax? {
        guard isCodable, !isShared, writtenKeys == nil else { return nil }
        let observed = observedProperties
        var cases: [String] = []
        for member in declaration.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                !variable.modifiers.contains(where: { ["static", "class", "lazy", "override"].contains($0.name.text) })
            else { continue }
            if let type = variable.bindings.first?.typeAnnotation?.type.trimmedDescription,
                ["ObservationToken", "Receptionist"].contains(where: type.contains)
            {
                // Observation tokens aren't part of an object's state.
                continue
            }
            if let property = ObservableProperty(variable), observed.contains(where: { $0.name.text == property.name.text }) {
                cases.append("case \(property.storageName) = \(property.name.literal)")
                continue
            }
            for binding in variable.bindings where binding.isStored {
                // A constant that already has its value is encoded, but not decoded: the compiler warns of a key that is only for decoding.
                let isInitialized = variable.bindingSpecifier.tokenKind == .keyword(.let) && binding.initializer != nil
                if isInitialized, codingProtocols == ["Decodable"] { continue }
                cases += binding.pattern.boundNames.map { "case \($0.text)" }
            }
        }
        guard !cases.isEmpty else { return "private enum CodingKeys: Swift.CodingKey {}" }
        return """
            private enum CodingKeys: Swift.String, Swift.CodingKey {
                \(raw: cases.joined(separator: "\n    "))
            }
            """
    }

    /// The reasons why the compiler can't encode the class.
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
