import HeedInspector
import Localization

extension InspectorReport.Source.Kind {
    /// Its name.
    var title: String {
        switch self {
        case .property: localized("Property")
        case .message: localized("Message")
        case .subject: localized("Subject")
        }
    }
}

extension InspectorReport.Observer.Kind {
    /// Its name.
    var title: String {
        switch self {
        case .handler: localized("Handler")
        case .keyPath: localized("Key path")
        case .receptionist: localized("Receptionist")
        case .sequence: localized("Sequence")
        }
    }
}

extension InspectorReport.Leak.Kind {
    /// A description of the problem.
    var explanation: String {
        switch self {
        case .observedObjectIsGone: localized("The observed object is gone, but its token is still kept.")
        case .observerIsGone: localized("The observer is gone, but is still attached.")
        case .senderIsGone: localized("The observed sender is gone, but the token is still kept.")
        }
    }
}

extension ObservationGraph.Node {
    /// The title, with the number of what it stands for.
    var countedTitle: String {
        count > 1 ? localized("{name} × {count}", ["name": title, "count": formatted(count)]) : title
    }
}

extension InspectorReport.Source {
    /// A few words about it.
    var summary: String {
        guard let object else { return kind.title }
        return isAlive ? object : localized("{object}, gone", ["object": object])
    }
}

extension InspectorReport.Observer {
    /// A few words about it.
    var summary: String {
        [kind.title, policy, context].compactMap(\.self).joined(separator: " · ")
    }
}

/// Returns a duration in the unit that fits it, such as “1.2 ms”.
func shownDuration(_ duration: Duration) -> String {
    let nanoseconds = duration / .nanoseconds(1)
    if nanoseconds >= 1e9 { return localized("{number} s", ["number": shownNumber(nanoseconds / 1e9)]) }
    if nanoseconds >= 1e6 { return localized("{number} ms", ["number": shownNumber(nanoseconds / 1e6)]) }
    if nanoseconds >= 1e3 { return localized("{number} µs", ["number": shownNumber(nanoseconds / 1e3)]) }
    return localized("{number} ns", ["number": shownNumber(nanoseconds)])
}

/// Returns a number with a decimal below ten.
private func shownNumber(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths < 100 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(number.rounded()))"
}
