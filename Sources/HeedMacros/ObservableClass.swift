import SwiftSyntax
import SwiftSyntaxMacros

/// What the macros need to know of the class they are put on.
struct ObservableClass {
    let declaration: ClassDeclSyntax

    var name: String { declaration.name.text }

    /// What the class says it inherits from or conforms to, as it is written.
    var inheritedTypes: [String] {
        declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    }

    /// Whether objects of the class are used from several threads: declared `Sendable`, and of no actor.
    var isShared: Bool {
        let isSendable = inheritedTypes.contains { $0 == "Sendable" || $0 == "@unchecked Sendable" || $0 == "Swift.Sendable" }
        return isSendable && !isIsolatedToActor
    }

    var isFinal: Bool { declaration.modifiers.contains { $0.name.text == "final" } }

    /// The access level, for a member that has to be as visible as the class, with a space behind it.
    var accessLevel: String {
        let levels = ["public", "package", "open"]
        guard let level = declaration.modifiers.map(\.name.text).first(where: levels.contains) else { return "" }
        return level == "open" ? "public " : "\(level) "
    }

    /// Whether the class names a global actor. An attribute is taken for one if it is called so.
    private var isIsolatedToActor: Bool {
        declaration.attributes.contains { element in
            element.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") ?? false
        }
    }

    /// The standard library's `@Observable`, if the class has it too: both would write the same accessors.
    var observableAttribute: AttributeSyntax? {
        declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
            ["Observable", "Observation.Observable"].contains(attribute.attributeName.trimmedDescription)
        }
    }

    /// The observable properties in the order of their declaration, which gives them their numbers. A property whose storage could not
    /// be written is not among them.
    var observedProperties: [ObservableProperty] {
        guard observableAttribute == nil else { return [] }
        return declaration.memberBlock.members.compactMap { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self), let property = ObservableProperty(variable) else { return nil }
            return isShared && property.type == nil ? nil : property
        }
    }

    /// What keeps properties from being observed as they are written, and where that stands.
    var problems: [(node: Syntax, message: MacroDiagnostic)] {
        declaration.memberBlock.members.flatMap { member -> [(node: Syntax, message: MacroDiagnostic)] in
            guard let variable = member.decl.as(VariableDeclSyntax.self) else { return [] }
            if let problem = wrapperProblem(variable) { return [problem] }
            guard let property = ObservableProperty(variable) else {
                return variable.declaresSeveralObservableNames ? [(Syntax(variable), .needsOneName)] : []
            }
            guard isShared else { return [] }
            let observers = property.binding.accessorBlock.map { _ in MacroDiagnostic.observersOfShared(name: property.plainName) }
            let type = property.type == nil ? MacroDiagnostic.needsType(name: property.plainName) : nil
            return [observers, type].compactMap { $0 }.map { (Syntax(property.binding), $0) }
        }
    }
}

extension ObservableClass {
    /// Declarations of what values depend on that only look like the one that Heed asks.
    var affectingProblems: [(node: Syntax, message: MacroDiagnostic)] {
        declaration.memberBlock.members.compactMap { member in
            guard let function = member.decl.as(FunctionDeclSyntax.self), function.name.text == "keyPathsForValuesAffecting" else {
                return nil
            }
            let parameters = function.signature.parameterClause.parameters.map { $0.type.trimmedDescription.replacing("Swift.", with: "") }
            let result = function.signature.returnClause?.type.trimmedDescription.replacing("Swift.", with: "")
            let isAsked = parameters == ["AnyKeyPath"] && ["[AnyKeyPath]", "Array<AnyKeyPath>"].contains(result)
            let isStatic = function.modifiers.contains { ["static", "class"].contains($0.name.text) }
            return isAsked && isStatic ? nil : (Syntax(function.name), .affectingSignature)
        }
    }

    /// A property whose value a property wrapper keeps, unless it says that it is not observed.
    private func wrapperProblem(_ variable: VariableDeclSyntax) -> (node: Syntax, message: MacroDiagnostic)? {
        guard let wrapper = variable.wrapper, variable.isInstanceProperty, !variable.hasAttribute(in: ["NotObserved", "Heed.NotObserved"]),
            let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return nil }
        return (Syntax(variable), .wrapped(name: name, wrapper: wrapper))
    }
}

/// A stored property that can be observed.
struct ObservableProperty {
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let name: TokenSyntax

    /// `nil` for what is not an observable property: a `let`, a computed, static or lazy one, one that is left out, and one that the
    /// superclass observes already.
    init?(_ declaration: VariableDeclSyntax) {
        guard declaration.bindingSpecifier.tokenKind == .keyword(.var),
            !declaration.modifiers.contains(where: { Self.excludingModifiers.contains($0.name.text) }),
            !declaration.hasAttribute(in: ["NotObserved", "Heed.NotObserved", "_HeedObserved"]),
            declaration.wrapper == nil,
            declaration.bindings.count == 1,
            let binding = declaration.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
            binding.isStored
        else { return nil }
        self.declaration = declaration
        self.binding = binding
        name = pattern.identifier
    }

    static let excludingModifiers: Set<String> = ["static", "class", "lazy", "weak", "unowned", "override"]

    /// Whether only calls by hand tell its observers.
    var isManuallyNotified: Bool { declaration.hasAttribute(in: ["ManuallyNotified", "Heed.ManuallyNotified"]) }

    /// The name without the backticks that a keyword needs.
    var plainName: String {
        name.text.hasPrefix("`") ? String(name.text.dropFirst().dropLast()) : name.text
    }

    var storageName: String { "_\(plainName)" }

    /// The type as it is written, or that of a literal that the property starts with.
    var type: String? {
        if let annotation = binding.typeAnnotation { return annotation.type.trimmedDescription }
        guard let value = binding.initializer?.value else { return nil }
        if value.is(StringLiteralExprSyntax.self) { return "Swift.String" }
        if value.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
        if value.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
        if value.is(BooleanLiteralExprSyntax.self) { return "Swift.Bool" }
        return nil
    }
}

extension PatternBindingSyntax {
    /// Whether it has no accessors other than `willSet` and `didSet`.
    var isStored: Bool {
        guard let accessorBlock else { return true }
        guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
        return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
}

extension VariableDeclSyntax {
    var isInstanceProperty: Bool {
        !modifiers.contains { ["static", "class"].contains($0.name.text) }
    }

    /// The attribute that is taken for a property wrapper: one with a capital that is neither a global actor nor one of Heed's.
    var wrapper: String? {
        attributes.lazy.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }.first { name in
            let plain = name.split(separator: ".").last.map(String.init) ?? name
            return plain.first?.isUppercase == true && !plain.hasSuffix("Actor")
                && !["NotObserved", "ManuallyNotified", "_HeedObserved"].contains(plain)
        }
    }

    /// `var a = 1, b = 2`: accessors cannot be added to these.
    fileprivate var declaresSeveralObservableNames: Bool {
        bindings.count > 1 && bindingSpecifier.tokenKind == .keyword(.var)
            && isInstanceProperty && !hasAttribute(in: ["NotObserved"])
    }

    func hasAttribute(in names: Set<String>) -> Bool {
        attributes.contains { element in
            guard let attribute = element.as(AttributeSyntax.self) else { return false }
            return names.contains(attribute.attributeName.trimmedDescription)
        }
    }
}
