/// What a ``Receptionist`` listens to: a key path, a type of message, a subject; as it is, or filtered and mapped.
///
/// ```swift
/// let titles = ObservationSource.values(of: album, \.title)
///     .filter { !$0.isEmpty }
///     .removeDuplicates()
/// let receptionist = Receptionist(for: titles, on: .mainActor, delivering: .latest) { title in label.text = title }
/// ```
///
/// ## Behavior
/// - Filters, maps and the search for duplicates run where the change is made, before the hop.
/// - Each receptionist that is made for a source searches for duplicates on its own.
/// - A source keeps the object, hub or subject that it names alive as long as it exists itself. A receptionist does not.
public struct ObservationSource<Element: Sendable> {
    /// Starts listening.
    let start: (_ listener: Listening, _ receive: @escaping @Sendable (Element) -> Void) -> Registration
    /// Joins what is folded; `nil` where there is nothing to join.
    let makeChain: (@Sendable () -> FoldedChain<Element>)?

    init(
        makeChain: (@Sendable () -> FoldedChain<Element>)? = nil,
        start: @escaping (_ listener: Listening, _ receive: @escaping @Sendable (Element) -> Void) -> Registration
    ) {
        self.start = start
        self.makeChain = makeChain
    }

    package init<Object: KeyValueObservable, Value: Sendable>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: Isolation
    ) where Element == KeyValueChange<Value> {
        makeChain = {
            let chain = ChangeChain<Value>(options: options)
            return FoldedChain(note: chain.note, link: chain.link)
        }
        start = { listener, receive in
            object.startObserving(
                keyPath,
                options: listener.isFolding ? ChangeChain<Value>.observedOptions(for: options) : options,
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
    /// The values at a key path, beginning with the present one.
    ///
    /// - Parameters:
    ///   - object: The object to observe.
    ///   - keyPath: What to observe, from the object on.
    ///   - isolation: The isolation of the caller, where the key path is read.
    /// - Threading: Make the source, and the receptionist, where the object may be read.
    public static func values<Object: KeyValueObservable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Element>,
        isolation: isolated (any Actor)? = #isolation
    ) -> ObservationSource {
        values(of: object, keyPath, in: .registered(in: isolation, hasSendableHandler: true))
    }

    /// The values at a key path of an object that several threads share. The key path is read where the change is made.
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

    /// The changes of the value at a key path.
    ///
    /// - Parameters:
    ///   - object: The object to observe.
    ///   - keyPath: What to observe, from the object on.
    ///   - options: What each change carries, and whether there is one at once.
    ///   - isolation: The isolation of the caller, where the key path is read.
    /// - Threading: Make the source, and the receptionist, where the object may be read.
    public static func changes<Object: KeyValueObservable, Value: Sendable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        isolation: isolated (any Actor)? = #isolation
    ) -> ObservationSource where Element == KeyValueChange<Value> {
        ObservationSource(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
    }

    /// The changes of the value at a key path of an object that several threads share. The key path is read where the change is made.
    public static func changes<Object: KeyValueObservable & Sendable, Value: Sendable>(
        of object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new]
    ) -> ObservationSource where Element == KeyValueChange<Value>, Object._HeedSharing == _SharedByThreads {
        ObservationSource(object, keyPath, options, in: .anywhere)
    }

    /// The messages of a type.
    ///
    /// - Parameters:
    ///   - type: Their type.
    ///   - hub: Where the messages are posted.
    ///   - sender: Whose messages to hear; `nil` for everybody's.
    public static func messages(
        _ type: Element.Type,
        in hub: NotificationHub = .default,
        from sender: AnyObject? = nil
    ) -> ObservationSource where Element: HubMessage {
        ObservationSource { listener, receive in
            hub.startObserving(type, from: sender, at: listener.place, callbacks: listener.callbacks, receive)
        }
    }

    /// The values of a subject.
    public static func values(of subject: Subject<Element>) -> ObservationSource {
        ObservationSource { listener, receive in subject.startObserving(at: listener.place, callbacks: listener.callbacks, receive) }
    }
}

/// What happens to each element that may stand for several: it is noted when it comes, and linked when it goes.
struct FoldedChain<Element>: Sendable {
    let note: @Sendable (Element) -> Void
    let link: @Sendable (Element) -> Element
}

/// What holds elements back between a source and who listens to it, so that it can be made to let go of them.
///
/// What is protected by what: `flushes` by its lock.
final class Stages: Sendable {
    private let flushes = Lock<[@Sendable () -> Void]>([])

    func add(_ flush: @escaping @Sendable () -> Void) {
        flushes.withLock { $0.append(flush) }
    }

    func flush() {
        for flush in flushes.withLock({ $0 }) { flush() }
    }
}

/// Who listens to a source.
struct Listening {
    /// Whether one element may stand for several that came.
    var isFolding = false
    /// Whether each change of a collection carries the whole collection: single elements mean nothing to a listener that may miss changes.
    var needsWholeValues = false
    /// Where in the program it was told to.
    var place: RegistrationPlace?
    /// Called when what is observed has died.
    var ended: (@Sendable () -> Void)?
    /// Where stages that hold elements back register; `nil` for a listener that never asks for them.
    var stages: Stages?

    var callbacks: AnyObserverRegistry.RegistrationCallbacks? {
        ended.map { AnyObserverRegistry.RegistrationCallbacks(ended: $0) }
    }
}
