/// A parser for years in dates of any format.
enum ReleaseYear {
    /// The plausible years: from the first commercial records to well past the present.
    private static let plausible = 1860...2099

    /// Returns the earliest year in `date`: `1993`, `1993-07-05`, `05.07.1993`, `19930705`. `nil` if there is none.
    static func earliest(in date: String) -> Int? {
        date.split { !($0.isASCII && $0.isNumber) }
            .filter { $0.count == 4 || $0.count == 6 || $0.count == 8 }
            .compactMap { Int($0.prefix(4)) }
            .filter(plausible.contains)
            .min()
    }
}
