import HeedInspector

/// The sources and observers of a made-up music player.
struct MadeUpProgram: Sendable {
    private static let main: UInt32 = 100
    private static let workers: [UInt32] = [101, 102, 103]

    /// A report without events.
    private(set) var report = InspectorReport()
    /// The pairs of a source and an observer that something is delivered between.
    private var pairs: [(source: UInt32, observer: Int)] = []

    init(coverCount: Int) {
        report.threads = [
            .init(id: Self.main, name: "main"), .init(id: 101, name: "Loader 1"), .init(id: 102, name: "Loader 2"),
            .init(id: 103, name: "Import"),
        ]
        for number in 0..<coverCount {
            let cover = addSource("Cover.image", object: "Cover 0x7f00\(String(1_000 + number, radix: 16))0")
            addObserver(
                .receptionist, [cover], "Player/CoverView.swift", 42, context: "GLibExecutionContext", policy: "latest",
                delivery: .init(waitingCount: number % 400 == 3 ? 1 : 0, droppedCount: 12))
        }
        let titles = [
            ("Album.title", "AlbumPage", 88), ("Album.artist", "AlbumPage", 91), ("Album.year", "AlbumPage", 94),
            ("Player.track", "NowPlaying", 27), ("Player.position", "SeekBar", 19), ("Player.volume", "VolumeButton", 12),
            ("Queue.tracks", "QueueView", 140), ("Settings.isShuffled", "PlayerControls", 33), ("Search.query", "SearchModel", 61),
            ("Search.results", "AlbumGrid", 205), ("Window.isActive", "StatusWatcher", 48), ("Import.progress", "ImportBar", 77),
        ]
        for (name, file, line) in titles {
            let source = addSource(name, object: "\(name.split(separator: ".")[0]) 0x7f12a0\(line)")
            addObserver(.handler, [source], "Player/\(file).swift", line)
        }
        addMessages()
        addLeaks()
    }

    private mutating func addMessages() {
        let requested = addSource("CoverRequested", .message, object: "NotificationHub 0x7f12b010")
        addObserver(.handler, [requested], "Library/CoverQueue.swift", 54)
        addObserver(.handler, [requested], "Library/Statistics.swift", 18)
        let changed = addSource("LibraryChanged", .message, object: "NotificationHub 0x7f12b010")
        addObserver(
            .receptionist, [changed], "Player/AlbumGrid.swift", 231, context: "MainActorContext", policy: "throttled(250 ms)",
            delivery: .init(waitingCount: 1, isHeld: true))
        addObserver(.sequence, [changed], "Library/Exporter.swift", 66, policy: "every", delivery: .init())
        let found = addSource("Subject<FoundFiles>", .subject)
        addObserver(
            .receptionist, [found], "Player/ImportController.swift", 119, context: "GLibExecutionContext", policy: "every",
            delivery: .init(waitingCount: 36, hoppingSince: .milliseconds(1_900)))
        let track = report.sources.first { $0.name == "Player.track" }?.id ?? 0
        let title = report.sources.first { $0.name == "Album.title" }?.id ?? 0
        addObserver(.keyPath, [track, title], "Player/NowPlaying.swift", 35, keyPath: "\\Player.track?.album.title")
    }

    private mutating func addLeaks() {
        var gone = InspectorReport.Source(id: nextSource, kind: .property, name: "Download.state", object: "Download 0x7f13c0")
        gone.isAlive = false
        report.sources.append(gone)
        addObserver(.handler, [gone.id], "Library/DownloadList.swift", 71)
        let place = InspectorReport.Place(fileID: "Library/DownloadList.swift", line: 71)
        report.leaks = [.init(kind: .observedObjectIsGone, name: "Download.state", place: place)]
        report.diagnostics = [
            .init(
                kind: "runawayLoop", place: .init(fileID: "Player/SeekBar.swift", line: 19),
                message:
                    "The handler at Player/SeekBar.swift:19 sets Player.position, which calls it again. Set it only if it is different.")
        ]
    }

    private var nextSource: UInt32 { UInt32(report.sources.count + 1) }

    private mutating func addSource(_ name: String, _ kind: InspectorReport.Source.Kind = .property, object: String? = nil) -> UInt32 {
        report.sources.append(.init(id: nextSource, kind: kind, name: name, object: object))
        return nextSource - 1
    }

    private mutating func addObserver(
        _ kind: InspectorReport.Observer.Kind, _ sources: [UInt32], _ file: String, _ line: Int, keyPath: String? = nil,
        context: String? = nil, policy: String? = nil, delivery: InspectorReport.Delivery? = nil
    ) {
        report.observers.append(
            .init(
                id: UInt64(report.observers.count + 1), kind: kind, keyPath: keyPath, sources: sources,
                place: .init(fileID: file, line: line), context: context, policy: policy, delivery: delivery))
        for source in sources { pairs.append((source, report.observers.count - 1)) }
    }

    // MARK: Events

    /// Makes events of the last tenth of a second: changes with a handler, and changes with a hop and a handler on the main thread.
    func events(_ count: Int, from first: UInt64, before end: Duration) -> [InspectorReport.Event] {
        var events: [InspectorReport.Event] = []
        var id = first
        let start = end - .milliseconds(100)
        while events.count < count {
            // Any sequence that jumps about will do.
            let jump = Int((id &* 2_654_435_761) >> 7)
            let isQuiet = jump % 4 != 0
            let tail = 24
            let pair = pairs[isQuiet ? jump % max(1, pairs.count - tail) : pairs.count - 1 - jump % min(tail, pairs.count)]
            let observer = report.observers[pair.observer]
            let moment = start + .microseconds(events.count * 95_000 / count)
            // One after the other, as on a real thread.
            let length = min(Duration.microseconds(4 << (jump % 10)), .microseconds(95_000 * 2 / count))
            let worker = Self.workers[jump % Self.workers.count]
            let hops = observer.delivery != nil
            events.append(
                .init(id: id, kind: .change, source: pair.source, thread: hops ? worker : Self.main, start: moment, duration: length))
            if hops {
                events.append(
                    .init(
                        id: id + 1, kind: .hop, source: pair.source, observer: observer.id, place: observer.place, thread: worker,
                        start: moment, duration: .milliseconds(4), cause: id))
            }
            events.append(
                .init(
                    id: id + (hops ? 2 : 1), kind: .handler, source: pair.source, observer: observer.id, place: observer.place,
                    thread: Self.main, start: moment + (hops ? .milliseconds(4) : .zero), duration: length, cause: hops ? id + 1 : id))
            id += hops ? 3 : 2
        }
        return events
    }
}
