import HeedInspector

extension InspectorReport {
    /// Names that each of the formats has a reason to choke on.
    static let hostileNames = [
        "plain", "", " ", "\"quoted\"", "back\\slash\\", "\\N\\G\\L", "two\nlines\r\nthree", "tab\tbell\u{7}null\u{0}", "a --> b", "a -- b",
        "<script>alert(1)</script>", "&lt;b&gt; &amp; &#65;", "#quot; #35;", "end", "subgraph x", "]) }} )) |", "a;b;c", "%% comment",
        "%%{init: {}}%%", "style x fill:#f00;", "`markdown` **b**", "$$x^2$$", "1. list", "- list", "# title", "日本語 ß ﬂ°°34¶ß é", "🎺👩‍👩‍👧",
        "\u{202E}reversed",
        "@{ shape: x }", "Observed<[String: (Int) -> Bool]>", String(repeating: "long ", count: 4_000),
        "a" + String(repeating: "\u{301}", count: 3_000),
    ]

    /// A report in which each name is that of an object, a source, a file, a context, a thread and so on.
    static func sample(names: [String] = hostileNames) -> InspectorReport {
        var report = InspectorReport(time: .seconds(2), lostEventCount: .max)
        for (index, name) in names.enumerated() {
            report.add(name, number: UInt32(index))
        }
        report.threads = names.enumerated().map { Thread(id: UInt32($0), name: $1) }
        report.suspicions = names.enumerated().map { index, name in
            Suspicion(
                kind: Suspicion.Kind.allCases[index % 3], name: name, place: index % 2 == 0 ? Place(fileID: name, line: 7) : nil,
                count: index,
                description: name)
        }
        report.diagnostics = names.map { Mistake(kind: "runawayLoop", place: Place(fileID: $0, line: 7), message: $0) }
        return report
    }

    /// Adds a source, an observer and five events: a change, its handler, a reading, a hop to the next thread, and a discarded value.
    private mutating func add(_ name: String, number: UInt32) {
        let place = Place(fileID: "Module/\(name)", line: Int(number) + 1)
        let observer = UInt64.max - UInt64(number)
        sources.append(Source(id: number, kind: .property, name: name, object: number % 3 == 0 ? nil : name, isAlive: number % 2 == 0))
        observers.append(
            Observer(
                id: observer, kind: .receptionist, keyPath: name, sources: [number, (number + 1) % 5], isSenderGone: number % 2 == 0,
                place: place, context: name, policy: "latest",
                delivery: Delivery(
                    waitingCount: 1, droppedCount: .max, hoppingSince: .nanoseconds(5), handlingSince: .seconds(1), isHeld: true,
                    lostHopCount: 2)
            )
        )
        let first = UInt64(number) * 10 + 1
        let start = Duration.microseconds(100) * Int(number)
        func event(_ kind: Event.Kind, _ offset: UInt64, thread: UInt32? = nil, nanoseconds: Int64?, cause: UInt64?) -> Event {
            Event(
                id: first + offset, kind: kind, source: number, observer: observer, place: place, thread: thread ?? number,
                start: start + .nanoseconds(1_234 * Int64(offset)), duration: nanoseconds.map { .nanoseconds($0) }, cause: cause)
        }
        events += [
            event(.change, 0, nanoseconds: 20_001, cause: nil),
            event(.handler, 1, nanoseconds: 9_876, cause: first),
            event(.reading, 2, nanoseconds: 100, cause: first + 1),
            event(.hop, 3, thread: number + 1, nanoseconds: 60_000, cause: first),
            event(.filtered, 4, nanoseconds: 0, cause: first),
        ]
        leaks.append(Leak(kind: Leak.Kind.allCases[Int(number) % 3], name: name, place: number % 2 == 0 ? place : nil))
    }
}
