internal import Glibc

/// A search for a sequence of bytes: for its rarest byte, which the C library finds many bytes at a time, and then for the others around it.
struct ByteSearch {
    private let needle: [UInt8]
    /// The place of the byte in the needle that texts have least often.
    private let rarest: Int

    /// The space and the letters by how often words of many languages have them, the most frequent first. Other bytes are rarer.
    private static let frequent = Array(" eaionrstlducmhgpbkfyvwzjxq".utf8)

    /// - Parameter needle: At least one byte.
    init(_ needle: [UInt8]) {
        precondition(!needle.isEmpty, "ByteSearch: the needle must have a byte")
        self.needle = needle
        func place(_ byte: UInt8) -> Int { Self.frequent.firstIndex(of: byte) ?? Self.frequent.count }
        rarest = needle.indices.max { place(needle[$0]) < place(needle[$1]) } ?? 0
    }

    /// Calls `body` with the offset of each place of the needle.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to look through.
    ///   - range: The part of them.
    ///   - body: Returns the offset from which to go on, or `nil` to stop.
    func forEach(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ body: (Int) -> Int?) {
        guard let start = bytes.baseAddress else { return }
        let sought = Int32(needle[rarest])
        needle.withUnsafeBufferPointer { needle in
            // Of the rarest byte of the next place.
            var offset = range.lowerBound + rarest
            let end = range.upperBound - (needle.count - 1 - rarest)
            while offset < end {
                // SAFETY: the bytes from `offset` to `end` are within the range, which is within the buffer.
                guard let found = memchr(start + offset, sought, end - offset) else { return }
                let first = UnsafeRawPointer(found) - UnsafeRawPointer(start) - rarest
                var compared = 0
                while compared < needle.count, bytes[first + compared] == needle[compared] { compared += 1 }
                if compared == needle.count {
                    guard let next = body(first) else { return }
                    offset = max(first + 1, next) + rarest
                } else {
                    offset = first + rarest + 1
                }
            }
        }
    }
}
