/// A source that the ``ObservationIndex`` knows.
package struct IndexedSource: Sendable {
    /// The kinds of sources.
    package enum Kind: Sendable { case property, message, subject }

    package internal(set) var number: UInt32 = 0
    package let kind: Kind
    package let name: String
    package internal(set) var object: ObservedObject?
    package internal(set) var isAlive = true
    /// The path whose manually announced changes it delivers, if it is a source of such changes.
    package internal(set) var path: ObservedPath?
    private weak let registry: AnyObserverRegistry?

    init(_ registry: AnyObserverRegistry) {
        self.registry = registry
        kind = registry.sourceKind
        name = registry.name
    }

    /// The source's current observers, in registration order; empty if it is gone.
    package var observers: [IndexedObserver] { registry?.indexedObservers ?? [] }

    /// Whether an event was delivered during a recording, for a message; `true` for other sources.
    package var wasDelivered: Bool { registry?.wasDelivered ?? true }
}

/// An observer, as its registry stores it.
package struct IndexedObserver: Sendable {
    package let key: ObserverKey
    package let place: RegistrationPlace?
    /// Whether its handler receives the source's events themselves, for an observer of a key path.
    package let isListener: Bool
}

/// Identifies an observer: the same one in all the properties that a key path depends on, and one in the other sources.
package struct ObserverKey: Hashable, Sendable {
    /// The source, or zero for an observer of properties.
    let source: UInt32
    package let id: UInt64

    /// The key as one number.
    package var number: UInt64 { UInt64(source) << 32 | id }

    init(_ id: UInt64, in registry: AnyObserverRegistry) {
        self.id = id
        source = registry.sourceKind == .property ? 0 : ObservationIndex.number(of: registry)
    }

    private init(source: UInt32, id: UInt64) {
        self.source = source
        self.id = id
    }

    static func listener(_ id: UInt64) -> ObserverKey { ObserverKey(source: 0, id: id) }
}

/// The identity of an object, without a reference to it.
package struct ObservedObject: Hashable, Sendable, CustomStringConvertible {
    package let type: String
    package let address: UInt

    package init(_ object: AnyObject) {
        type = "\(Swift.type(of: object))"
        address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    package var description: String { "\(type) 0x\(String(address, radix: 16))" }
}

/// The known facts about an observer, apart from its place.
package struct ObserverDetails: Sendable {
    package internal(set) var path: ObservedPath?
    var queue: QueueReference?
    /// For an observer that its subject holds weakly: whether it is gone.
    package internal(set) var isGone: (@Sendable () -> Bool)?
    /// For an observer of one sender: whether that is gone.
    package internal(set) var isSenderGone: (@Sendable () -> Bool)?

    /// The state of the queue between the source and the observer, if there is one.
    package var queueState: QueueState? { queue?.queue?.inspected }
}

/// An observer that has ended, or whose object has.
package struct EndedObserver: Sendable {
    package let key: ObserverKey
    package let source: UInt32
    /// The name of the source.
    package let name: String
    package var object: ObservedObject?
    package var path: ObservedPath?
    package let place: RegistrationPlace?
    /// Whether its token was released, rather than invalidated.
    package var isReleased = false
    /// The addresses of the calls that ended it, innermost first.
    package var backtrace: [UInt] = []
}

/// Messages of one type that were posted in a hub where nobody had ever observed them.
package struct UnobservedMessage: Sendable {
    struct Key: Hashable {
        let hub: ObservedObject
        let type: ObjectIdentifier
    }

    package let hub: ObservedObject
    /// The name of the type.
    package let name: String
    let number: Int
    package var count = 0
    /// The addresses of the calls that posted the first one, innermost first.
    package let backtrace: [UInt]
}

/// A weak reference to the sender of messages.
// SAFETY: weak references are read atomically, and this one is never reassigned.
final class SenderReference: @unchecked Sendable {
    private(set) weak var sender: AnyObject?

    init(_ sender: AnyObject) {
        self.sender = sender
    }
}

extension AnyObserverRegistry {
    /// The registry's observers, in registration order.
    var indexedObservers: [IndexedObserver] {
        lock.withLock { contents in
            var observers: [IndexedObserver] = []
            contents.table.forEach { slot in
                guard slot.pointee.isActive else { return }
                observers.append(
                    IndexedObserver(
                        key: ObserverKey(slot.pointee.id, in: self),
                        place: RegistrationPlace(bits: slot.pointee.entry.place),
                        isListener: sourceKind == .property && ListenerTraits(condition: slot.pointee.entry.condition).form == .event
                    )
                )
            }
            return observers
        }
    }
}
