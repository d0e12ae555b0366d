internal import FoundationEssentials
internal import SleevesModel

/// Any JSON, which keeps what a version doesn't understand.
indirect enum KeptJSON: Hashable, Codable {
    case null
    case truth(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([KeptJSON])
    case object([String: KeptJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([KeptJSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: KeptJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }

    /// Returns a JSON text with the changes that this version has made to what it understands of it.
    ///
    /// - Parameters:
    ///   - new: What this version has now.
    ///   - old: What it understands of the text; `nil` for nothing.
    ///   - current: The text.
    static func merging(_ new: String, _ old: String?, into current: String) -> String {
        guard let ours = try? StoredJSON.decode(KeptJSON.self, from: new),
            let theirs = try? StoredJSON.decode(KeptJSON.self, from: current),
            let merged = try? StoredJSON.encode(
                theirs.changed(to: ours, from: old.flatMap { try? StoredJSON.decode(KeptJSON.self, from: $0) }))
        else { return new }
        return merged
    }

    private func changed(to new: KeptJSON, from old: KeptJSON?) -> KeptJSON {
        if new == old { return self }
        switch (self, new, old) {
        case (.object(var object), .object(let new), _):
            let old = if case .object(let old)? = old { old } else { [String: KeptJSON]() }
            for key in old.keys where new[key] == nil { object[key] = nil }
            for (key, value) in new { object[key] = object[key]?.changed(to: value, from: old[key]) ?? value }
            return .object(object)
        case (.list(let list), .list(let new), .list(let old)?) where list.count == old.count:
            return .list(Self.changed(list, to: new, from: old))
        default: return new
        }
    }

    /// Finds the elements that have stayed, wherever they are now. Of others, those at the same place are changed.
    private static func changed(_ list: [KeptJSON], to new: [KeptJSON], from old: [KeptJSON]) -> [KeptJSON] {
        var places = Dictionary(grouping: old.indices.reversed()) { old[$0] }
        let kept = new.map { places[$0]?.popLast() }
        let used = Set(kept.compactMap(\.self))
        return new.indices.map { index in
            if let place = kept[index] { return list[place] }
            guard new.count == old.count, !used.contains(index) else { return new[index] }
            return list[index].changed(to: new[index], from: old[index])
        }
    }
}
