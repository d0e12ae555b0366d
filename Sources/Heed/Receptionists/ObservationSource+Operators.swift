internal import CHeedThreads

// Operators, with the names they have in Combine and swift-async-algorithms.
extension ObservationSource {
    /// Returns a source of only the elements that satisfy a condition.
    ///
    /// - Parameters:
    ///   - isIncluded: A closure that runs on the thread that makes the change.
    ///   - fileID: For the inspector: the file that filters.
    ///   - line: For the inspector: the line that filters.
    public func filter(
        _ isIncluded: @escaping @Sendable (Element) -> Bool,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationSource {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationSource(linking: linking) { [start, linking] listener, receive in
            let shown = listener.isLinking ? linking?.shown : nil
            return start(listener) { element in
                if isIncluded(shown?(element) ?? element) {
                    receive(element)
                } else if heed_is_recording() {
                    Recording.discarded(at: place)
                }
            }
        }
    }

    /// Returns a source of each element, transformed by a closure.
    ///
    /// - Parameter transform: A closure that runs on the thread that makes the change.
    public func map<Mapped: Sendable>(_ transform: @escaping @Sendable (Element) -> Mapped) -> ObservationSource<Mapped> {
        ObservationSource<Mapped> { [start] listener, receive in
            start(listener) { element in receive(transform(element)) }
        }
    }

    /// Returns a source of each element, transformed by a closure, without those for which it returns `nil`.
    ///
    /// - Parameter transform: A closure that runs on the thread that makes the change.
    public func compactMap<Mapped: Sendable>(_ transform: @escaping @Sendable (Element) -> Mapped?) -> ObservationSource<Mapped> {
        ObservationSource<Mapped> { [start] listener, receive in
            start(listener) { element in
                if let mapped = transform(element) { receive(mapped) }
            }
        }
    }

    /// Returns a source that omits each element that is the same as the previous one. Elements that several threads send concurrently are taken
    /// one after the other.
    ///
    /// - Parameters:
    ///   - areSame: A closure that compares the previous and the current element, on the thread that makes the change, without a lock.
    ///   - fileID: For the inspector: the file that removes duplicates.
    ///   - line: For the inspector: the line that removes duplicates.
    public func removeDuplicates(
        by areSame: @escaping @Sendable (Element, Element) -> Bool,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationSource {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationSource(linking: linking) { [start, linking] listener, receive in
            let shown = listener.isLinking ? linking?.shown : nil
            let stage = Stage<Element?, Element, Element>(nil) { last, element in
                let present = shown?(element) ?? element
                guard let last, areSame(last, present) else { return (present, element) }
                if heed_is_recording() { Recording.discarded(at: place) }
                return (last, nil)
            } _: {
                receive($0)
            }
            return start(listener, stage.take)
        }
    }

    /// Returns a source of running results, each computed from the previous result and an element. Elements that several threads send
    /// concurrently are taken one after the other.
    ///
    /// - Parameters:
    ///   - initial: The result that the closure receives with the first element. The source doesn't deliver it; see ``prepend(_:)``.
    ///   - next: Returns the next result for the previous one and an element.
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping @Sendable (Result, Element) -> Result
    ) -> ObservationSource<Result> {
        ObservationSource<Result> { [start] listener, receive in
            let stage = Stage<Result, Element, Result>(initial) { result, element in
                let result = next(result, element)
                return (result, result)
            } _: {
                receive($0)
            }
            return start(listener, stage.take)
        }
    }

    /// Returns a source that delivers these elements first, when observation begins.
    public func prepend(_ elements: Element...) -> ObservationSource {
        ObservationSource(linking: linking) { [start] listener, receive in
            for element in elements { receive(element) }
            return start(listener, receive)
        }
    }

    /// Returns a source of all elements but the first ones.
    ///
    /// - Parameter count: The number of elements to omit: not less than 0.
    public func dropFirst(_ count: Int = 1) -> ObservationSource {
        precondition(count >= 0, "Heed: dropFirst cannot drop \(count) elements; pass 0 or more")
        return ObservationSource(linking: linking) { [start] listener, receive in
            let rest = Lock(count)
            return start(listener) { element in
                let isLeftOut = rest.withLock { rest in
                    defer { rest = max(0, rest - 1) }
                    return rest > 0
                }
                if !isLeftOut { receive(element) }
            }
        }
    }

    /// Returns a source of only the first element. Observation ends with it.
    public func first() -> ObservationSource {
        ObservationSource(linking: linking) { [start] listener, receive in
            let once = Once(listener.ended)
            var listener = listener
            listener.ended = { once.end() }
            let registration = start(listener) { element in
                if once.begin() {
                    receive(element)
                    once.end()
                }
            }
            once.attach(registration)
            return Registration(once)
        }
    }

    /// Returns a source of only the first element that satisfies a condition. Observation ends with it.
    public func first(where isWanted: @escaping @Sendable (Element) -> Bool) -> ObservationSource {
        filter(isWanted).first()
    }

    /// Returns a source of the elements of this source and of others, as they arrive.
    ///
    /// - Parameter others: The other sources.
    public func merge(with others: ObservationSource...) -> ObservationSource {
        ObservationSource { [start] listener, receive in
            let starts = [start] + others.map(\.start)
            var listener = listener
            listener.ended = listener.ended.map { ended in EndCount(starts.count, ended).count }
            return Registration(RegistrationGroup(starts.map { $0(listener, receive) }))
        }
    }

    /// Returns a source of the latest elements of this source and of another, together, whenever one of them sends an element; the first
    /// time when both have. Elements that several threads send concurrently are taken one after the other, so the last pair consists of the
    /// last of each.
    ///
    /// To combine more than two, combine the result again. Properties need no operator: an expression, ``values(isolation:_:)``, reads any number of them.
    ///
    /// - Parameter other: The other source.
    public func combineLatest<Other: Sendable>(_ other: ObservationSource<Other>) -> ObservationSource<(Element, Other)> {
        ObservationSource<(Element, Other)> { [start] listener, receive in
            let stage = Stage<(Element?, Other?), Either<Element, Other>, (Element, Other)>((nil, nil)) { latest, element in
                var latest = latest
                switch element {
                case .one(let element): latest.0 = .some(element)
                case .other(let element): latest.1 = .some(element)
                }
                if let one = latest.0, let other = latest.1 { return (latest, (one, other)) }
                return (latest, nil)
            } _: {
                receive($0)
            }
            var listener = listener
            listener.ended = listener.ended.map { ended in EndCount(2, ended).count }
            let one = start(listener) { stage.take(.one($0)) }
            let other = other.start(listener) { stage.take(.other($0)) }
            return Registration(RegistrationGroup([one, other]))
        }
    }

    /// Returns a source that collects elements into arrays.
    ///
    /// The source delivers an array when it is full, or when its first element has waited for the interval. No array is empty. Elements
    /// that wait when the object is deallocated are still delivered. The ``DeliveryPolicy`` determines how many arrays may wait for a slow
    /// handler.
    ///
    /// - Parameters:
    ///   - limit: The number of elements in a full array: at least 1.
    ///   - interval: The longest time that an element waits for others; `nil` for no limit.
    ///   - clock: The clock that measures the interval.
    public func batches(
        upTo limit: Int,
        every interval: Duration? = nil,
        clock: any ReceptionistClock = .continuous
    ) -> ObservationSource<[Element]> {
        precondition(limit >= 1, "Heed: a batch cannot have \(limit) values; pass batches(upTo:) a size of at least 1")
        return ObservationSource<[Element]> { [start] listener, receive in
            let batches = BatchStage(limit, interval, clock, receive)
            listener.stages?.add { [weak batches] in batches?.flush() }
            var listener = listener
            let ended = listener.ended
            listener.ended = {
                batches.flush()
                ended?()
            }
            return start(listener, batches.take)
        }
    }
}

extension ObservationSource where Element: Equatable {
    /// Returns a source that omits each element that equals the previous one.
    ///
    /// - Parameters:
    ///   - fileID: For the inspector: the file that removes duplicates.
    ///   - line: For the inspector: the line that removes duplicates.
    public func removeDuplicates(fileID: StaticString = #fileID, line: UInt = #line) -> ObservationSource {
        removeDuplicates(by: ==, fileID: fileID, line: line)
    }
}
