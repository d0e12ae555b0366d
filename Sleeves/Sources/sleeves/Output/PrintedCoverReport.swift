internal import Localization
internal import SleevesLibrary

/// What fetching covers has done, as `sleeves covers` prints it.
struct PrintedCoverReport: CustomStringConvertible {
    private let report: CoverReport

    init(_ report: CoverReport) {
        self.report = report
    }

    /// A few lines for a person.
    var description: String {
        guard report.sought > 0 else {
            return localized(
                "No covers are missing, but for those that were looked for lately; {option} asks again.", ["option": "--retry"])
        }
        var lines = [
            localized(
                one: "{count} cover missing: {found} fetched, {absent} that nobody has.",
                other: "{count} covers missing: {found} fetched, {absent} that nobody has.",
                count: report.sought, ["found": "\(report.found)", "absent": "\(report.absent)"])
        ]
        if !report.problems.isEmpty {
            lines.append(
                localized(
                    one: "{count} cover could not be had, named above.", other: "{count} covers could not be had, named above.",
                    count: report.problems.count))
        }
        let left = report.sought - report.found - report.absent - report.problems.count
        if left > 0 {
            lines.append(localized(one: "{count} cover not asked for yet.", other: "{count} covers not asked for yet.", count: left))
        }
        return lines.joined(separator: "\n")
    }
}
