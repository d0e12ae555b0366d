internal import Heed

// The suspicions of a report.
extension ReportMaker {
    typealias Suspicion = InspectorReport.Suspicion

    func makeSuspicions(about observers: [InspectorReport.Observer]) -> [Suspicion] {
        repeatedRegistrations(among: observers) + unobservedMessages() + unpostedMessages()
    }

    // MARK: Registrations

    private struct Registration: Hashable {
        let place: InspectorReport.Place
        let sources: Set<UInt32>
        let keyPath: String?
    }

    private func repeatedRegistrations(among observers: [InspectorReport.Observer]) -> [Suspicion] {
        var counts: [Registration: Int] = [:]
        var repeated: [Registration] = []
        for observer in observers {
            guard let place = observer.place else { continue }
            let registration = Registration(place: place, sources: Set(observer.sources), keyPath: observer.keyPath)
            counts[registration, default: 0] += 1
            if counts[registration] == 2 { repeated.append(registration) }
        }
        let sources = Dictionary(index.sources.map { ($0.number, $0) }) { first, _ in first }
        return repeated.map { registration in
            let count = counts[registration] ?? 0
            let source = registration.sources.min().flatMap { sources[$0] }
            let name = registration.keyPath ?? source.map { InspectorReport.Source($0).name } ?? "an observed value"
            return Suspicion(
                kind: .repeatedRegistration,
                name: name,
                place: registration.place,
                count: count,
                description: """
                    \(name)\(source?.object.map { " of \($0)" } ?? "") is observed \(count) times from \(registration.place). If that line runs \
                    again for the same purpose, such as each time a view appears, invalidate the previous token first, or keep the one that \
                    there is.
                    """
            )
        }
    }

    // MARK: Messages

    private func unobservedMessages() -> [Suspicion] {
        index.neverObserved.map { message in
            let call = Symbolication.firstCall(at: message.backtrace)
            let elsewhere = index.placesObserving(message.name)
            let advice =
                elsewhere.isEmpty
                ? "Observe it there, or stop posting it."
                : "Observers registered at \(elsewhere.joined(separator: ", ")) observe it in another hub: use the same hub."
            return Suspicion(
                kind: .unobservedMessage,
                name: message.name,
                place: call?.place,
                count: message.count,
                description: """
                    \(message.name) was posted \(timesText(message.count)) in \(message.hub), first in \
                    \(call?.description ?? "an unknown function"), and nobody has ever observed it there. \(advice)
                    """
            )
        }
    }

    private func unpostedMessages() -> [Suspicion] {
        guard Recording.isOn else { return [] }
        return index.sources.filter { $0.kind == .message && $0.isAlive && !$0.wasDelivered }.compactMap { source in
            // Posted before anybody observed it.
            if index.unobserved.contains(where: { $0.hub == source.object && $0.name == source.name }) { return nil }
            let places = source.observers.compactMap(\.place)
            guard let place = places.first else { return nil }
            let elsewhere = index.neverObserved.first { $0.name == source.name }
            return Suspicion(
                kind: .unpostedMessage,
                name: source.name,
                place: InspectorReport.Place(place),
                count: places.count,
                description: """
                    \(source.name) is observed at \(place)\(source.object.map { " in \($0)" } ?? ""), but nobody has posted it there since the \
                    recording started. \(elsewhere?.postedElsewhereText ?? "Post it, or remove the observer.")
                    """
            )
        }
    }
}

extension ObservationIndex.Copy {
    private struct Message: Hashable {
        let hub: ObservedObject?
        let name: String
    }

    /// The messages that were posted in a hub where nobody has observed them to this moment.
    var neverObserved: [UnobservedMessage] {
        let observed = Set(sources.lazy.filter { $0.kind == .message }.map { Message(hub: $0.object, name: $0.name) })
        return unobserved.filter { !observed.contains(Message(hub: $0.hub, name: $0.name)) }
    }

    /// Returns at most three places that observe messages of a type, in any hub.
    fileprivate func placesObserving(_ name: String) -> [String] {
        let sources = sources.lazy.filter { $0.kind == .message && $0.name == name }
        return Array(Set(sources.flatMap { $0.observers.compactMap(\.place?.description) }).sorted().prefix(3))
    }
}

extension UnobservedMessage {
    /// A sentence for those who observe the same message in another hub.
    var postedElsewhereText: String {
        "It was posted \(timesText(count)) in \(hub), where nobody observes it: use the same hub."
    }
}

/// Returns a number of times as text.
private func timesText(_ count: Int) -> String {
    count == 1 ? "once" : "\(count) times"
}
