@testable import SleevesLibrary

/// Releases with a value of each field.
enum SampleReleases {
    /// Returns values of a field, which no other field has.
    static func values(of field: ReleaseField) -> [String] {
        switch field.kind {
        case .list: ["First \(field.name)", "Second \(field.name)"]
        case .text: ["Text \(field.name)"]
        case .year: ["19\(field.number + 10)"]
        case .day: ["1999-05-\(field.number + 10)"]
        }
    }

    static let release: ReleaseRecord = {
        var release = ReleaseRecord()
        for field in ReleaseField.allCases { release[field] = values(of: field) }
        return release
    }()

    /// Edits of the fields that a user edits: other values.
    static let edits = Dictionary(uniqueKeysWithValues: ReleaseField.edited.map { ($0, "Edited \($0.name)") })
}
