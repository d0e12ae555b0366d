package import SleevesModel

/// Values of newer versions, which exports and imports pass on.
extension SharedAlbum {
    /// The values that only newer versions understand, as ``CompleteAlbum/newerValues`` has them; `nil` if there are none.
    package var newerValues: [String: String]? {
        var newer: [String: String] = [:]
        for (name, register) in registers {
            guard let value = register.value else { continue }
            if let field = SharedField(rawValue: name) {
                guard let known = field.knownMembers, let others = JSONValue(value).flatMap(known.others) else { continue }
                newer[name] = try? StoredJSON.encode(others)
            } else if !Self.isHolder(name) {
                newer[name] = value
            }
        }
        return newer.isEmpty ? nil : newer
    }

    /// Adds values of newer versions that an album was imported with. What the registers have takes precedence.
    ///
    /// - Parameters:
    ///   - own: The album in the library.
    ///   - time: The time of the import.
    package mutating func add(_ newer: [String: String], to own: CompleteAlbum, at time: HybridTime) {
        let (values, understood) = (Self.values(of: own), understood(besides: own))
        for (name, value) in newer {
            if let field = SharedField(rawValue: name) {
                guard field.knownMembers != nil, let others = JSONValue(value),
                    let text = self.value(values[field], for: field, understanding: understood[field]), let current = JSONValue(text),
                    case let complete = current.adding(others), complete != current, let text = try? StoredJSON.encode(complete)
                else { continue }
                set(field, to: text, at: time)
            } else if !Self.isHolder(name), registers[name] == nil {
                // Other machines may know a newer one.
                registers[name] = Register(value, at: HybridTime(ticks: 0, machine: time.machine))
            }
        }
    }
}

extension SharedField {
    /// The members of a JSON object, or of the objects in a list, that this version knows; `nil` if the value isn't one.
    fileprivate var knownMembers: KnownMembers? {
        switch self {
        case .release: .release
        case .tracks: .track
        default: nil
        }
    }
}
