package import SleevesModel

/// An album in the library of a machine.
package enum LocalAlbum: Sendable {
    /// The album, and whether it is there only because other machines have it.
    case present(CompleteAlbum, isBorrowed: Bool)
    /// The user has removed it.
    case removed
    case absent
}

extension SharedAlbum {
    /// Sets the registers of what has changed in the library.
    ///
    /// A register keeps its value and its time unless this version reads something else in it than the library has. So what it doesn't
    /// understand survives.
    ///
    /// - Parameters:
    ///   - local: The album in the library.
    ///   - time: The time of the change, on this machine.
    /// - Returns: Whether the library has to follow registers that others have set.
    package mutating func stamp(_ local: LocalAlbum, at time: HybridTime) -> Bool {
        let isKnown = !registers.isEmpty
        switch local {
        case .present(let own, let isBorrowed):
            let isRestored = self[.removed] != nil
            let isNewHere = !isBorrowed && !isHeld(by: time.machine)
            let (values, understood) = (Self.values(of: own), isKnown ? understood(besides: own) : [:])
            var mustFollow = false
            let fields = Set(SharedField.all).union(values.keys).union(understood.keys)
            for field in fields where field != .removed && values[field] != (self[field] == nil ? nil : understood[field]) {
                // The others may have changed the album while it wasn't here.
                if registers[field.rawValue] != nil, isRestored || isNewHere && field.isOfLibrary {
                    mustFollow = true
                } else {
                    // Where sharing begins, what one machine has counts, though another has wished for it.
                    let isEarlyWish = time.ticks == 0 && field == .release && own.isWanted
                    set(
                        field, to: value(values[field], for: field, understanding: understood[field]),
                        at: isEarlyWish ? HybridTime(ticks: 0, machine: .nobody) : time)
                }
            }
            if isRestored { set(.removed, to: nil, at: time) }
            // An album that was brought back although no machine has it any more belongs to this one.
            if isNewHere || isRestored && holders.isEmpty { setHeld(true, by: time.machine, at: time) }
            return mustFollow
        case .removed:
            // What was removed before sharing began stays local to this machine.
            if isKnown, self[.removed] == nil { set(.removed, to: "1", at: time) }
            return false
        case .absent:
            if isHeld(by: time.machine) { setHeld(false, by: time.machine, at: time) }
            return isPresent
        }
    }

    /// Returns the values of the registers as this version reads them. What no register says is as in the library.
    func understood(besides own: CompleteAlbum) -> [SharedField: String] {
        var read = own
        read.tracks = []
        apply(to: &read)
        return Self.values(of: read)
    }

    /// Returns a new value of a field, with all that this version doesn't understand of the current one.
    func value(_ new: String?, for field: SharedField, understanding known: String?) -> String? {
        guard let new, let current = self[field], field.isJSON else { return new }
        return JSONValue.merging(new, known, into: current)
    }
}
