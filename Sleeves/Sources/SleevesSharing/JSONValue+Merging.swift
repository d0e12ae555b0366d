internal import SleevesModel

/// Changes that keep what this version doesn't understand.
extension JSONValue {
    /// Returns a JSON text with the changes that this version has made to what it understands of it.
    ///
    /// - Parameters:
    ///   - new: What this version has now.
    ///   - old: What it understands of the text; `nil` for nothing.
    ///   - current: The text.
    package static func merging(_ new: String, _ old: String?, into current: String) -> String {
        guard let ours = JSONValue(new), let theirs = JSONValue(current),
            let merged = try? StoredJSON.encode(theirs.changed(to: ours, from: old.flatMap(JSONValue.init)))
        else { return new }
        return merged
    }

    private func changed(to new: JSONValue, from old: JSONValue?) -> JSONValue {
        if new == old { return self }
        switch (self, new, old) {
        case (.object(var object), .object(let new), _):
            let old = if case .object(let old)? = old { old } else { [String: JSONValue]() }
            for key in old.keys where new[key] == nil { object[key] = nil }
            for (key, value) in new { object[key] = object[key]?.changed(to: value, from: old[key]) ?? value }
            return .object(object)
        case (.list(let list), .list(let new), .list(let old)?) where list.count == old.count:
            return .list(Self.changed(list, to: new, from: old))
        default: return new
        }
    }

    /// Finds the elements that have stayed, wherever they are now. Of others, those at the same place are changed.
    private static func changed(_ list: [JSONValue], to new: [JSONValue], from old: [JSONValue]) -> [JSONValue] {
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
