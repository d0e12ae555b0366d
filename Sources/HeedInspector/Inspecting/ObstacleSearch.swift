internal import Heed

/// Finds why observers of a key path or a message were not called.
struct ObstacleSearch {
    typealias Obstacle = InspectorReport.Obstacle

    private let report = Inspector.report()
    private let index = ObservationIndex.copy()

    func obstacles(to path: InspectedKeyPath, of object: ObservedObject) -> [Obstacle] {
        if path.sources.isEmpty { return [nothingObservable(path)] }
        let sources = Set(path.sources)
        // An observer of a stored property, and of nothing else, has no path of its own.
        let isOfPath = { (observed: ObservedPath?) in observed == path.path || (path.isPlain && observed == nil) }
        let ofPath = Set(index.observers.lazy.filter { isOfPath($0.value.path) }.map(\.key.number))
        func isCandidate(_ observer: InspectorReport.Observer) -> Bool {
            ofPath.contains(observer.id) || (path.isPlain && observer.keyPath == nil)
        }
        let observers = report.observers.filter { !sources.isDisjoint(with: $0.sources) && isCandidate($0) }
        if !observers.isEmpty { return observers.flatMap { obstacles(of: $0, to: path) } }
        let name = Symbolication.name(of: path.path)
        if let last = index.ended.last(where: { sources.contains($0.source) && isOfPath($0.path) }) {
            return [tokenEnded(last, name: name)]
        }
        let names = Set(report.sources.lazy.filter { sources.contains($0.id) }.map(\.name))
        let elsewhere = report.observers.filter { observer in
            isCandidate(observer) && observer.sources.contains { names.contains(report.name(of: $0)) }
        }
        return [notObserved(name, of: object.description, elsewhere: elsewhere)]
    }

    private func obstacles(of observer: InspectorReport.Observer, to path: InspectedKeyPath) -> [Obstacle] {
        let obstacles = report.obstacles(of: observer)
        guard let property = path.nilProperty else { return obstacles }
        return [pathIsNil(path, at: property, observer)] + obstacles.filter { $0.kind != .notChanged }
    }

    /// - Parameter numbers: The sources of the hub.
    func obstacles(toMessage name: String, of hub: ObservedObject, among numbers: Set<UInt32>) -> [Obstacle] {
        let source = report.sources.first { $0.name == name && numbers.contains($0.id) }
        if let source, let found = obstacles(to: source.id, named: name) {
            guard let elsewhere = index.neverObserved.first(where: { $0.name == name }) else { return found }
            return found.map { obstacle in
                var obstacle = obstacle
                if obstacle.kind == .notChanged { obstacle.description += " \(elsewhere.postedElsewhereText)" }
                return obstacle
            }
        }
        let elsewhere = report.observers.filter { $0.sources.contains { report.name(of: $0) == name } }
        return [notObserved(name, of: hub.description, elsewhere: elsewhere)]
    }

    func obstacles(toSubject number: UInt32) -> [Obstacle] {
        let name = report.name(of: number)
        return obstacles(to: number, named: name) ?? [notObserved(name, of: nil, elsewhere: [])]
    }

    /// - Returns: `nil` if nobody observes the source, and nobody has.
    private func obstacles(to source: UInt32, named name: String) -> [Obstacle]? {
        let observers = report.observers.filter { $0.sources.contains(source) }
        if !observers.isEmpty { return observers.flatMap { report.obstacles(of: $0) } }
        return index.ended.last { $0.source == source }.map { [tokenEnded($0, name: name)] }
    }

    // MARK: Texts

    private func nothingObservable(_ path: InspectedKeyPath) -> Obstacle {
        let kinds: [Diagnostic.Kind] = [.silentKeyPath, .unknownIsolation]
        let told = index.diagnostics.last { kinds.contains($0.kind) && $0.path.first == path.diagnosticName }
        return Obstacle(
            kind: .nothingObservable,
            place: told?.place.map { InspectorReport.Place($0) },
            description: told.map { InspectorReport.Mistake($0).message } ?? """
                Reading \(Symbolication.name(of: path.path)) reads no observable property, so nothing can notify its observers. Mark the \
                class that stores the value @KeyValueObservable, or declare its dependencies with dependsOn(_:).
                """
        )
    }

    private func pathIsNil(_ path: InspectedKeyPath, at property: String, _ observer: InspectorReport.Observer) -> Obstacle {
        let wasCalled = report.events.contains { $0.kind == .handler && $0.observer == observer.id }
        let at = observer.place.map { " at \($0)" } ?? ""
        let name = Symbolication.name(of: path.path)
        return Obstacle(
            kind: .pathIsNil,
            place: observer.place,
            description: wasCalled || report.lostEventCount > 0
                ? "\(name) has no value, because \(property) is nil. The observer\(at) is called when \(property) is set."
                : """
                \(name) has no value, because \(property) is nil, and has been since the observer\(at) was registered. That observer is \
                called when \(property) is set.
                """
        )
    }

    private func tokenEnded(_ observer: EndedObserver, name: String) -> Obstacle {
        let place = observer.place.map { InspectorReport.Place($0) }
        let call = Symbolication.firstCall(at: observer.backtrace)
        let how = observer.isReleased ? "released" : "invalidated"
        let advice = observer.isReleased ? " Keep the token in a property as long as you want to observe." : ""
        return Obstacle(
            kind: .tokenEnded,
            place: place,
            description: """
                The token of the observer of \(name) registered at \(place?.description ?? "an unknown place") was \(how)\
                \(call.map { " in \($0)" } ?? "").\(advice)
                """
        )
    }

    private func notObserved(_ name: String, of object: String?, elsewhere: [InspectorReport.Observer]) -> Obstacle {
        let places = Set(elsewhere.compactMap { $0.place?.description }).sorted()
        let others =
            places.isEmpty
            ? "" : " Observers registered at \(places.prefix(3).joined(separator: ", ")) observe it in \(elsewhere.count) other objects."
        return Obstacle(
            kind: .notObserved,
            place: elsewhere.first?.place,
            description: "Nobody observes \(name)\(object.map { " of \($0)" } ?? "").\(others)"
        )
    }
}
