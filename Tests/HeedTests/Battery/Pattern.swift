import Heed
import Testing

/// All ways to observe in Heed. The batteries run once for each.
enum Pattern: CaseIterable, CustomTestStringConvertible {
    case subjectClosure
    case subjectObserver
    case notificationHub
    case storedProperty
    case keyPath
    case computedProperty
    case groupedChange
    case manuallyNotified
    case explicitChange
    case receptionist
    case messageReceptionist
    case filteredReceptionist
    case binding

    /// The patterns that deliver every change. A binding needs only the current value, so it combines changes made by other threads or
    /// caused by its own work.
    static let tellingEveryChange = allCases.filter { $0 != .binding }

    /// Whether the pattern observes a property. Its changes are delivered one after the other, in the order in which they are stored.
    var observesProperty: Bool {
        switch self {
        case .storedProperty, .keyPath, .computedProperty, .groupedChange, .manuallyNotified, .explicitChange, .receptionist, .binding: true
        case .subjectClosure, .subjectObserver, .notificationHub, .messageReceptionist, .filteredReceptionist: false
        }
    }

    /// Creates a new source to observe.
    func makeSource() -> any PatternSource {
        switch self {
        case .subjectClosure: SubjectSource()
        case .subjectObserver: WeakObserverSource()
        case .notificationHub: HubSource()
        case .storedProperty: StoredPropertySource()
        case .keyPath: KeyPathSource()
        case .computedProperty: ComputedPropertySource()
        case .groupedChange: GroupedChangeSource()
        case .manuallyNotified: ManuallyNotifiedSource()
        case .explicitChange: ExplicitChangeSource()
        case .receptionist: ReceptionistSource()
        case .messageReceptionist: MessageReceptionistSource()
        case .filteredReceptionist: FilteredReceptionistSource()
        case .binding: BindingSource()
        }
    }

    var testDescription: String {
        switch self {
        case .subjectClosure: "a subject's closure"
        case .subjectObserver: "a subject's observer"
        case .notificationHub: "a notification hub"
        case .storedProperty: "a stored property"
        case .keyPath: "a key path"
        case .computedProperty: "a computed property"
        case .groupedChange: "a property changed in groups"
        case .manuallyNotified: "a property that notifies by hand"
        case .explicitChange: "a list changed by explicit calls"
        case .receptionist: "a receptionist"
        case .messageReceptionist: "a receptionist for messages"
        case .filteredReceptionist: "a receptionist for what is filtered and mapped"
        case .binding: "a binding"
        }
    }
}

/// The operations that the batteries need of a pattern: numbers that change, and observers.
protocol PatternSource: AnyObject, Sendable {
    /// The observed object.
    var observed: AnyObject { get }

    /// Calls a handler with each new number.
    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken

    /// Changes the number, or sends it.
    func change(to value: Int)
}

/// A common interface to the pattern's own token.
final class PatternToken: Sendable {
    private let cancel: @Sendable () -> Void

    init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    func invalidate() {
        cancel()
    }
}
