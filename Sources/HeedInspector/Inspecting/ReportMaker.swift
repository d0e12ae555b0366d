internal import CHeedThreads
internal import Heed

#if canImport(Glibc)
    import Glibc
#endif

/// Makes reports from the recording and the index.
struct ReportMaker {
    let index = ObservationIndex.copy()
    private let clock = RecordingClock()

    func report(since event: UInt64) -> InspectorReport {
        let observers = makeObservers()
        let newest = Recording.newestEvent
        let first = max(event < .max ? event + 1 : .max, newest > UInt64(HEED_EVENT_LIMIT) ? newest - UInt64(HEED_EVENT_LIMIT) + 1 : 1)
        let events = first <= newest ? makeEvents(first...newest) : []
        return InspectorReport(
            time: clock.now,
            sources: index.sources.map { InspectorReport.Source($0) },
            observers: observers,
            events: events,
            lostEventCount: newest > UInt64(HEED_EVENT_LIMIT) ? newest - UInt64(HEED_EVENT_LIMIT) : 0,
            threads: Self.threads(Set(events.map(\.thread))),
            leaks: makeLeaks(),
            diagnostics: index.diagnostics.map { InspectorReport.Mistake($0) },
            suspicions: makeSuspicions(about: observers)
        )
    }

    // MARK: Observers

    private func makeObservers() -> [InspectorReport.Observer] {
        var places: [ObserverKey: Int] = [:]
        var observers: [InspectorReport.Observer] = []
        for source in index.sources where source.isAlive {
            for observer in source.observers {
                if let place = places[observer.key] {
                    observers[place].sources.append(source.number)
                } else {
                    places[observer.key] = observers.count
                    observers.append(makeObserver(observer, of: source.number))
                }
            }
        }
        return observers
    }

    private func makeObserver(_ observer: IndexedObserver, of source: UInt32) -> InspectorReport.Observer {
        let details = index.observers[observer.key]
        let queue = details?.queueState
        return InspectorReport.Observer(
            id: observer.key.number,
            kind: queue.map { $0.isSequence ? .sequence : .receptionist } ?? (observer.isListener ? .keyPath : .handler),
            keyPath: details?.path.map { Symbolication.name(of: $0) },
            sources: [source],
            isSenderGone: details?.isSenderGone?() ?? false,
            place: observer.place.map { InspectorReport.Place($0) },
            context: queue?.context,
            policy: queue?.policy,
            delivery: queue.map { queue in
                InspectorReport.Delivery(
                    waitingCount: queue.waitingCount,
                    droppedCount: queue.droppedCount,
                    hoppingSince: queue.hoppingSince.map { clock.time(at: $0) },
                    handlingSince: queue.handlingSince.map { clock.time(at: $0) },
                    isHeld: queue.waitingCount > queue.dueCount,
                    lostHopCount: queue.lostHopCount
                )
            }
        )
    }

    // MARK: Events

    private func makeEvents(_ numbers: ClosedRange<UInt64>) -> [InspectorReport.Event] {
        let properties = Set(index.sources.lazy.filter { $0.kind == .property }.map(\.number))
        var places: [UInt64: InspectorReport.Place?] = [:]
        var events: [InspectorReport.Event] = []
        events.reserveCapacity(numbers.count)
        var event = heed_event()
        for number in numbers where heed_copy_event(number, &event) {
            guard let kind = InspectorReport.Event.Kind(UInt32(event.origin & 0xff)) else { continue }
            let place = places[event.place] ?? RegistrationPlace(bits: event.place).map { InspectorReport.Place($0) }
            places[event.place] = place
            let source = UInt32(event.origin >> 32)
            let observer = event.duration_and_observer >> 32
            let duration = event.duration_and_observer & 0xffff_ffff
            // Only the lower half of the cause's number is recorded.
            let cause = event.cause_and_backtrace & 0xffff_ffff
            events.append(
                InspectorReport.Event(
                    id: number,
                    kind: kind,
                    source: source,
                    observer: observer == 0 ? nil : properties.contains(source) ? observer : UInt64(source) << 32 | observer,
                    place: place,
                    thread: UInt32(event.origin >> 8 & 0xff_ffff),
                    start: clock.time(at: event.start),
                    duration: duration == UInt32.max ? nil : clock.duration(ofTicks: duration << 4),
                    cause: cause == 0 ? nil : number &- (number &- cause & 0xffff_ffff)
                )
            )
        }
        return events
    }

    // MARK: Leaks

    private func makeLeaks() -> [InspectorReport.Leak] {
        let orphans = index.orphans.map { orphan in
            InspectorReport.Leak(
                kind: .observedObjectIsGone,
                name: orphan.path.map { Symbolication.name(of: $0) } ?? orphan.name,
                place: orphan.place.map { InspectorReport.Place($0) }
            )
        }
        let abandoned = index.sources.lazy.filter(\.isAlive).flatMap { source in
            source.observers.compactMap { observer -> InspectorReport.Leak? in
                let details = index.observers[observer.key]
                guard details?.isGone?() == true || details?.isSenderGone?() == true else { return nil }
                return InspectorReport.Leak(
                    kind: details?.isGone == nil ? .senderIsGone : .observerIsGone,
                    name: source.name,
                    place: observer.place.map { InspectorReport.Place($0) }
                )
            }
        }
        return orphans + abandoned
    }

    // MARK: Threads

    private static func threads(_ numbers: Set<UInt32>) -> [InspectorReport.Thread] {
        numbers.sorted().map { InspectorReport.Thread(id: $0, name: name(ofThread: $0) ?? "thread \($0)") }
    }

    /// Returns a thread's name, as the system knows it.
    private static func name(ofThread number: UInt32) -> String? {
        #if os(Linux)
            let file = open("/proc/self/task/\(number)/comm", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            let name = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer -> String? in
                let count = read(file, buffer.baseAddress, buffer.count)
                guard count > 0 else { return nil }
                return String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            }
            return Int32(number) == getpid() ? "main thread" + (name.map { " (\($0))" } ?? "") : name
        #else
            return nil
        #endif
    }
}

/// The conversion of the recording's times.
struct RecordingClock {
    private let firstTicks: UInt64
    private let nowTicks: UInt64
    private let nanosecondsPerTick: Double

    init() {
        var (ticks, nanoseconds): (UInt64, UInt64) = (0, 0)
        heed_copy_first_start(&ticks, &nanoseconds)
        firstTicks = ticks
        nowTicks = heed_ticks()
        let (passedTicks, passed) = (nowTicks &- ticks, heed_nanoseconds() &- nanoseconds)
        nanosecondsPerTick = ticks == 0 || passedTicks == 0 ? 1 : Double(passed) / Double(passedTicks)
    }

    /// The moment when the clock was made.
    var now: Duration { firstTicks == 0 ? .zero : time(at: nowTicks) }

    func time(at ticks: UInt64) -> Duration {
        ticks > firstTicks ? duration(ofTicks: ticks - firstTicks) : .zero
    }

    func duration(ofTicks ticks: UInt64) -> Duration {
        .nanoseconds(Int64(Double(ticks) * nanosecondsPerTick))
    }
}

// MARK: - Conversions

extension InspectorReport.Place {
    init(_ place: RegistrationPlace) {
        self.init(fileID: place.fileID, line: Int(place.line))
    }
}

extension InspectorReport.Source {
    init(_ source: IndexedSource) {
        let kind: Kind =
            switch source.kind {
            case .property: .property
            case .message: .message
            case .subject: .subject
            }
        let name = source.path.map { Symbolication.name(of: $0) } ?? source.name
        self.init(id: source.number, kind: kind, name: name, object: source.object?.description, isAlive: source.isAlive)
    }
}

extension InspectorReport.Mistake {
    init(_ diagnostic: Diagnostic) {
        var message = diagnostic.description
        if let printed = diagnostic.printedPath, let name = diagnostic.path.first {
            message = message.replacing(name, with: Symbolication.name(ofPrinted: printed))
        }
        self.init(
            kind: diagnostic.kind.description,
            place: diagnostic.place.map { InspectorReport.Place($0) },
            message: message
        )
    }
}

extension InspectorReport.Event.Kind {
    init?(_ code: UInt32) {
        switch heed_event_kind(rawValue: code) {
        case HEED_EVENT_CHANGE: self = .change
        case HEED_EVENT_HANDLER: self = .handler
        case HEED_EVENT_READING: self = .reading
        case HEED_EVENT_HOP: self = .hop
        case HEED_EVENT_FILTERED: self = .filtered
        default: return nil
        }
    }
}
