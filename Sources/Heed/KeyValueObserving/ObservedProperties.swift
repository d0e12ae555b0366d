/// The observers of one object, by property.
///
/// What is protected by what: `registries` by its lock. A registry, once made, stays until the object dies.
final class ObservedProperties: Sendable {
    private let registries = Lock<[PropertyRegistry?]>([])

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

    /// The object is going away.
    func end() {
        for registry in registries.withLock({ $0 }) {
            registry?.observers.end()
        }
    }
}
