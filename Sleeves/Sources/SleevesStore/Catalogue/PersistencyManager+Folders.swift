package import SleevesModel
internal import SleevesCovers
package import SleevesImporting
internal import SQLite

/// The reads and writes of an import of folders.
extension PersistencyManager {
    // MARK: Survey

    /// Continues a survey in one short transaction, so that others can write in between.
    ///
    /// - Returns: Whether there may be more to visit.
    package func step(_ survey: inout FolderSurvey) throws(PersistencyError) -> Bool {
        let start = ContinuousClock.now
        return try write { database in
            let catalogue = FileCatalogue(database)
            var hasMore = true
            while hasMore, ContinuousClock.now - start < .milliseconds(10) { hasMore = try survey.step(in: catalogue) }
            if !hasMore { try survey.finish(in: catalogue) }
            return hasMore
        }
    }

    // MARK: Reading

    /// Returns the files among these whose tags haven't been read, with their paths.
    ///
    /// - Parameter files: The numbers of the files.
    package func pendingFiles(_ files: some Collection<Int64>) throws(PersistencyError) -> [(id: Int64, path: String)] {
        try read { try FileCatalogue($0).pending(files) }
    }

    /// Stores the tags of files, in one transaction.
    package func store(_ readings: [TagReading]) throws(PersistencyError) {
        if readings.isEmpty { return }
        try write { database in
            let catalogue = FileCatalogue(database)
            for reading in readings {
                switch reading.tags {
                case .success(let tags):
                    try catalogue.store(
                        tags, of: reading.id, shelf: reading.shelf, arrived: reading.arrived, sheet: try? reading.sheet.get(),
                        problem: reading.problem)
                case .failure(let error):
                    try catalogue.store(problem: reading.problem ?? "", of: reading.id, isPassing: error.isPassing)
                }
            }
        }
    }
}
