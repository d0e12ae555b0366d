/// A key path that can be compared on any thread.
// SAFETY: it is only compared. Comparing and releasing it runs code of the program, so that happens outside locks.
struct ComparedPath: Equatable, @unchecked Sendable {
    let path: AnyKeyPath
}

/// An observed key path, with the name of its value.
package struct ObservedPath: Equatable, Sendable {
    private let path: ComparedPath
    /// The name, such as `Album.heading`; for a path through several properties, the path with the types of the properties.
    package let name: String

    /// The path as the standard library prints it, if an inspector can find a better name in it.
    package let printed: String?

    init(_ keyPath: AnyKeyPath, of object: AnyObject, _ survey: KeyPathSurvey) {
        path = ComparedPath(path: keyPath)
        name = survey.name(of: keyPath, in: object)
        printed = name.contains("<") ? "\(keyPath)" : nil
    }
}

/// The dependencies of an object's key path, for an inspector.
package struct InspectedKeyPath: Sendable {
    package let path: ObservedPath
    /// The path's name in diagnostics.
    package let diagnosticName: String
    /// The numbers of the properties that the path reads.
    package let sources: [UInt32]
    /// Whether the path names a stored property, and nothing else.
    package let isPlain: Bool
    /// The property, such as `Album.artist`, at which the path ends early because it is `nil`.
    package let nilProperty: String?

    /// Reads the path. Call it where the object can be read.
    package init<Object: KeyValueObservable, Value>(_ keyPath: KeyPath<Object, Value>, of object: Object) {
        let survey = KeyPathReading.survey(keyPath, of: object, keepsLast: true)
        path = ObservedPath(keyPath, of: object, survey)
        diagnosticName = "\(KeyPathName(keyPath))"
        sources = survey.sources.map { ObservationIndex.number(of: $0) }
        isPlain = survey.plain != nil && survey.sources.count == 1
        nilProperty = survey.nilProperty(on: keyPath, with: object[keyPath: keyPath])
        ObservationIndex.note(object)
    }
}

extension KeyPathSurvey {
    /// Returns the name of the property at which the path ends early because it is `nil`.
    fileprivate func nilProperty(on keyPath: AnyKeyPath, with value: Any) -> String? {
        func isNil(_ value: Any?) -> Bool { value.map { ($0 as? any OptionalType)?.isNil == true } ?? false }
        guard isNil(value), let last, readCount < KeyPathName(keyPath).propertyCount else { return nil }
        return isNil((last.owner as Any)[keyPath: last.keyPath]) ? last.property.name : nil
    }
}

extension ObservationIndex {
    /// Notes the properties of an object that have or had observers.
    ///
    /// - Returns: Their numbers.
    @discardableResult
    package static func note(_ object: some KeyValueObservable) -> [UInt32] {
        object._heedManuallyNotifiedPaths(creating: false).allRegistries.map { registry in
            note(registry, of: object)
            return number(of: registry)
        }
    }

    /// Notes a hub's types of messages.
    ///
    /// - Returns: Their numbers.
    @discardableResult
    package static func note(_ hub: NotificationHub) -> [UInt32] {
        hub.channels.all.map { channel in
            note(channel, of: hub)
            return number(of: channel)
        }
    }

    /// Returns a subject's number.
    package static func note(_ subject: Subject<some Any>) -> UInt32 {
        number(of: subject.registry)
    }
}
