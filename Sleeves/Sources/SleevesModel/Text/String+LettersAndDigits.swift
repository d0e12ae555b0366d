extension String {
    /// The letters and digits in lower case, which are compared where people and spreadsheets write the rest as they like: `Date Added`, `date_added`.
    package var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
