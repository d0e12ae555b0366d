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
        case .mark: CopyField.yes
        }
    }

    /// The fields of an owned copy.
    static let fields = CopyField.edited.filter { $0.kind != .mark }
    /// A value of each of them.
    static let values = Dictionary(uniqueKeysWithValues: fields.map { ($0, value(of: $0)) })
}
