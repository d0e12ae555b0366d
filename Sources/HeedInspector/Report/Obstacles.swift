extension InspectorReport {
    /// Returns the obstacles to an observer's next call, from the report's contents.
    func obstacles(of observer: Observer) -> [Obstacle] {
        if observer.isSenderGone { return [senderIsGone(observer)] }
        var obstacles: [Obstacle] = []
        if let delivery = observer.delivery { obstacles += self.obstacles(of: observer, delivery) }
        obstacles += filters(of: observer)
        if obstacles.isEmpty, !events.contains(where: { $0.kind == .change && observer.sources.contains($0.source) }) {
            obstacles.append(notChanged(observer))
        }
        return obstacles
    }

    private func notChanged(_ observer: Observer) -> Obstacle {
        if let message = sources.first(where: { $0.kind == .message && observer.sources.contains($0.id) }) {
            return Obstacle(
                kind: .notChanged,
                place: observer.place,
                description: """
                    No \(message.name) was posted in \(message.object ?? "the observed hub") since the recording started. Post it there: \
                    another hub has observers of its own.
                    """
            )
        }
        return Obstacle(
            kind: .notChanged,
            place: observer.place,
            description: """
                No change of \(names(of: observer)) is recorded since the recording started. Change it where the observed object is: another \
                object of the same class has observers of its own.
                """
        )
    }

    private func senderIsGone(_ observer: Observer) -> Obstacle {
        Obstacle(
            kind: .senderIsGone,
            place: observer.place,
            description: """
                The observer\(observer.place.map { " registered at \($0)" } ?? "") observes \(names(of: observer)) messages of a sender that \
                was deallocated, so it is never called again. Observe a sender that exists, and release the token.
                """
        )
    }

    private func obstacles(of observer: Observer, _ delivery: Delivery) -> [Obstacle] {
        var obstacles: [Obstacle] = []
        let at = observer.place.map { " at \($0)" } ?? ""
        let context = observer.context ?? "its context"
        if delivery.lostHopCount > 0 {
            obstacles.append(
                Obstacle(
                    kind: .hopLost,
                    place: observer.place,
                    description: """
                        \(context) discarded \(delivery.lostHopCount) jobs of the receptionist\(at) without running them. An execution \
                        context has to run each job once.
                        """
                )
            )
        }
        if let since = delivery.hoppingSince {
            obstacles.append(
                Obstacle(
                    kind: .targetBlocked,
                    place: observer.place,
                    description: """
                        \(delivery.waitingCount) values of the receptionist\(at) have been on their way to \(context) for \
                        \(durationText(time - since)). It is busy, or blocked.\(busyHandlers)
                        """
                )
            )
        } else if let since = delivery.handlingSince {
            obstacles.append(
                Obstacle(
                    kind: .waiting,
                    place: observer.place,
                    description: """
                        The handler of the receptionist\(at) has been running for \(durationText(time - since)); \(delivery.waitingCount) \
                        values wait until it returns.
                        """
                )
            )
        } else if delivery.isHeld {
            obstacles.append(
                Obstacle(
                    kind: .waiting,
                    place: observer.place,
                    description: """
                        The receptionist\(at) holds a value back: its policy is \(observer.policy ?? "unknown"). flush() delivers it at once.
                        """
                )
            )
        }
        return obstacles
    }

    /// The operators that discarded a value of an observer after its handler was last called.
    private func filters(of observer: Observer) -> [Obstacle] {
        let vain = Set(events.lazy.filter { $0.kind == .filtered }.compactMap(\.cause))
        let last =
            events.last { event in
                event.kind == .handler && event.observer == observer.id && isFinal(event, of: observer) && !vain.contains(event.id)
            }?.id ?? 0
        var counts: [Place?: Int] = [:]
        for event in events where event.kind == .filtered && event.id > last && event.observer == observer.id {
            counts[event.place, default: 0] += 1
        }
        return counts.sorted { "\($0.key?.description ?? "")" < "\($1.key?.description ?? "")" }.map { place, count in
            Obstacle(
                kind: .filtered,
                place: place,
                description: """
                    The operator at \(place?.description ?? "an unknown place") has discarded \(count) \(count == 1 ? "value" : "values") \
                    since the handler was last called: removeDuplicates() discards equal values, filter(_:) those that don't match.
                    """
            )
        }
    }

    /// Whether an event is a call of the handler itself, rather than a call that passes values on to it.
    private func isFinal(_ event: Event, of observer: Observer) -> Bool {
        observer.delivery == nil || event.cause.flatMap { self.event($0)?.kind } == .hop
    }

    private func names(of observer: Observer) -> String {
        observer.keyPath ?? observer.sources.map { name(of: $0) }.joined(separator: " and ")
    }

    /// The handlers that have been running for long, as a sentence.
    private var busyHandlers: String {
        let running = events.filter { $0.kind == .handler && $0.duration == nil && time - $0.start > .milliseconds(100) }
        guard let longest = running.min(by: { $0.start < $1.start }), let place = longest.place else { return "" }
        let context = observers.first { $0.id == longest.observer }?.contextName.map { " in \($0)" } ?? ""
        return " The handler at \(place) has been running\(context) for \(durationText(time - longest.start))."
    }
}
