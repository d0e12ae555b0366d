/// A typed word that may have typing errors: letters left out, added, replaced or swapped.
///
/// The distance is the "optimal string alignment" of Damerau and Levenshtein: two swapped letters are one error.
struct TypedWord {
    private let letters: [UInt32]
    private let bytes: [UInt8]
    private let isASCII: Bool
    /// The maximum number of errors.
    private let limit: Int

    /// The lengths, in bytes, of words that may be near.
    let lengths: ClosedRange<Int>

    /// A longer word is no word; comparing it would be slow.
    private static let longest = 64

    /// - Returns: `nil` if the word is too short to recognise with an error in it, or contains digits: another number is no error.
    init?(_ word: String) {
        let count = word.unicodeScalars.count
        guard count >= 4, count <= Self.longest, !word.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        letters = word.unicodeScalars.map(\.value)
        bytes = Array(word.utf8)
        isASCII = bytes.count == count
        limit = count >= 8 ? 2 : 1
        // Other scripts than Latin have letters of up to four bytes.
        lengths = isASCII ? count - limit...count + limit : count - limit...4 * (count + limit)
    }

    /// Returns whether a word of an album is near.
    func isNear(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        if isASCII {
            // With a single error, the word begins or ends as it should.
            if limit == 1, word.first != bytes.first, word.last != bytes.last { return false }
            return bytes.withUnsafeBufferPointer { Self.areNear($0, word, within: limit) }
        }
        let other = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
        return abs(other.count - letters.count) <= limit && Self.areNear(letters, other, within: limit)
    }

    /// Compares from the first difference on, with each error that it may be.
    private static func areNear<Left: RandomAccessCollection, Right: RandomAccessCollection>(
        _ left: Left, _ right: Right, within limit: Int
    ) -> Bool where Left.Element: Equatable, Left.Element == Right.Element, Left.Index == Int, Right.Index == Int {
        near(left, left.startIndex, right, right.startIndex, limit)
    }

    private static func near<Left: RandomAccessCollection, Right: RandomAccessCollection>(
        _ left: Left, _ first: Int, _ right: Right, _ second: Int, _ limit: Int
    ) -> Bool where Left.Element: Equatable, Left.Element == Right.Element, Left.Index == Int, Right.Index == Int {
        var (i, j) = (first, second)
        while i < left.endIndex, j < right.endIndex, left[i] == right[j] {
            i += 1
            j += 1
        }
        let (rest, other) = (left.endIndex - i, right.endIndex - j)
        if rest == 0 || other == 0 { return rest + other <= limit }
        guard limit > 0, abs(rest - other) <= limit else { return false }
        if rest > 1, other > 1, left[i] == right[j + 1], left[i + 1] == right[j], near(left, i + 2, right, j + 2, limit - 1) { return true }
        return near(left, i + 1, right, j + 1, limit - 1) || near(left, i + 1, right, j, limit - 1)
            || near(left, i, right, j + 1, limit - 1)
    }
}
