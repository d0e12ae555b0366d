/// A policy for values that arrive faster than they are handled.
///
/// | Policy | Values that may wait | Values that it drops |
/// |---|---|---|
/// | ``every`` | any number | none |
/// | ``buffered(_:_:)`` | up to the limit | the oldest or the newest, as you choose |
/// | ``latest`` | one | the older one |
/// | ``switchToLatest-type.property`` | one | the older one; also cancels an async handler that is handling one |
/// | ``debounced(for:leading:clock:)`` | one for the pause, one for the context | the older one |
/// | ``throttled(for:clock:)`` | one for the interval, one for the context | the older one |
///
/// ## Behavior
/// - With ``every``, no value is lost.
/// - All other policies count the values that they drop.
/// - The last value arrives with ``latest``, ``switchToLatest-type.property``, ``debounced(for:leading:clock:)`` and
///   ``throttled(for:clock:)``.
public struct DeliveryPolicy: Sendable {
    let rule: DeliveryRule
    let clock: any ReceptionistClock
    /// Whether a newer value cancels an async handler in progress.
    let cancelsOlder: Bool

    /// The value to drop when a value arrives and the buffer is full.
    ///
    /// ## Behavior
    /// - The receptionist or the sequence that would have received the dropped value counts it.
    public enum Overflow: Sendable, Hashable {
        /// Drops the value that has waited longest.
        case dropOldest
        /// Drops the arriving value.
        case dropNewest
    }

    private init(_ rule: DeliveryRule, clock: any ReceptionistClock = .continuous, cancelsOlder: Bool = false) {
        self.rule = rule
        self.clock = clock
        self.cancelsOlder = cancelsOlder
    }

    /// A policy that delivers every value, in order. The number of waiting values is unbounded.
    public static let every = DeliveryPolicy(.every)

    /// A policy that delivers only the newest waiting value; at most one waits. The last value always arrives.
    public static let latest = DeliveryPolicy(.latest)

    /// A policy like ``latest``, in which a newer value also cancels an async handler that is handling an older one. For example, a new
    /// search cancels the current one.
    ///
    /// The handler receives the newer value once it has returned from the older one. Its task is cancelled; the handler notices by
    /// `Task.isCancelled`, or because the function it awaits throws. Invalidating the receptionist also cancels it.
    public static let switchToLatest = latest.switchToLatest

    /// This policy, with cancellation of an async handler that is handling an older value: `.debounced(for: pause).switchToLatest`. A
    /// policy that lets several values wait becomes ``latest``.
    public var switchToLatest: DeliveryPolicy {
        DeliveryPolicy(rule.folds ? rule : .latest, clock: clock, cancelsOlder: true)
    }

    /// Returns a policy that delivers every value, in order, as long as no more than a given number wait.
    ///
    /// - Parameters:
    ///   - limit: The number of values that may wait: at least 1.
    ///   - overflow: The value to drop when another one arrives.
    public static func buffered(_ limit: Int, _ overflow: Overflow = .dropOldest) -> DeliveryPolicy {
        precondition(limit >= 1, "Heed: a buffer cannot have a limit of \(limit) values; pass .buffered a limit of at least 1")
        return DeliveryPolicy(.buffered(limit, overflow))
    }

    /// Returns a policy that delivers the newest value after a pause. The last value always arrives.
    ///
    /// - Parameters:
    ///   - pause: The duration in which no value must arrive.
    ///   - leading: Whether a value that arrives after a pause is delivered immediately. For example, a single click shows an album at
    ///     once, and a key held down shows only the last one.
    ///   - clock: The clock that measures the pause.
    public static func debounced(
        for pause: Duration,
        leading: Bool = false,
        clock: any ReceptionistClock = .continuous
    ) -> DeliveryPolicy {
        DeliveryPolicy(.debounced(pause, leading: leading), clock: clock)
    }

    /// Returns a policy that delivers the first value immediately, and then at most one in each interval: the newest. The last value
    /// always arrives.
    ///
    /// - Parameters:
    ///   - interval: The shortest duration between two values.
    ///   - clock: The clock that measures the interval.
    public static func throttled(for interval: Duration, clock: any ReceptionistClock = .continuous) -> DeliveryPolicy {
        DeliveryPolicy(.throttled(interval), clock: clock)
    }
}

/// The rule that a ``DeliverySchedule`` follows.
enum DeliveryRule: Sendable, Hashable {
    case every
    case buffered(Int, DeliveryPolicy.Overflow)
    case latest
    case debounced(Duration, leading: Bool)
    case throttled(Duration)

    /// Whether one value may represent several that arrived.
    var folds: Bool {
        switch self {
        case .latest, .debounced, .throttled: true
        case .every, .buffered: false
        }
    }

    /// Whether a value may be dropped for others.
    var mayDrop: Bool { self != .every }

    /// Whether the rule depends on time.
    var isTimed: Bool {
        switch self {
        case .debounced, .throttled: true
        case .every, .buffered, .latest: false
        }
    }
}

extension DeliveryRule: CustomStringConvertible {
    /// The rule as a recording shows it.
    var description: String {
        switch self {
        case .every: "every"
        case .buffered(let limit, .dropOldest): "buffered(\(limit), .dropOldest)"
        case .buffered(let limit, .dropNewest): "buffered(\(limit), .dropNewest)"
        case .latest: "latest"
        case .debounced(let pause, let leading): "debounced(for: \(pause)\(leading ? ", leading: true" : ""))"
        case .throttled(let interval): "throttled(for: \(interval))"
        }
    }
}
