extension String {
    /// Creates a date as ISO 8601 writes it, as far as it is known: `1998-05-04`, `1998-05` or `1998`.
    ///
    /// - Parameter numbers: The year, which has four digits, and maybe the month and the day.
    package init(isoDate numbers: [Int]) {
        self = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    }
}
