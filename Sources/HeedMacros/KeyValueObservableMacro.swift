import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@KeyValueObservable` macro, which adds the registrar to the class, and accessors to each stored property.
struct KeyValueObservableMacro {}

extension KeyValueObservableMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        guard let classDeclaration = declaration.as(ClassDeclSyntax.self) else {
            if let problem = problem(with: declaration) { context.diagnose(Diagnostic(node: Syntax(node), message: problem)) }
            return []
        }
        let observable = ObservableClass(declaration: classDeclaration, in: context)
        if let attribute = observable.observableAttribute {
            context.diagnose(Diagnostic(node: Syntax(attribute), message: MacroDiagnostic.alsoObservable))
            return []
        }
        for problem in observable.problems + observable.conditionalProblems + observable.codingProblems + observable.affectingProblems {
            context.diagnose(Diagnostic(node: problem.node, message: problem.message))
        }
        // A class without the extension can be private, for instance a subclass of an observable one.
        if !protocols.isEmpty, let problem = observable.visibilityProblem(in: context) {
            context.diagnose(Diagnostic(node: problem.node, message: problem.message))
        }
        let properties = observable.observedProperties
        let registrar: DeclSyntax = "private nonisolated let _heed = _KeyValueRegistrar()"
        // An associated type rather than a marker protocol: a protocol added by a macro crashes the 6.3 compiler on subclasses.
        let sharing: DeclSyntax = "\(raw: observable.accessLevel)typealias _HeedSharing = _SharedByThreads"
        let manuallyNotified: DeclSyntax = """
            \(raw: observable.accessLevel)nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {
                _heed.manuallyNotifiedPaths(creating: creating)
            }
            """
        // The compiler doesn't ask a subclass of an observable class for the conformance; it inherits what it needs. It doesn't ask a class that
        // declares the conformance itself either.
        let isSubclass = protocols.isEmpty && !observable.declaresConformance
        let isUnchecked = observable.isShared || isSubclass && properties.isEmpty
        let always =
            [registrar] + (observable.isShared ? [sharing] : []) + (isSubclass ? [] : [manuallyNotified])
            + renaming(in: observable, isSubclass: isSubclass) + (observable.codingKeys.map { [$0] } ?? [])
            + (isUnchecked ? [] : [observable.sharingCheck(in: context)])
        let paths = keyPaths(of: observable, in: context)
        guard !properties.isEmpty else { return always + paths }

        let computed = observable.readableProperties
        let names = properties.enumerated()
            .map { index, property in
                let notifies = property.isManuallyNotified ? ", notifies: false" : ""
                let isShared = observable.isShared ? ", isShared: true" : ""
                let isFinal = observable.isFinal || property.isFinal ? ", isFinal: true" : ""
                let getter = computed.isEmpty ? "" : ", getter: getter"
                let storage = observable.isShared ? property.storageName : "&\(property.storageName)"
                return
                    "case \(index): _heed.wasRead(\(index), \(property.name.literal), of: self\(notifies)\(isShared)\(isFinal)\(getter), keyPath: keyPath) "
                    + "{ $0.make(in: \(storage)) }"
            }
            .joined(separator: "\n    ")
        let getters: [DeclSyntax] = computed.isEmpty ? [] : [getters(of: computed, after: properties.count, in: observable)]
        let getter =
            computed.isEmpty
            ? ""
            : """

                let getter: (Swift.AnyKeyPath) -> Any? = { path in
                    (Swift.type(of: path).rootType as? \(observable.name).Type)?._heedGetter(path)
                }
            """
        return always + getters + paths + [
            """
            private func _heedTrack(_ index: Swift.Int) {
                if _heed.wasReadAgain(index) {
                    return
                }
                let keyPath: (Any.Type) -> Swift.AnyKeyPath? = { root in
                    (root as? \(raw: observable.name).Type)?._heedKeyPath(index)
                }\(raw: getter)
                switch index {
                \(raw: names)
                default: break
                }
            }
            """
        ]
    }

    /// Returns the function that makes the key path of a property from the class that it is called on. The stored properties come first.
    ///
    /// Each path has the property's place in the source, for the compiler's error where the property's type can't be copied.
    private static func keyPaths(of observable: ObservableClass, in context: some MacroExpansionContext) -> [DeclSyntax] {
        let paths = observable.namedProperties.map { binding in
            let path = "return \\HeedRoot.\(binding.pattern.trimmedDescription)"
            let place = context.location(of: binding, at: .afterLeadingTrivia, filePathMode: .filePath)
            return place.map { "#sourceLocation(file: \($0.file), line: \($0.line))\n\(path)\n#sourceLocation()" } ?? path
        }
        guard !paths.isEmpty else { return [] }
        let cases = paths.enumerated().map { "case \($0):\n\($1)" }.joined(separator: "\n")
        return [
            """
            private static func _heedKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
                func keyPath<HeedRoot: \(raw: observable.name)>(from root: HeedRoot.Type) -> Swift.AnyKeyPath? {
                    switch index {
                    \(raw: cases)
                    default: return nil
                    }
                }
                return keyPath(from: Self.self)
            }
            """
        ]
    }

    /// Returns the function that finds the getter of a computed property, which takes a tenth of the time of reading its key path.
    private static func getters(of computed: [TokenSyntax], after stored: Int, in observable: ObservableClass) -> DeclSyntax {
        let cases =
            computed.enumerated()
            .map { index, name in
                let getter = "_KeyValueRegistrar.getter(\(name.literal)) { (root: HeedRoot) in root.\(name.text) }"
                return "if path == root._heedKeyPath(\(stored + index)) { return \(getter) }"
            }
            .joined(separator: "\n        ")
        return """
            private static func _heedGetter(_ path: Swift.AnyKeyPath) -> Any? {
                func getter<HeedRoot: \(raw: observable.name)>(from root: HeedRoot.Type) -> Any? {
                    \(raw: cases)
                    return nil
                }
                return getter(from: Self.self)
            }
            """
    }

    /// Returns the functions that name a property from another class of the hierarchy, by which a subclass's path finds the dependencies that
    /// a superclass declares. All classes that can have subclasses have one to override.
    private static func renaming(in observable: ObservableClass, isSubclass: Bool) -> [DeclSyntax] {
        guard isSubclass ? observable.declaresDependencies : !observable.isFinal else { return [] }
        let head = """
            \(observable.isOpen ? "open " : observable.accessLevel)nonisolated \(isSubclass ? "override " : "")class func _heedPath(like path: Swift.AnyKeyPath, from root: Any.Type) -> Swift.AnyKeyPath?
            """
        let inherited = isSubclass ? "super._heedPath(like: path, from: root)" : "nil"
        let count = observable.declaresDependencies ? observable.namedProperties.count : 0
        guard count > 0 else { return ["\(raw: head) { \(raw: inherited) }"] }
        return [
            """
            \(raw: head) {
                guard let named = Swift.type(of: path).rootType as? \(raw: observable.name).Type,
                    let place = (0..<\(raw: count)).first(where: { named._heedKeyPath($0) == path })
                else {
                    return \(raw: inherited)
                }
                return (root as? \(raw: observable.name).Type)?._heedKeyPath(place)
            }
            """
        ]
    }

    private static func problem(with declaration: some DeclGroupSyntax) -> MacroDiagnostic? {
        switch declaration.kind {
        case .actorDecl: .actor
        case .enumDecl: .notAClass(kind: "enum")
        case .structDecl: .notAClass(kind: "struct")
        case .protocolDecl: .notAClass(kind: "protocol")
        // The compiler asks for no members of an extension: the peer macro reports this.
        case .extensionDecl: nil
        default: .notAClass(kind: "declaration of this kind")
        }
    }
}

extension KeyValueObservableMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [AttributeSyntax] {
        guard let classDeclaration = declaration.as(ClassDeclSyntax.self),
            let variable = member.as(VariableDeclSyntax.self),
            let property = ObservableProperty(variable)
        else { return [] }
        let observable = ObservableClass(declaration: classDeclaration, in: context)
        guard let index = observable.observedProperties.firstIndex(where: { $0.name.text == property.name.text }) else { return [] }
        let notifies = property.isManuallyNotified ? ", notifies: false" : ""
        return ["@_HeedObserved(\(raw: index), shared: \(raw: observable.isShared)\(raw: notifies))"]
    }
}

/// A peer macro that generates nothing. It reports the reason where the compiler would only say that the macro can't be applied.
extension KeyValueObservableMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        if let variable = declaration.as(VariableDeclSyntax.self) {
            let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
            context.diagnose(Diagnostic(node: Syntax(node), message: isConstant ? MacroDiagnostic.onConstant : .onVariable))
        } else if declaration.is(ExtensionDeclSyntax.self) {
            context.diagnose(Diagnostic(node: Syntax(node), message: MacroDiagnostic.extensionOfClass))
        }
        return []
    }
}

extension KeyValueObservableMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // A subclass of an observable class already has the conformance, so the compiler doesn't ask for it.
        guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): _HeedObservable {}")]
    }
}
