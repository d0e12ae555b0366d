import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@_HeedObserved` macro, which moves a stored property's value into separate storage, and notifies observers when it changes.
struct ObservedPropertyMacro {}

extension ObservedPropertyMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [AccessorDeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
        if let misuse = variable.misuse(of: "_HeedObserved") {
            context.diagnose(Diagnostic(node: Syntax(variable), message: misuse))
            return []
        }
        guard let property = ObservableProperty(ignoringMacros: variable), let arguments = MacroArguments(node) else { return [] }
        switch (arguments.isShared, arguments.notifies) {
        case (false, true): return accessors(of: property, index: arguments.index)
        case (true, true): return sharedAccessors(of: property, index: arguments.index)
        case (let isShared, false): return silentAccessors(of: property, index: arguments.index, isShared: isShared)
        }
    }

    /// Returns the beginning of a setter, which announces the change to Observation.
    private static func announcement(_ index: String, isShared: Bool = false) -> String {
        "_heed.willSet(\(index), of: self)\n    defer { _heed.\(isShared ? "didSetShared" : "didSet")(\(index), of: self) }"
    }

    /// Returns the beginning of a getter, which reports the read to Heed and to Observation.
    private static func report(_ index: String) -> String {
        "if _heedIsReadingKeyPath() { _heedTrack(\(index)) }\n    _heed.wasAccessed(\(index), of: self)"
    }

    /// Returns the accessors of a property that notifies only manually.
    private static func silentAccessors(of property: ObservableProperty, index: String, isShared: Bool) -> [AccessorDeclSyntax] {
        let storage = property.storageName
        let common: [AccessorDeclSyntax] = [
            """
            @storageRestrictions(initializes: \(raw: storage))
            init(initialValue) {
                \(raw: storage) = \(raw: isShared ? "_SharedStorage(initialValue)" : "initialValue")
            }
            """,
            """
            get {
                \(raw: report(index))
                return \(raw: isShared ? "\(storage).value" : storage)
            }
            """,
        ]
        guard !isShared else {
            return common + ["set { \(raw: storage).exchange(newValue) }"]
        }
        return common + [
            "set { \(raw: storage) = newValue }",
            """
            _modify {
                _heed.wasAccessed(\(raw: index), of: self)
                _heed.beginAccess(\(raw: index))
                defer { _heed.endAccess(\(raw: index)) }
                yield &\(raw: storage)
            }
            """,
        ]
    }

    private static func accessors(of property: ObservableProperty, index: String) -> [AccessorDeclSyntax] {
        let storage = property.storageName
        // `willSet` and `didSet` run between the two calls, and may store a value other than the one that was set.
        let hasObservers = property.binding.accessorBlock != nil
        let setter =
            hasObservers
            ? """
            let change = _heed.willChangeAroundObservers(\(index), of: self, old: \(storage))
                let oldValue = \(storage)
                \(storage) = newValue
                _heed.didChange(change, of: self, from: oldValue, to: \(storage))
            """
            : """
            let plain = _heed.beginPlainChange(\(index))
                if plain.isPlain {
                    let oldValue = \(storage)
                    \(storage) = newValue
                    plain.end(of: self, from: oldValue, to: newValue)
                    return
                }
                _heed.set(\(index), of: self, to: newValue, from: \(storage)) { \(storage) = $0 }
            """
        let plainModification = """

                let plain = _heed.beginPlainChange(\(index))
                if plain.isPlain {
                    let oldValue = \(storage)
                    plain.beginAccess()
                    defer { plain.endModification(of: self, from: oldValue, to: \(storage)) }
                    yield &\(storage)
                    return
                }
            """
        let will = hasObservers ? "willChangeAroundObservers" : "willChange"
        return [
            """
            @storageRestrictions(initializes: \(raw: storage))
            init(initialValue) {
                \(raw: storage) = initialValue
            }
            """,
            """
            get {
                \(raw: report(index))
                return \(raw: storage)
            }
            """,
            """
            \(raw: hasObservers ? "" : "@inline(__always) ")set {
                if _heed.isIdle {
                    \(raw: storage) = newValue
                    return
                }
                \(raw: announcement(index))
                \(raw: setter)
            }
            """,
            """
            _modify {
                _heed.wasAccessed(\(raw: index), of: self)
                if _heed.isIdle {
                    yield &\(raw: storage)
                    return
                }
                \(raw: announcement(index))\(raw: hasObservers ? "" : plainModification)
                let change = _heed.\(raw: will)(\(raw: index), of: self, old: \(raw: storage))
                let oldValue = \(raw: storage)
                _heed.beginAccess(\(raw: index))
                defer {
                    _heed.endAccess(\(raw: index))
                    _heed.didModify(change, of: self, from: oldValue, to: \(raw: storage))
                }
                yield &\(raw: storage)
            }
            """,
        ]
    }

    private static func sharedAccessors(of property: ObservableProperty, index: String) -> [AccessorDeclSyntax] {
        let storage = property.storageName
        return [
            """
            @storageRestrictions(initializes: \(raw: storage))
            init(initialValue) {
                \(raw: storage) = _SharedStorage(initialValue)
            }
            """,
            """
            get {
                \(raw: report(index))
                return \(raw: storage).value
            }
            """,
            """
            set {
                \(raw: announcement(index, isShared: true))
                let plain = _heed.isIdle ? _PlainChange.unheard : _heed.beginPlainChange(\(raw: index))
                guard plain.isPlain else { return _heed.setShared(\(raw: index), of: self, to: newValue, in: \(raw: storage)) }
                let (oldValue, turn) = \(raw: storage).exchange(newValue, in: plain)
                if !_heed.isIdle {
                    _heed.endSharedChange(\(raw: index), plain, turn, of: self, from: oldValue, to: newValue, in: \(raw: storage))
                }
            }
            """,
            """
            _modify {
                _heed.wasAccessed(\(raw: index), of: self)
                \(raw: announcement(index, isShared: true))
                var change = _heed.isIdle ? _OpenChange() : _heed.willChange(\(raw: index), of: self, old: \(raw: storage).value)
                var value = \(raw: storage).value
                defer {
                    let oldValue = \(raw: storage).exchange(value, in: &change)
                    if !_heed.isIdle {
                        _heed.didModifyShared(\(raw: index), change, of: self, from: oldValue, to: value, in: \(raw: storage))
                    }
                }
                yield &value
            }
            """,
        ]
    }
}

extension ObservedPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = ObservableProperty(ignoringMacros: variable),
            let arguments = MacroArguments(node)
        else { return [] }
        if arguments.isShared {
            // `KeyValueObservableMacro` has reported what is missing: diagnostics of a peer have no location in the source.
            guard let type = property.type else { return [] }
            // SAFETY: only initializers write the variable itself; its contents are under a lock.
            let storage = "private var \(property.storageName): _SharedStorage<\(type)>"
            return ["@exclusivity(unchecked) nonisolated(unsafe) \(raw: storage)"]
        }
        let annotation = property.binding.typeAnnotation.map { ": \($0.type.trimmedDescription)" } ?? ""
        let initializer = property.binding.initializer.map { " = \($0.value.trimmedDescription)" } ?? ""
        // `willSet` and `didSet` move to the storage.
        let observers = property.binding.accessorBlock.map { " \(StorageRenaming.apply(to: $0, of: property))" } ?? ""
        return ["private var \(raw: property.storageName)\(raw: annotation)\(raw: initializer)\(raw: observers)"]
    }
}

/// The arguments that ``KeyValueObservableMacro`` passes to ``ObservedPropertyMacro``.
private struct MacroArguments {
    let index: String
    let isShared: Bool
    let notifies: Bool

    init?(_ node: AttributeSyntax) {
        guard case .argumentList(let arguments)? = node.arguments, let first = arguments.first else { return nil }
        index = first.expression.trimmedDescription
        func isTrue(_ label: String) -> Bool? {
            arguments.first { $0.label?.text == label }.map { $0.expression.trimmedDescription == "true" }
        }
        isShared = isTrue("shared") ?? false
        notifies = isTrue("notifies") ?? true
    }
}

extension ObservableProperty {
    /// Like `init(_:)`, for a property that already carries the attribute.
    init?(ignoringMacros declaration: VariableDeclSyntax) {
        let plain = declaration.with(\.attributes, [])
        self.init(plain)
    }
}
