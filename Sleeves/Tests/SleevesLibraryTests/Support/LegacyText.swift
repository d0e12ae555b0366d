import CUchardet

@testable import SleevesLibrary

/// Texts in the encodings of former times.
enum LegacyText {
    /// Returns the bytes of a text in an encoding of the C library.
    static func bytes(_ text: String, _ encoding: String) -> [UInt8] {
        let converter = iconv_open(encoding, "UTF-8")!
        defer { iconv_close(converter) }
        var input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: 4 * input.count + 4)
        let count = input.withUnsafeMutableBytes { input in
            output.withUnsafeMutableBytes { output in
                var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var end = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (left, room) = (input.count, output.count)
                precondition(iconv(converter, &next, &left, &end, &room) != -1, "\(encoding) lacks a character of \(text)")
                return output.count - room
            }
        }
        return Array(output.prefix(count))
    }

    /// The names of the encodings there.
    static func name(_ encoding: TextEncoding) -> String {
        switch encoding {
        case .western: "CP1252"
        case .cyrillic: "CP1251"
        case .simplifiedChinese: "GBK"
        case .traditionalChinese: "BIG5"
        case .japanese: "CP932"
        case .korean: "CP949"
        }
    }
}
