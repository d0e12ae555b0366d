import Heed

/// Writes down the changes, and lets readers wait for the next one. Its receptionist takes them from the catalogue's actor to this one.
actor Journal {
    private var changes: [TitleChange] = []
    private var receptionist: Receptionist?
    private let written = Subject<Int>()

    func follow(_ catalogue: Catalogue) {
        receptionist = Receptionist(for: .values(of: catalogue.changes), on: .actor(self)) { journal, change in
            journal.write(change)
        }
    }

    /// Returns the changes after the first `count` ones, as soon as there are any.
    func changes(after count: Int) async -> [TitleChange] {
        // Requested before the look at the list: the sequence collects from now on, so no change falls in between.
        let counts = written.values()
        if changes.count <= count {
            for await newCount in counts where newCount > count { break }
        }
        return Array(changes.dropFirst(count))
    }

    private func write(_ change: TitleChange) {
        changes.append(change)
        written.notify(changes.count)
    }
}
