@testable import SleevesLibrary

/// Copies with every value that a user can enter.
enum SampleCopies {
    /// Returns a value of a field, which no other field has.
    static func value(of field: CopyField) -> String {
        switch field.kind {
        case .text: "Text \(field.name)"
        case .day: "1964-05-\(field.index + 10)"
        case .rating: "3"
        case .moment: ""
        }
    }

    /// A value of each field.
    static let values = Dictionary(uniqueKeysWithValues: CopyField.edited.map { ($0, value(of: $0)) })
}
