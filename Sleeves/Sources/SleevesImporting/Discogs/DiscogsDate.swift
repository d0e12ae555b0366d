internal import struct FoundationEssentials.Date
internal import Glibc
internal import SleevesModel

/// A parser for the dates in tables: as Discogs writes them, as spreadsheets rewrite them, and with the names of months.
enum DiscogsDate {
    /// The order of day and month in dates such as `4/5/2019`.
    enum Order {
        case dayFirst
        case monthFirst
    }

    /// The dates of a list that tell the order of all: the 13th to the 31st of a month, or else an American time of day.
    struct OrderEvidence {
        private var hasDayFirst = false
        private var hasMonthFirst = false
        private var hasAmericanTime = false

        /// The order that the dates show, and none speaks against; otherwise, the day comes first.
        var order: Order { !hasDayFirst && (hasMonthFirst || hasAmericanTime) ? .monthFirst : .dayFirst }

        mutating func take(_ text: String) {
            // Only dates with slashes or dashes come in both orders.
            let numbers = DiscogsDate.dayPart(text).split { "/-".contains($0) }.map { Int($0) ?? 0 }
            guard numbers.count == 3, !numbers.contains(0), numbers[0] < 100 else { return }
            if numbers[0] > 12 { hasDayFirst = true }
            if numbers[1] > 12 { hasMonthFirst = true }
            if ["am", "pm"].contains(text.suffix(2).lowercased()) { hasAmericanTime = true }
        }
    }

    /// Parses `2015-11-29 10:57:29`, `2015-11-29T10:57:29-08:00`, `29/11/2015 10:57`, `11/29/15, 10:57 AM` or `29.11.2015`; without an offset, in
    /// UTC. `nil` if the text isn't a date.
    ///
    /// - Parameter order: The order of an ambiguous day and month.
    static func moment(in text: String, _ order: Order) -> Date? {
        if let moment = exported(text) { return moment }
        if let days = serialDays(text) { return Date(timeIntervalSince1970: (days * 86_400).rounded()) }
        let first = dayPart(text)
        guard let day = day(in: first, order) else { return named(text).flatMap { moment(in: $0) } }
        let clock = text[first.endIndex...].drop { ", T".contains($0) }
        let (time, offset) = splitOffset(clock)
        return Date(timeIntervalSince1970: Double(day * 86_400 + seconds(in: time) - offset))
    }

    /// Parses a moment in a list whose dates say nothing about their order: the day comes first.
    static func moment(in text: String) -> Date? { moment(in: text, .dayFirst) }

    /// Returns the text before the time of day.
    private static func dayPart(_ text: String) -> Substring { text.prefix { !", T".contains($0) } }

    /// Parses the form that Discogs itself writes, and nearly every row has: `2015-11-29 10:57:29`.
    private static func exported(_ text: String) -> Date? {
        let form = text.utf8.withContiguousStorageIfAvailable { bytes -> tm? in
            guard bytes.count == 19 else { return nil }
            var date = tm()
            for (index, byte) in bytes.enumerated() {
                switch (index, byte) {
                case (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: " ")), (13, UInt8(ascii: ":")),
                    (16, UInt8(ascii: ":")):
                    continue
                case (4, _), (7, _), (10, _), (13, _), (16, _): return nil
                default: break
                }
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                let digit = Int32(byte) - 48
                switch index {
                case 0...3: date.tm_year = date.tm_year * 10 + digit
                case 5...6: date.tm_mon = date.tm_mon * 10 + digit
                case 8...9: date.tm_mday = date.tm_mday * 10 + digit
                case 11...12: date.tm_hour = date.tm_hour * 10 + digit
                case 14...15: date.tm_min = date.tm_min * 10 + digit
                default: date.tm_sec = date.tm_sec * 10 + digit
                }
            }
            return date
        }
        guard var date = form ?? nil, (1900...2199).contains(date.tm_year), (1...12).contains(date.tm_mon), (1...31).contains(date.tm_mday),
            max(date.tm_hour, date.tm_min, date.tm_sec) < 60
        else { return nil }
        (date.tm_year, date.tm_mon) = (date.tm_year - 1900, date.tm_mon - 1)
        return Date(timeIntervalSince1970: Double(timegm(&date)))
    }

    /// Returns a day, or as much of it as is known, as ISO 8601 writes it: of `17.5.2019`, `May 17, 2019`, `2019-05` or `2019`. `nil` if the text
    /// has no year.
    static func isoDate(in text: String, _ order: Order) -> String? {
        if let days = serialDays(text) {
            var (time, date) = (Int(days.rounded(.down)) * 86_400, tm())
            guard gmtime_r(&time, &date) != nil else { return nil }
            return String(isoDate: [Int(date.tm_year) + 1900, Int(date.tm_mon) + 1, Int(date.tm_mday)])
        }
        if let date = date(in: dayPart(text), order) { return String(isoDate: [date.year, date.month, date.day]) }
        return named(text) ?? ReleaseYear.isoDate(text)
    }

    /// Returns the days since 1 January 1970 of a date that a spreadsheet writes as a number, the days since the end of 1899: `43831` or `43831.5`.
    /// `nil` for other texts, and for dates before 1954 or after 2099.
    private static func serialDays(_ text: String) -> Double? {
        guard text.utf8.prefix(while: { (0x30...0x39).contains($0) }).count == 5,
            text.utf8.dropFirst(5).first.map({ [0x2E, 0x2C].contains($0) }) != false,
            let days = Double(text.replacing(",", with: ".")), (20_000...73_050).contains(days)
        else { return nil }
        return days - 25_569
    }

    /// Returns a day or a month with an English name, which begins with three certain letters, as ISO 8601 writes it.
    private static func named(_ text: String) -> String? {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        guard (2...3).contains(words.count), words.allSatisfy({ $0.utf8.count < 10 }) else { return nil }
        let month = words.lazy.compactMap { months.firstIndex(of: $0.prefix(3).lowercased()) }.first
        let numbers = words.compactMap { Int($0) }
        guard let month, numbers.count == words.count - 1, let year = numbers.first(where: (1860...2199).contains) else { return nil }
        let days = numbers.filter { (1...31).contains($0) }
        guard days.count == numbers.count - 1 else { return nil }
        return String(isoDate: [year, month + 1] + days)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Returns the days since 1 January 1970.
    private static func day(in text: Substring, _ order: Order) -> Int? {
        guard let (year, month, day) = date(in: text, order) else { return nil }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        return timegm(&date) / 86_400
    }

    private static func date(in text: Substring, _ order: Order) -> (year: Int, month: Int, day: Int)? {
        let parts = text.split { "-/.".contains($0) }
        guard parts.count == 3, parts.allSatisfy({ $0.count <= 4 && $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        var (year, month, day) = (numbers[0], numbers[1], numbers[2])
        if parts[0].count != 4 { (year, month, day) = (numbers[2], numbers[1], numbers[0]) }
        // Points separate days from months, and dashes and slashes either from the other.
        let isMonthFirst = order == .monthFirst && !text.contains(".")
        if parts[0].count != 4, day <= 12, month > 12 || isMonthFirst { (month, day) = (day, month) }
        // Some spreadsheets reduce years to two digits. Discogs began in this century.
        if year < 100 { year += 2000 }
        guard (1900...2199).contains(year), (1...12).contains(month), (1...days(in: month, of: year)).contains(day) else { return nil }
        return (year, month, day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return month == 2 ? isLeapYear ? 29 : 28 : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Parses `10:57:29`, or `10:57 PM`.
    private static func seconds(in clock: Substring) -> Int {
        var numbers = clock.split(separator: ":").prefix(3).map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
        let half = clock.suffix(2).lowercased()
        if let hour = numbers.first, (1...12).contains(hour), half == "am" || half == "pm" {
            numbers[0] = hour % 12 + (half == "pm" ? 12 : 0)
        }
        let units = [3600, 60, 1]
        return zip(numbers, units).reduce(0) { $0 + min(max($1.0, 0), 59) * $1.1 }
    }

    /// Splits a time into the part without its UTC offset, and the offset in seconds.
    private static func splitOffset(_ clock: Substring) -> (clock: Substring, offset: Int) {
        guard let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (clock, 0) }
        let text = clock[clock.index(after: sign)...]
        // Without a colon: `-0800`.
        let offset = text.contains(":") || text.count != 4 ? seconds(in: text) : seconds(in: "\(text.prefix(2)):\(text.suffix(2))")
        return (clock[..<sign], clock[sign] == "-" ? -offset : offset)
    }
}
