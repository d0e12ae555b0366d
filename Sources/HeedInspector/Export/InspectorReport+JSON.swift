extension InspectorReport {
    /// An error in a text that should be a report.
    public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The place in the text: a byte, such as `byte 17`, or the path of a field, such as `events[3].kind`.
        public let location: String
        /// A description of the mistake.
        public let problem: String

        /// The place, and what is wrong there.
        public var description: String { "The text isn't a report of Heed's inspector: \(location): \(problem)." }
    }

    /// The number of the format that ``json`` writes.
    private static let formatVersion = 1

    /// The report as JSON, on one line, for tools and for ``init(json:)``.
    ///
    /// Times are whole nanoseconds since the recording started. Fields without a value are left out.
    ///
    /// - Complexity: O(n) for the number of values in the report.
    public var json: String {
        JSONValue.object(of: [
            "formatVersion": .integer(Self.formatVersion),
            "timeNanoseconds": .nanoseconds(time),
            "sources": .array(sources.map(\.jsonValue)),
            "observers": .array(observers.map(\.jsonValue)),
            "events": .array(events.map(\.jsonValue)),
            "lostEventCount": .integer(lostEventCount),
            "threads": .array(threads.map { .object(of: ["id": .integer($0.id), "name": .string($0.name)]) }),
            "leaks": .array(leaks.map(\.jsonValue)),
            "diagnostics": .array(diagnostics.map(\.jsonValue)),
            "suspicions": .array(suspicions.map(\.jsonValue)),
        ]).text
    }

    /// Reads a report that ``json`` wrote, perhaps in another process.
    ///
    /// The text may come from an untrusted source: its size and its nesting are limited, and each field is checked. Unknown fields are
    /// ignored.
    ///
    /// - Parameter json: At most 64 MiB of JSON.
    /// - Throws: ``FormatError`` if the text isn't JSON, if a field is missing or has a value of another type, if a kind is unknown, if
    ///   events aren't in order, or if a later version of Heed wrote it in another format.
    /// - Complexity: O(n) for the length of the text.
    public init(json: String) throws(FormatError) {
        try self.init(JSONFields(FormatError.checkingSyntax(of: json)))
    }

    init(_ fields: JSONFields) throws(FormatError) {
        let version = try fields.count("formatVersion")
        guard version == Self.formatVersion else {
            throw fields.error(
                "formatVersion", "expected \(Self.formatVersion), not \(version); use the same version of Heed on both sides")
        }
        self.init(
            time: try fields.duration("timeNanoseconds"),
            sources: try fields.list("sources", of: Source.init),
            observers: try fields.list("observers", of: Observer.init),
            events: try fields.list("events", of: Event.init),
            lostEventCount: try fields.integer("lostEventCount"),
            threads: try fields.list("threads", of: Thread.init),
            leaks: try fields.list("leaks", of: Leak.init),
            diagnostics: try fields.list("diagnostics", of: Mistake.init),
            suspicions: try fields.list("suspicions", of: Suspicion.init)
        )
        for (index, pair) in zip(events, events.dropFirst()).enumerated() where pair.0.id >= pair.1.id {
            throw fields.error("events[\(index + 1)].id", "expected a number larger than \(pair.0.id)")
        }
    }
}

extension InspectorReport.FormatError {
    /// Returns the value of a text.
    static func checkingSyntax(of text: String) throws(Self) -> JSONValue {
        do {
            return try JSONParser.value(of: text)
        } catch {
            throw Self(location: "byte \(error.byte)", problem: error.text)
        }
    }
}

extension JSONValue {
    fileprivate static func nanoseconds(_ duration: Duration) -> JSONValue { .integer(duration.wholeNanoseconds) }

    fileprivate static func optionalNanoseconds(_ duration: Duration?) -> JSONValue? { duration.map { nanoseconds($0) } }
}

extension Duration {
    /// The duration in nanoseconds, clamped to the range from zero to the largest number.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLarge || isStillTooLarge ? .max : sum
    }
}

// MARK: Parts of a report

extension InspectorReport.Place {
    var jsonValue: JSONValue { .object(of: ["fileID": .string(fileID), "line": .integer(line)]) }
}

extension InspectorReport.Source {
    fileprivate var jsonValue: JSONValue {
        .object(of: [
            "id": .integer(id), "kind": .string(kind.rawValue), "name": .string(name), "object": .optionalString(object),
            "isAlive": .bool(isAlive),
        ])
    }

    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(
            id: try fields.integer("id"),
            kind: try fields.kind("kind"),
            name: try fields.string("name"),
            object: try fields.optionalString("object"),
            isAlive: try fields.bool("isAlive")
        )
    }
}

extension InspectorReport.Observer {
    fileprivate var jsonValue: JSONValue {
        .object(of: [
            "id": .integer(id), "kind": .string(kind.rawValue), "keyPath": .optionalString(keyPath),
            "sources": .array(sources.map { .integer($0) }), "isSenderGone": .bool(isSenderGone), "place": place?.jsonValue,
            "context": .optionalString(context), "policy": .optionalString(policy), "delivery": delivery?.jsonValue,
        ])
    }

    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        let delivery = try fields.optionalFields("delivery")
        self.init(
            id: try fields.integer("id"),
            kind: try fields.kind("kind"),
            keyPath: try fields.optionalString("keyPath"),
            sources: try fields.integers("sources"),
            isSenderGone: try fields.bool("isSenderGone"),
            place: try fields.optionalPlace("place"),
            context: try fields.optionalString("context"),
            policy: try fields.optionalString("policy")
        )
        if let delivery { self.delivery = try InspectorReport.Delivery(delivery) }
    }
}

extension InspectorReport.Delivery {
    fileprivate var jsonValue: JSONValue {
        .object(of: [
            "waitingCount": .integer(waitingCount), "droppedCount": .integer(droppedCount),
            "hoppingSinceNanoseconds": .optionalNanoseconds(hoppingSince), "handlingSinceNanoseconds": .optionalNanoseconds(handlingSince),
            "isHeld": .bool(isHeld), "lostHopCount": .integer(lostHopCount),
        ])
    }

    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(
            waitingCount: try fields.count("waitingCount"),
            droppedCount: try fields.count("droppedCount"),
            hoppingSince: try fields.optionalDuration("hoppingSinceNanoseconds"),
            handlingSince: try fields.optionalDuration("handlingSinceNanoseconds"),
            isHeld: try fields.bool("isHeld"),
            lostHopCount: try fields.count("lostHopCount")
        )
    }
}

extension InspectorReport.Event {
    fileprivate var jsonValue: JSONValue {
        .object(of: [
            "id": .integer(id), "kind": .string(kind.rawValue), "source": .integer(source), "observer": .optionalInteger(observer),
            "place": place?.jsonValue, "thread": .integer(thread), "startNanoseconds": .nanoseconds(start),
            "durationNanoseconds": .optionalNanoseconds(duration), "cause": .optionalInteger(cause),
        ])
    }

    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(
            id: try fields.integer("id"),
            kind: try fields.kind("kind"),
            source: try fields.integer("source"),
            observer: try fields.optionalInteger("observer"),
            place: try fields.optionalPlace("place"),
            thread: try fields.integer("thread"),
            start: try fields.duration("startNanoseconds"),
            duration: try fields.optionalDuration("durationNanoseconds"),
            cause: try fields.optionalInteger("cause")
        )
    }
}

extension InspectorReport.Thread {
    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(id: try fields.integer("id"), name: try fields.string("name"))
    }
}

extension InspectorReport.Leak {
    fileprivate var jsonValue: JSONValue {
        .object(of: ["kind": .string(kind.rawValue), "name": .string(name), "place": place?.jsonValue])
    }

    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(kind: try fields.kind("kind"), name: try fields.string("name"), place: try fields.optionalPlace("place"))
    }
}

extension InspectorReport.Mistake {
    fileprivate var jsonValue: JSONValue {
        .object(of: ["kind": .string(kind), "place": place?.jsonValue, "message": .string(message)])
    }

    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(
            kind: try fields.string("kind"),
            place: try fields.optionalPlace("place"),
            message: try fields.string("message")
        )
    }
}

extension InspectorReport.Suspicion {
    fileprivate var jsonValue: JSONValue {
        .object(of: [
            "kind": .string(kind.rawValue), "name": .string(name), "place": place?.jsonValue, "count": .integer(count),
            "description": .string(description),
        ])
    }

    fileprivate init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(
            kind: try fields.kind("kind"),
            name: try fields.string("name"),
            place: try fields.optionalPlace("place"),
            count: try fields.count("count"),
            description: try fields.string("description")
        )
    }
}
