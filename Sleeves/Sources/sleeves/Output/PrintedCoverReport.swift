internal import Localization
internal import SleevesLibrary

/// The report on fetching covers, as `sleeves covers` prints it.
struct PrintedCoverReport: CustomStringConvertible {
    private let report: CoverReport

    init(_ report: CoverReport) {
        self.report = report
    }

    /// A few lines for reading.
    var description: String {
        guard report.sought > 0 else {
            return localized(
                "No covers are missing, except those requested recently. {option} requests them again.", ["option": "--retry"])
        }
        var lines = [
            localized(
                one: "{count} cover missing: {found} fetched, {absent} not available.",
                other: "{count} covers missing: {found} fetched, {absent} not available.",
                count: report.sought, ["found": "\(report.found)", "absent": "\(report.absent)"])
        ]
        if !report.problems.isEmpty {
            lines.append(
                localized(
                    one: "{count} cover could not be fetched (see above).", other: "{count} covers could not be fetched (see above).",
                    count: report.problems.count))
        }
        let left = report.sought - report.found - report.absent - report.problems.count
        if left > 0 {
            lines.append(localized(one: "{count} cover not requested yet.", other: "{count} covers not requested yet.", count: left))
        }
        return lines.joined(separator: "\n")
    }
}
