import SwiftSyntax
import SwiftSyntaxMacros

/// The facts about a class that the macros need.
struct ObservableClass {
    let declaration: ClassDeclSyntax
    /// The access level that the extension around the class gives it.
    private let outerLevel: String?

    init(declaration: ClassDeclSyntax, in context: some MacroExpansionContext) {
        self.declaration = declaration
        outerLevel = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
    }

    var name: String { declaration.name.text }

    /// The superclass and the protocols of the class, as written.
    var inheritedTypes: [String] {
        declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    }

    /// The name of each type that the class inherits from, without attributes, and also from inside compositions such as `Codable & Sendable`.
    var inheritedNames: Set<String> {
        Set(declaration.inheritanceClause?.inheritedTypes.flatMap { $0.type.composedNames } ?? [])
    }

    /// Returns the reason why an extension can't name the class: it is private inside another type, or one of those around it is. An extension
    /// stands outside of all types.
    func visibilityProblem(in context: some MacroExpansionContext) -> (node: Syntax, message: MacroDiagnostic)? {
        let types = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
        func isPrivate(_ type: any DeclGroupSyntax) -> Bool { type.modifiers.contains { $0.name.tokenKind == .keyword(.private) } }
        // At file scope, `private` means `fileprivate`.
        guard let outermost = types.indices.last else { return nil }
        if isPrivate(declaration) { return (Syntax(declaration.name), .hidden(name: name)) }
        let hidden = types[..<outermost].first(where: isPrivate)?.asProtocol((any NamedDeclSyntax).self)
        return hidden.map { (Syntax(declaration.name), .hidden(name: $0.name.text)) }
    }

    /// Whether several threads use objects of the class: it is declared `Sendable`, and belongs to no actor.
    var isShared: Bool { !inheritedNames.isDisjoint(with: ["Sendable", "Swift.Sendable"]) && !isIsolatedToActor }

    /// Whether the class itself declares the conformance that the macro adds.
    var declaresConformance: Bool { !inheritedNames.isDisjoint(with: ["KeyValueObservable", "Heed.KeyValueObservable"]) }

    var isOpen: Bool { declaration.modifiers.contains { $0.name.text == "open" } }

    var isFinal: Bool { declaration.modifiers.contains { $0.name.text == "final" } }

    /// The access level for members that must be as visible as the class, followed by a space.
    var accessLevel: String {
        let level = declaration.modifiers.accessLevel ?? outerLevel
        return ["open", "public"].contains(level) ? "public " : level == "package" ? "package " : ""
    }

    /// Whether the class names a global actor. An attribute counts as one if its name suggests it.
    var isIsolatedToActor: Bool {
        declaration.attributes.contains { element in
            element.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") ?? false
        }
    }

    /// The standard library's `@Observable`, if the class also has it: both would generate the same accessors.
    var observableAttribute: AttributeSyntax? {
        declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
            ["Observable", "Observation.Observable"].contains(attribute.attributeName.trimmedDescription)
        }
    }

    /// The observable properties in the order of their declaration, which gives them their numbers. Excludes properties whose storage can't
    /// be generated.
    var observedProperties: [ObservableProperty] {
        guard observableAttribute == nil else { return [] }
        let names = propertyNames
        return declaration.memberBlock.members.compactMap { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self), let property = ObservableProperty(variable) else { return nil }
            return refusal(of: property, among: names) == nil ? property : nil
        }
    }

    /// The computed properties that anything in the class can read. An attribute may say otherwise: a deprecation, an actor.
    private var readableBindings: [PatternBindingSyntax] {
        declaration.memberBlock.members.compactMap { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self), variable.attributes.isEmpty, variable.isInstanceProperty,
                let binding = variable.bindings.first, !binding.isStored, !binding.hasEffects,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            else { return nil }
            return ObservableProperty.unnameable.contains(name) ? nil : binding
        }
    }

    /// The names of the computed properties that anything in the class can read.
    var readableProperties: [TokenSyntax] { readableBindings.flatMap(\.pattern.boundNames) }

    /// The properties that key paths are made of: the observed ones, and after them the computed ones if they can depend on others.
    var namedProperties: [PatternBindingSyntax] {
        let stored = observedProperties.map(\.binding)
        return stored + (declaresDependencies || !stored.isEmpty ? readableBindings : [])
    }

    /// The reasons why properties can't be observed as written, with their locations.
    var problems: [(node: Syntax, message: MacroDiagnostic)] {
        let names = propertyNames
        return declaration.memberBlock.members.flatMap { member -> [(node: Syntax, message: MacroDiagnostic)] in
            guard let variable = member.decl.as(VariableDeclSyntax.self) else { return [] }
            if let problem = wrapperProblem(variable) ?? nameProblem(variable) { return [problem] }
            guard let property = ObservableProperty(variable) else {
                guard variable.declaresSeveralObservableNames else { return [] }
                return [(Syntax(variable), variable.bindings.count > 1 ? .needsOneName : .inTuple)]
            }
            let hasObservers = isShared && property.binding.accessorBlock != nil
            let observers = hasObservers ? MacroDiagnostic.observersOfShared(name: property.plainName) : nil
            return [observers, refusal(of: property, among: names)].compactMap { $0 }.map { (Syntax(property.binding), $0) }
        }
    }
}

extension ObservableClass {
    /// Whether the class declares dependencies of its properties, and its key paths can be made where it does. A class of an actor has to
    /// declare them outside of the actor, where no key path can name its properties.
    var declaresDependencies: Bool {
        affectingFunctions.contains { function in !function.modifiers.contains { $0.name.text == "nonisolated" } }
    }

    private var affectingFunctions: [FunctionDeclSyntax] {
        declaration.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
            .filter { $0.name.text == "keyPathsForValuesAffecting" }
    }

    /// Declarations of dependencies that only resemble the one that Heed calls.
    var affectingProblems: [(node: Syntax, message: MacroDiagnostic)] {
        affectingFunctions.compactMap { function in
            let parameters = function.signature.parameterClause.parameters.map { $0.type.trimmedDescription.replacing("Swift.", with: "") }
            let result = function.signature.returnClause?.type.trimmedDescription.replacing("Swift.", with: "")
            let isAsked = parameters == ["AnyKeyPath"] && ["[AnyKeyPath]", "Array<AnyKeyPath>"].contains(result)
            let isStatic = function.modifiers.contains { ["static", "class"].contains($0.name.text) }
            return isAsked && isStatic ? nil : (Syntax(function.name), .affectingSignature)
        }
    }

    /// Returns the problem of a property that no key path can name, unless it is marked as not observed.
    private func nameProblem(_ variable: VariableDeclSyntax) -> (node: Syntax, message: MacroDiagnostic)? {
        guard let binding = variable.bindings.first, binding.isStored, variable.isInstanceProperty,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier, ObservableProperty.unnameable.contains(name.text),
            !variable.hasAttribute(in: ["NotObserved", "Heed.NotObserved"])
        else { return nil }
        return (Syntax(binding.pattern), .unnameable(name: name.text))
    }

    /// Returns the problem of a property whose value a property wrapper keeps, unless it is marked as not observed.
    private func wrapperProblem(_ variable: VariableDeclSyntax) -> (node: Syntax, message: MacroDiagnostic)? {
        // On a constant or a computed property, the attribute is something else, such as a result builder.
        guard let wrapper = variable.wrapper, variable.bindingSpecifier.tokenKind == .keyword(.var),
            variable.bindings.allSatisfy(\.isStored),
            variable.isInstanceProperty, !variable.hasAttribute(in: ["NotObserved", "Heed.NotObserved"]),
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

    /// Returns `nil` for declarations that aren't observable properties: a `let`, a computed, static or lazy one, an excluded one, and one
    /// that the superclass already observes.
    init?(_ declaration: VariableDeclSyntax) {
        guard declaration.bindingSpecifier.tokenKind == .keyword(.var),
            !declaration.modifiers.contains(where: { Self.excludingModifiers.contains($0.name.text) }),
            !declaration.hasAttribute(in: ["NotObserved", "Heed.NotObserved", "_HeedObserved"]),
            declaration.wrapper == nil,
            declaration.bindings.count == 1,
            let binding = declaration.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
            binding.isStored,
            !Self.unnameable.contains(pattern.identifier.text)
        else { return nil }
        self.declaration = declaration
        self.binding = binding
        name = pattern.identifier
    }

    /// Names that mean something else in a key path.
    static let unnameable: Set<String> = ["`self`", "`Type`", "`Protocol`"]
    static let excludingModifiers: Set<String> = ["static", "class", "lazy", "weak", "unowned", "override"]

    /// Whether only manual calls notify its observers.
    var isManuallyNotified: Bool { declaration.hasAttribute(in: ["ManuallyNotified", "Heed.ManuallyNotified"]) }

    /// Whether it is declared `final`.
    var isFinal: Bool { declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) } }

    /// The name without the backticks that a keyword needs.
    var plainName: String { name.plainText }

    /// The name of the storage. Only a raw identifier, such as `my title`, still needs backticks there.
    var storageName: String {
        let isRaw = name.text.hasPrefix("`") && !plainName.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isRaw ? "`_\(plainName)`" : "_\(plainName)"
    }

    /// The type as written, or that of the literal that initializes the property.
    var type: String? {
        if let annotation = binding.typeAnnotation?.type {
            // A type argument can't be written with `!`.
            let wrapped = annotation.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
            return wrapped.map { "\($0.trimmedDescription)?" } ?? annotation.trimmedDescription
        }
        guard var value = binding.initializer?.value else { return nil }
        if let negative = value.as(PrefixOperatorExprSyntax.self), negative.operator.text == "-" { value = negative.expression }
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

    /// Whether reading it can suspend or throw.
    var hasEffects: Bool {
        guard case .accessors(let accessors)? = accessorBlock?.accessors else { return false }
        return accessors.contains { $0.effectSpecifiers != nil }
    }
}

extension TypeSyntax {
    /// The names of the types that it is composed of, without attributes.
    fileprivate var composedNames: [String] {
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.composedNames }
        if let composition = self.as(CompositionTypeSyntax.self) { return composition.elements.flatMap { $0.type.composedNames } }
        return [trimmedDescription]
    }
}

extension DeclModifierListSyntax {
    /// The access level that is written, if one is.
    fileprivate var accessLevel: String? {
        map(\.name.text).first { ["open", "public", "package", "internal", "fileprivate", "private"].contains($0) }
    }
}

extension VariableDeclSyntax {
    var isInstanceProperty: Bool {
        !modifiers.contains { ["static", "class"].contains($0.name.text) }
    }

    /// The attribute that counts as a property wrapper: a capitalized one that is neither a global actor nor one of Heed's.
    var wrapper: String? {
        attributes.lazy.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }.first { name in
            let plain = name.split(separator: ".").last.map(String.init) ?? name
            return plain.first?.isUppercase == true && !plain.hasSuffix("Actor")
                && !["NotObserved", "ManuallyNotified", "_HeedObserved"].contains(plain)
        }
    }

    /// Whether it is like `var a = 1, b = 2` or `var (a, b) = (1, 2)`, to which accessors can't be added.
    fileprivate var declaresSeveralObservableNames: Bool {
        (bindings.count > 1 || bindings.contains { $0.pattern.is(TuplePatternSyntax.self) }) && bindingSpecifier.tokenKind == .keyword(.var)
            && !modifiers.contains { ObservableProperty.excludingModifiers.contains($0.name.text) }
            && !hasAttribute(in: ["NotObserved", "Heed.NotObserved"])
    }

    func hasAttribute(in names: Set<String>) -> Bool {
        attributes.contains { element in
            guard let attribute = element.as(AttributeSyntax.self) else { return false }
            return names.contains(attribute.attributeName.trimmedDescription)
        }
    }
}
