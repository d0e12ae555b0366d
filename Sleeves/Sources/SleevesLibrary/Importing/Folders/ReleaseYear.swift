/// Finds the year in what people write as a date.
enum ReleaseYear {
    /// From the first records to be sold to well past the present.
    private static let plausible = 1860...2099

    /// The earliest year in `date`: `1993`, `1993-07-05`, `05.07.1993`, `19930705`. `nil` where there is none.
    static func earliest(in date: String) -> Int? {
        date.split { !($0.isASCII && $0.isNumber) }
            .filter { $0.count == 4 || $0.count == 6 || $0.count == 8 }
            .compactMap { Int($0.prefix(4)) }
            .filter(plausible.contains)
            .min()
    }
}
