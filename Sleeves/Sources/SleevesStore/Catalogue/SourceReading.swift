internal import SleevesModel
internal import FoundationEssentials
internal import SleevesImporting
internal import SQLite

/// The last reading of a folder or a list as a whole.
struct SourceReading {
    let date: Date
    /// The number of problems, more than are kept.
    let problemCount: Int
    /// The first problems, except those that the catalogue keeps with files and folders.
    let problems: [ImportProblem]

    /// The maximum number of kept problems, because a hostile list may have any number.
    private static let limit = 1_000

    init(date: Date, problems: [ImportProblem]) {
        self.init(date: date, problemCount: problems.count, problems: Array(problems.prefix(Self.limit)))
    }

    private init(date: Date, problemCount: Int, problems: [ImportProblem]) {
        self.date = date
        self.problemCount = problemCount
        self.problems = problems
    }

    func save(of path: String, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO sourceReading VALUES (?, ?, ?, ?)")
            .execute(arguments: [path, date.milliseconds, try StoredJSON.encode(problems), problemCount])
    }

    /// Returns the last reading of a source; `nil` if it was read only by an earlier version.
    static func last(of path: String, in database: Database) throws -> SourceReading? {
        let statement = try database.cachedStatement(sql: "SELECT date, problems, problemCount FROM sourceReading WHERE path = ?")
        return try Row.fetchOne(statement, arguments: [path]) { row in
            SourceReading(
                date: Date(milliseconds: try row[0]), problemCount: try row[2],
                problems: (try? StoredJSON.decode([ImportProblem].self, from: try row[1])) ?? [])
        }
    }
}
