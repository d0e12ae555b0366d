import Foundation

/// The place of a value on a logarithmic axis that begins and ends with a power of ten.
struct LogScale {
    private let exponents: ClosedRange<Int>
    private let left: Double
    private let right: Double

    /// - Parameters:
    ///   - least: The least value to be shown. What is less than a tenth stands where a tenth does.
    ///   - most: The greatest.
    init(from least: Double, to most: Double, left: Double, right: Double) {
        let low = Int(log10(max(least, 0.1)).rounded(.down))
        exponents = low...max(low + 1, Int(log10(max(most, 0.1)).rounded(.up)))
        self.left = left
        self.right = right
    }

    var decades: [Double] { exponents.map { pow(10, Double($0)) } }

    func position(of value: Double) -> Double {
        let share = (log10(max(value, 0.1)) - Double(exponents.lowerBound)) / Double(exponents.count - 1)
        return left + share * (right - left)
    }
}
