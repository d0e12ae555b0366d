/// The observers of one object, by property.
///
/// What is protected by what: `registries` and `handNotified`, each by its lock. A registry, once made, stays until the object dies.
final class ObservedProperties: Sendable {
    private let registries = Lock<[PropertyRegistry?]>([])

    /// The observers of what is not stored and is announced by hand, by key path.
    private let handNotified = Lock<[HashedPath: PropertyRegistry]>([:])

    func registryIfPresent(for index: Int) -> PropertyRegistry? {
        registries.withLock { registries in
            index < registries.count ? registries[index] : nil
        }
    }

    func registry(for index: Int, name: () -> String) -> PropertyRegistry {
        if let present = registryIfPresent(for: index) { return present }
        // Made outside the lock, because naming it runs code that is not ours.
        let created = PropertyRegistry(name: name())
        return registries.withLock { registries in
            while registries.count <= index { registries.append(nil) }
            if let present = registries[index] { return present }
            registries[index] = created
            return created
        }
    }

    func registryIfPresent(for path: AnyKeyPath) -> PropertyRegistry? {
        let path = HashedPath(path: path)
        return handNotified.withLock { $0[path] }
    }

    func registry(for path: AnyKeyPath) -> PropertyRegistry {
        if let present = registryIfPresent(for: path) { return present }
        let created = PropertyRegistry(name: "\(path)")
        let path = HashedPath(path: path)
        return handNotified.withLock { registries in
            if let present = registries[path] { return present }
            registries[path] = created
            return created
        }
    }

    /// The object is going away.
    func end() {
        for registry in registries.withLock({ $0 }) {
            registry?.observers.end()
        }
        for registry in handNotified.withLock({ $0 }).values {
            registry.observers.end()
        }
    }
}

/// A key path as the key of a table.
// SAFETY: it is only hashed and compared. Values that a subscript captured are compared where the table is used, as with any key.
private struct HashedPath: Hashable, @unchecked Sendable {
    let path: AnyKeyPath
}
