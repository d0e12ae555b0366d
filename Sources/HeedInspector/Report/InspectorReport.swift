/// A snapshot of what an inspector knows, as plain values: who observes what, and what happened recently.
///
/// A report comes from this process (``Inspector/report(since:)``) or from another one (``InspectorConnection``). It keeps nothing alive,
/// and can be written in several formats.
///
/// ## Behavior
/// - A report holds no reference to anything that it describes.
/// - Sources and observers are in the order in which they appeared; events are in the order in which they began.
public struct InspectorReport: Sendable, Equatable {
    /// The moment of the report, as the time since the recording started.
    public var time: Duration
    /// The things that can be observed, and that have or had observers.
    public var sources: [Source]
    /// The observers.
    public var observers: [Observer]
    /// The recorded events, oldest first.
    public var events: [Event]
    /// The number of events that newer ones have replaced.
    public var lostEventCount: UInt64
    /// The threads on which the events happened.
    public var threads: [Thread]
    /// The registrations that no longer serve a purpose.
    public var leaks: [Leak]
    /// The mistakes that Heed has reported since the recording started, endless loops among them.
    public var diagnostics: [Mistake]
    /// The uses of Heed that are often mistakes.
    public var suspicions: [Suspicion]

    /// Creates a report.
    public init(
        time: Duration = .zero,
        sources: [Source] = [],
        observers: [Observer] = [],
        events: [Event] = [],
        lostEventCount: UInt64 = 0,
        threads: [Thread] = [],
        leaks: [Leak] = [],
        diagnostics: [Mistake] = [],
        suspicions: [Suspicion] = []
    ) {
        self.time = time
        self.sources = sources
        self.observers = observers
        self.events = events
        self.lostEventCount = lostEventCount
        self.threads = threads
        self.leaks = leaks
        self.diagnostics = diagnostics
        self.suspicions = suspicions
    }
}

extension InspectorReport {
    /// A line of the program's source.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The module and the file, such as `Player/QueueView.swift`.
        public var fileID: String
        /// The line, starting at 1.
        public var line: Int

        /// Creates a place.
        public init(fileID: String, line: Int) {
            self.fileID = fileID
            self.line = line
        }

        /// The file and the line, such as `Player/QueueView.swift:42`.
        public var description: String { "\(fileID):\(line)" }
    }

    /// Something that can be observed: a property of an object, a type of message on a hub, or a subject.
    public struct Source: Sendable, Hashable, Identifiable {
        /// The kinds of sources.
        public enum Kind: String, Sendable, CaseIterable {
            case property, message, subject
        }

        /// A number that no other source of the process has.
        public var id: UInt32
        /// The kind of source.
        public var kind: Kind
        /// The name, such as `Album.title`, `CoverRequested` or `Subject<Int>`.
        public var name: String
        /// The object with the property, or the hub, such as `Album 0x7f0012a04010`; `nil` if it is unknown.
        public var object: String?
        /// Whether it still exists.
        public var isAlive: Bool

        /// Creates a source.
        public init(id: UInt32, kind: Kind, name: String, object: String? = nil, isAlive: Bool = true) {
            self.id = id
            self.kind = kind
            self.name = name
            self.object = object
            self.isAlive = isAlive
        }
    }

    /// An observer of one or more sources.
    public struct Observer: Sendable, Hashable, Identifiable {
        /// The kinds of observers.
        public enum Kind: String, Sendable, CaseIterable {
            /// A handler that runs on the thread that makes the change.
            case handler
            /// An observer of a key path that depends on several properties.
            case keyPath
            /// An observer whose values wait until its handler can run.
            case receptionist
            /// An asynchronous sequence.
            case sequence
        }

        /// A number that no other observer of the process has.
        public var id: UInt64
        /// The kind of observer.
        public var kind: Kind
        /// The observed key path, if the observer depends on several properties.
        public var keyPath: String?
        /// The ids of the sources that it observes now.
        public var sources: [UInt32]
        /// Whether it observes the messages of a sender that was deallocated.
        public var isSenderGone: Bool
        /// The place of registration.
        public var place: Place?
        /// The context in which its handler runs, such as `MainActorContext`; `nil` for the thread that makes the change.
        public var context: String?
        /// The delivery policy, such as `latest`; `nil` if values never wait.
        public var policy: String?
        /// The state of its values' delivery, if values can wait.
        public var delivery: Delivery?

        /// Creates an observer.
        public init(
            id: UInt64,
            kind: Kind,
            keyPath: String? = nil,
            sources: [UInt32],
            isSenderGone: Bool = false,
            place: Place? = nil,
            context: String? = nil,
            policy: String? = nil,
            delivery: Delivery? = nil
        ) {
            self.id = id
            self.kind = kind
            self.keyPath = keyPath
            self.sources = sources
            self.isSenderGone = isSenderGone
            self.place = place
            self.context = context
            self.policy = policy
            self.delivery = delivery
        }
    }

    /// The state of a delivery whose values can wait.
    public struct Delivery: Sendable, Hashable {
        /// The number of values that wait.
        public var waitingCount: Int
        /// The number of values that the policy has dropped.
        public var droppedCount: Int
        /// The time since which a hop has been on its way to where the handler runs.
        public var hoppingSince: Duration?
        /// The time since which the handler has been running.
        public var handlingSince: Duration?
        /// Whether values wait for a time to pass, rather than for a hop or a handler.
        public var isHeld: Bool
        /// The number of hops whose job was discarded without having run.
        public var lostHopCount: Int

        /// Creates a state.
        public init(
            waitingCount: Int = 0,
            droppedCount: Int = 0,
            hoppingSince: Duration? = nil,
            handlingSince: Duration? = nil,
            isHeld: Bool = false,
            lostHopCount: Int = 0
        ) {
            self.waitingCount = waitingCount
            self.droppedCount = droppedCount
            self.hoppingSince = hoppingSince
            self.handlingSince = handlingSince
            self.isHeld = isHeld
            self.lostHopCount = lostHopCount
        }
    }

    /// Something that happened.
    public struct Event: Sendable, Hashable, Identifiable {
        /// The kinds of events.
        public enum Kind: String, Sendable, CaseIterable {
            /// A source notified its observers. Its duration is that of all their handlers.
            case change
            /// A handler ran.
            case handler
            /// A key path was read again, before or after a change of one of its sources.
            case reading
            /// Values hopped to their handler's context. Its duration is that of the hop.
            case hop
            /// An operator, such as `removeDuplicates()`, discarded a value.
            case filtered
        }

        /// The event's number. Later events have larger ones.
        public var id: UInt64
        /// The kind of event.
        public var kind: Kind
        /// The id of the source that it concerns.
        public var source: UInt32
        /// The id of the observer that it concerns, if it is known.
        public var observer: UInt64?
        /// The place where the handler was registered, or the operator applied.
        public var place: Place?
        /// The number of the thread on which it happened.
        public var thread: UInt32
        /// The time of its beginning.
        public var start: Duration
        /// Its duration; `nil` while it is still under way.
        public var duration: Duration?
        /// The number of the event that caused it: for a change, the handler that made it; for a handler, the change or the hop.
        public var cause: UInt64?

        /// Creates an event.
        public init(
            id: UInt64,
            kind: Kind,
            source: UInt32,
            observer: UInt64? = nil,
            place: Place? = nil,
            thread: UInt32,
            start: Duration,
            duration: Duration? = nil,
            cause: UInt64? = nil
        ) {
            self.id = id
            self.kind = kind
            self.source = source
            self.observer = observer
            self.place = place
            self.thread = thread
            self.start = start
            self.duration = duration
            self.cause = cause
        }
    }

    /// A thread of the program.
    public struct Thread: Sendable, Hashable, Identifiable {
        /// The system's number of the thread.
        public var id: UInt32
        /// The thread's name.
        public var name: String

        /// Creates a thread.
        public init(id: UInt32, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// A registration that no longer serves a purpose.
    public struct Leak: Sendable, Hashable, CustomStringConvertible {
        /// The kinds of leaks.
        public enum Kind: String, Sendable, CaseIterable {
            /// The observed object is gone, but the token is still kept.
            case observedObjectIsGone
            /// The `Observer` is gone, but is still attached.
            case observerIsGone
            /// The sender whose messages are observed is gone, but the token is still kept.
            case senderIsGone
        }

        /// The kind of leak.
        public var kind: Kind
        /// The name of what is or was observed.
        public var name: String
        /// The place of registration.
        public var place: Place?

        /// Creates a leak.
        public init(kind: Kind, name: String, place: Place?) {
            self.kind = kind
            self.name = name
            self.place = place
        }

        /// The leak, its place, and what to do.
        public var description: String {
            let at = place.map { " registered at \($0)" } ?? ""
            let fate = "but the token of the observer\(at) is still kept. That observer is never called again: release the token."
            return switch kind {
            case .observedObjectIsGone: "\(name): the observed object was deallocated, \(fate)"
            case .observerIsGone: "\(name): the observer\(at) was deallocated, but is still attached. The next notification removes it."
            case .senderIsGone: "\(name): the observed sender was deallocated, \(fate)"
            }
        }
    }

    /// A mistake: one that Heed reported (see `Diagnostic`), or a long loop (see ``InspectorReport/loops()``).
    public struct Mistake: Sendable, Hashable {
        /// The name of the kind, such as `runawayLoop`.
        public var kind: String
        /// The place of the observer in question.
        public var place: Place?
        /// A description of the problem, its place, and a remedy.
        public var message: String

        /// Creates a mistake.
        public init(kind: String, place: Place?, message: String) {
            self.kind = kind
            self.place = place
            self.message = message
        }
    }
}
