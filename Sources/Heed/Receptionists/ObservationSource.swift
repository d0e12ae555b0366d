/// A source of values for a ``Receptionist``: a key path, a type of message, a subject; unchanged, or filtered and mapped.
///
/// ```swift
/// let titles = ObservationSource.values(of: album, \.title)
///     .filter { !$0.isEmpty }
///     .removeDuplicates()
/// let receptionist = Receptionist(for: titles, on: .mainActor, delivering: .latest) { title in label.text = title }
/// ```
///
/// ## Behavior
/// - Filtering, mapping and removing duplicates happen where the change is made, before the hop.
/// - Each receptionist of a source removes duplicates independently.
/// - A source keeps its object, hub or subject alive. A receptionist does not.
public struct ObservationSource<Element: Sendable> {
    /// Starts observing.
    let start: (_ listener: Listening, _ receive: @escaping @Sendable (Element) -> Void) -> Registration
    /// The linking of folded elements; `nil` if there is nothing to link.
    let linking: Linking<Element>?

    init(
        linking: Linking<Element>? = nil,
        start: @escaping (_ listener: Listening, _ receive: @escaping @Sendable (Element) -> Void) -> Registration
    ) {
        self.start = start
        self.linking = linking
    }

    package init<Object: KeyValueObservable, Value: Sendable>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: Isolation
    ) where Element == KeyValueChange<Value> {
        linking = Linking {
            let chain = ChangeChain<Value>(options: options)
            return FoldedChain(note: chain.note, link: chain.link)
        } shown: { change in
            change.showing(options)
        }
        start = { listener, receive in
            object.startObserving(
                keyPath,
                options: listener.isFolding ? ChangeChain<Value>.observedOptions(for: options, linked: listener.isLinking) : options,
                in: isolation,
                place: listener.place,
                wholeValues: listener.needsWholeValues,
                ended: listener.ended,
                handler: .change { _, change in receive(change) }
            )
        }
    }
}

extension ObservationSource {
    /// Returns a source of the values at a key path, beginning with the current one.
    ///
    /// - Parameters:
    ///   - object: The object to observe.
    ///   - keyPath: The key path to observe, starting at the object.
    ///   - isolation: The isolation of the caller, in which the key path is read.
    /// - Threading: Create the source, and the receptionist, where you can read the object.
    public static func values<Object: KeyValueObservable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Element>,
        isolation: isolated (any Actor)? = #isolation
    ) -> ObservationSource {
        values(of: object, keyPath, in: .registered(in: isolation, hasSendableHandler: true))
    }

    /// Returns a source of the values at a key path of an object that several threads share. The key path is read where the change is
    /// made.
    public static func values<Object: KeyValueObservable & Sendable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Element> & Sendable
    ) -> ObservationSource where Object._HeedSharing == _SharedByThreads {
        values(of: object, keyPath, in: .anywhere)
    }

    static func values<Object: KeyValueObservable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Element>,
        in isolation: Isolation
    ) -> ObservationSource {
        ObservationSource { listener, receive in
            object.startObserving(
                keyPath, options: [.initial, .new], in: isolation, place: listener.place, ended: listener.ended, handler: .value(receive))
        }
    }

    /// Returns a source of the changes of the value at a key path.
    ///
    /// - Parameters:
    ///   - object: The object to observe.
    ///   - keyPath: The key path to observe, starting at the object.
    ///   - options: What each change carries, and whether there is an initial one.
    ///   - isolation: The isolation of the caller, in which the key path is read.
    /// - Threading: Create the source, and the receptionist, where you can read the object.
    public static func changes<Object: KeyValueObservable, Value: Sendable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        isolation: isolated (any Actor)? = #isolation
    ) -> ObservationSource where Element == KeyValueChange<Value> {
        ObservationSource(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
    }

    /// Returns a source of the changes of the value at a key path of an object that several threads share. The key path is read where the
    /// change is made.
    public static func changes<Object: KeyValueObservable & Sendable, Value: Sendable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new]
    ) -> ObservationSource where Element == KeyValueChange<Value>, Object._HeedSharing == _SharedByThreads {
        ObservationSource(object, keyPath, options, in: .anywhere)
    }

    /// Returns a source of the messages of a type.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - hub: The hub on which the messages are posted.
    ///   - sender: The sender whose messages to observe; `nil` for all senders.
    public static func messages(
        _ type: Element.Type,
        in hub: NotificationHub = .default,
        from sender: Element.Sender? = nil
    ) -> ObservationSource where Element: HubMessage {
        ObservationSource { listener, receive in
            hub.startObserving(type, from: sender, at: listener.place, callbacks: listener.callbacks, receive)
        }
    }

    /// Returns a source of the values of a subject.
    public static func values(of subject: Subject<Element>) -> ObservationSource {
        ObservationSource { listener, receive in subject.startObserving(at: listener.place, callbacks: listener.callbacks, receive) }
    }
}

/// The linking of elements that may represent several, so that they form a chain.
struct Linking<Element>: Sendable {
    let makeChain: @Sendable () -> FoldedChain<Element>
    /// Returns an element without what only the chain needs, for closures on the way to it.
    let shown: @Sendable (Element) -> Element
}

/// The steps for each element that may represent several: note it when it arrives, and link it when it is delivered.
struct FoldedChain<Element>: Sendable {
    let note: @Sendable (Element) -> Void
    let link: @Sendable (Element) -> Element
}

/// The stages that hold elements back between a source and its listener, so that they can be flushed.
///
/// A stage is added before the stages of its source, and flushed after them: it receives what they held back.
///
/// State and its protection: `flushes`, by its lock.
final class Stages: Sendable {
    private let flushes = Lock<[@Sendable () -> Void]>([])

    func add(_ flush: @escaping @Sendable () -> Void) {
        flushes.withLock { $0.append(flush) }
    }

    func flush() {
        for flush in flushes.withLock({ $0 }).reversed() { flush() }
    }
}

/// The listener of a source.
struct Listening {
    /// Whether one element may represent several that arrived.
    var isFolding = false
    /// Whether such elements are linked, and have to carry what that needs.
    var isLinking = false
    /// Whether each change of a collection must carry the whole collection: a listener that may miss changes can't use single elements.
    var needsWholeValues = false
    /// The place in the program where it was registered.
    var place: RegistrationPlace?
    /// A closure to call when the observed object has been deallocated.
    var ended: (@Sendable () -> Void)?
    /// The registry of stages that hold elements back; `nil` for a listener that never flushes them.
    var stages: Stages?

    var callbacks: AnyObserverRegistry.RegistrationCallbacks? {
        ended.map { AnyObserverRegistry.RegistrationCallbacks(ended: $0) }
    }
}
