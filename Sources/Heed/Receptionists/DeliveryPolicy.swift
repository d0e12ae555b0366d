/// What becomes of values that arrive faster than they are handled.
///
/// | Policy | How many may wait | What gives way |
/// |---|---|---|
/// | ``every`` | any number | nothing |
/// | ``buffered(_:_:)`` | the limit | the oldest or the newest, as you say |
/// | ``latest`` | one | the older one |
/// | ``switchToLatest-type.property`` | one | the older one, and the one that an async handler is at |
/// | ``debounced(for:clock:)`` | one for the pause, one for the context | the older one |
/// | ``throttled(for:clock:)`` | one for the interval, one for the context | the older one |
///
/// ## Behavior
/// - Nothing is lost with ``every``.
/// - With every other policy, what gives way is counted.
/// - The last value arrives with ``latest``, ``switchToLatest-type.property``, ``debounced(for:clock:)`` and ``throttled(for:clock:)``.
public struct DeliveryPolicy: Sendable {
    let rule: DeliveryRule
    let clock: any ReceptionistClock
    /// Whether an async handler that is under way is cancelled when something newer comes.
    let cancelsOlder: Bool

    /// What gives way when something arrives where no more may wait.
    ///
    /// ## Behavior
    /// - What gave way is counted, by the receptionist or the sequence that it would have gone to.
    public enum Overflow: Sendable, Hashable {
        /// The one that has waited longest makes room.
        case dropOldest
        /// What arrives is not taken in.
        case dropNewest
    }

    private init(_ rule: DeliveryRule, clock: any ReceptionistClock = .continuous, cancelsOlder: Bool = false) {
        self.rule = rule
        self.clock = clock
        self.cancelsOlder = cancelsOlder
    }

    /// Every value, in order. What waits is not bounded.
    public static let every = DeliveryPolicy(.every)

    /// Only the newest of the values that wait; at most one waits. The last value always arrives.
    public static let latest = DeliveryPolicy(.latest)

    /// As ``latest``. In addition, an async handler that is at an older value is cancelled when a newer one comes: a new search ends the one
    /// under way.
    ///
    /// The handler is called with the newer value once it has returned from the older one. The task that it runs in is cancelled, which it
    /// finds out by `Task.isCancelled`, or because what it waits for throws. Invalidating the receptionist cancels it too.
    public static let switchToLatest = latest.switchToLatest

    /// This policy, and an async handler that is at an older value is cancelled when a newer one comes: `.debounced(for: pause).switchToLatest`.
    /// A policy by which several values wait becomes ``latest``.
    public var switchToLatest: DeliveryPolicy {
        DeliveryPolicy(rule.folds ? rule : .latest, clock: clock, cancelsOlder: true)
    }

    /// Every value, in order, as long as no more than a number of them wait.
    ///
    /// - Parameters:
    ///   - limit: How many may wait: at least 1.
    ///   - overflow: What gives way when one more comes.
    public static func buffered(_ limit: Int, _ overflow: Overflow = .dropOldest) -> DeliveryPolicy {
        precondition(limit >= 1, "Heed: a buffer for \(limit) values holds nothing; give .buffered a limit of at least 1")
        return DeliveryPolicy(.buffered(limit, overflow))
    }

    /// The newest value, once there has been a pause. The last value always arrives.
    ///
    /// - Parameters:
    ///   - pause: For how long nothing must arrive.
    ///   - clock: What measures the pause.
    public static func debounced(for pause: Duration, clock: any ReceptionistClock = .continuous) -> DeliveryPolicy {
        DeliveryPolicy(.debounced(pause), clock: clock)
    }

    /// The first value at once, and then at most one in each interval: the newest. The last value always arrives.
    ///
    /// - Parameters:
    ///   - interval: The shortest time between two values.
    ///   - clock: What measures it.
    public static func throttled(for interval: Duration, clock: any ReceptionistClock = .continuous) -> DeliveryPolicy {
        DeliveryPolicy(.throttled(interval), clock: clock)
    }
}

/// What a ``DeliverySchedule`` goes by.
enum DeliveryRule: Sendable, Hashable {
    case every
    case buffered(Int, DeliveryPolicy.Overflow)
    case latest
    case debounced(Duration)
    case throttled(Duration)

    /// Whether one value may stand for several that came.
    var folds: Bool {
        switch self {
        case .latest, .debounced, .throttled: true
        case .every, .buffered: false
        }
    }

    /// Whether a value may give way to others.
    var mayDrop: Bool { self != .every }

    /// Whether the time matters.
    var isTimed: Bool {
        switch self {
        case .debounced, .throttled: true
        case .every, .buffered, .latest: false
        }
    }
}
