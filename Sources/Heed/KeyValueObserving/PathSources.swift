/// The properties that an observed path depends on: a plain value, which a ``KeyPathObservation`` keeps under its lock.
struct PathSources: Sendable {
    /// The result of the last read.
    private(set) var found: [PropertyRegistry] = []
    /// Those that the observation listens to: what was found and can be observed, and the path itself.
    private var current: [PropertyRegistry] = []
    /// Those that the path no longer depends on. Changes of theirs may have begun that are still to be delivered.
    private(set) var former: [PropertyRegistry] = []

    /// All of them, for those who release them outside the lock.
    var all: [PropertyRegistry] { current + former + found }
    var first: PropertyRegistry? { current.first }
    /// Whether none is being changed in place.
    var isReadable: Bool { !found.contains { $0.isInPlace.load(ordering: .relaxed) } }

    func contains(_ delivery: UnsafeMutablePointer<Delivery>?) -> Bool {
        guard let registry = delivery?.pointee.registry.toOpaque() else { return false }
        return current.contains { Unmanaged.passUnretained($0).toOpaque() == registry }
    }

    func isFormer(_ registry: UnsafeMutableRawPointer) -> Bool {
        former.contains { Unmanaged.passUnretained($0).toOpaque() == registry }
    }

    /// Replaces the sources.
    ///
    /// - Parameters:
    ///   - found: The result of a read.
    ///   - sources: Those to listen to.
    ///   - join: Begins to listen to one.
    /// - Returns: Whether they differ from before.
    mutating func replace(found: [PropertyRegistry], with sources: [PropertyRegistry], join: (PropertyRegistry) -> Void) -> Bool {
        let listening = current + former
        let added = sources.filter { property in !current.contains { $0 === property } }
        let left = current.contains { property in !sources.contains { $0 === property } }
        for property in added where !listening.contains(where: { $0 === property }) { join(property) }
        former = listening.filter { property in !sources.contains { $0 === property } }
        self.found = found
        current = sources
        return !added.isEmpty || left
    }

    /// Makes all of them former ones.
    mutating func leave() {
        former += current
        current = []
        found = []
    }

    /// Stops listening to the former ones.
    mutating func removeFormer(_ id: UInt64) -> [PropertyRegistry.Removal] {
        defer { former = [] }
        return former.compactMap { $0.remove(id) }
    }
}
