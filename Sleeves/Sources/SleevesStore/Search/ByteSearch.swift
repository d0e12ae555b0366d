/// A search for a sequence of bytes, which skips as many bytes as the last one compared allows.
///
/// Source: R. N. Horspool, "Practical fast searching in strings", 1980.
struct ByteSearch {
    private let needle: [UInt8]
    /// How far to go on after each value of the byte below the needle's last one.
    private var skips: [Int]

    /// - Parameter needle: At least one byte.
    init(_ needle: [UInt8]) {
        precondition(!needle.isEmpty, "ByteSearch: the needle must have a byte")
        self.needle = needle
        skips = [Int](repeating: needle.count, count: 256)
        for (offset, byte) in needle.dropLast().enumerated() { skips[Int(byte)] = needle.count - 1 - offset }
    }

    /// Calls `body` with the offset of each place of the needle.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to look through.
    ///   - range: The part of them.
    ///   - body: Returns the offset from which to go on, or `nil` to stop.
    func forEach(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ body: (Int) -> Int?) {
        let last = needle.count - 1
        needle.withUnsafeBufferPointer { needle in
            skips.withUnsafeBufferPointer { skips in
                var offset = range.lowerBound
                while offset + last < range.upperBound {
                    let end = bytes[offset + last]
                    if end == needle[last] {
                        var compared = 0
                        while compared < last, bytes[offset + compared] == needle[compared] { compared += 1 }
                        if compared == last {
                            guard let next = body(offset) else { return }
                            offset = max(offset + 1, next)
                            continue
                        }
                    }
                    offset += skips[Int(end)]
                }
            }
        }
    }
}
