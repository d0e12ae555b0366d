import SleevesSharing

/// The values that machines that share a collection must end with: of each field the one that was set last, as a plain table.
struct NewestValues {
    private struct Field: Hashable {
        let album: String
        let name: String
    }

    private struct Value {
        let text: String?
        let time: (ticks: Int64, machine: String)
    }

    private var values: [Field: Value] = [:]

    /// Takes notice of all values that a machine has.
    mutating func observe(_ albums: [String: SharedAlbum]) {
        for (album, shared) in albums {
            for (name, register) in shared.registers {
                let new = Value(text: register.value, time: (register.time.ticks, register.time.machine.rawValue))
                let field = Field(album: album, name: name)
                if let old = values[field], old.time >= new.time { continue }
                values[field] = new
            }
        }
    }

    /// Whether a machine has exactly the newest values.
    func equal(_ albums: [String: SharedAlbum]) -> Bool {
        var count = 0
        for (album, shared) in albums {
            for (name, register) in shared.registers {
                count += 1
                guard let value = values[Field(album: album, name: name)], value.text == register.value else { return false }
            }
        }
        return count == values.count
    }
}
