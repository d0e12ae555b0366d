import Heed
import Testing

/// Every way to observe that Heed has. The batteries run once for each.
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

    /// Those that tell every change. A binding cares for the present value only: changes that other threads make, or that follow from
    /// its own work, it takes together.
    static let tellingEveryChange = allCases.filter { $0 != .binding }

    /// Something new to observe.
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

/// What the batteries need of a pattern: numbers that change, and somebody who hears of it.
protocol PatternSource: AnyObject, Sendable {
    /// The object that is observed.
    var observed: AnyObject { get }

    /// Calls a handler with each new number.
    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken

    /// Changes the number, or sends it.
    func change(to value: Int)
}

/// The pattern's own token in a common dress.
final class PatternToken: Sendable {
    private let cancel: @Sendable () -> Void

    init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    func invalidate() {
        cancel()
    }
}
