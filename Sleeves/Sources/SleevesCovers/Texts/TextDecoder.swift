internal import CUchardet
internal import Glibc
internal import SleevesModel

/// A decoder of bytes in one encoding, by the C library's iconv.
///
/// Its converters are C code that reads untrusted bytes, and have had faults. So it runs in reader processes.
struct TextDecoder: ~Copyable {
    private let converter: iconv_t

    /// - Returns: `nil` if the C library lacks the encoding.
    init?(_ encoding: TextEncoding) {
        guard let name = encoding.converter, let opened = Self.open(from: name) else { return nil }
        converter = opened
    }

    deinit {
        iconv_close(converter)
    }

    private static func open(from encoding: String, to target: String = "UTF-8") -> iconv_t? {
        // The value that stands for a failure isn't a pointer.
        guard let opened = iconv_open(target, encoding), Int(bitPattern: opened) != -1 else { return nil }
        return opened
    }

    /// Decodes a text. `�` is in the place of each invalid byte, and a character that is cut at the end is left out.
    func decode(_ bytes: [UInt8]) -> String {
        String(decoding: Self.convert(bytes, by: converter).bytes, as: UTF8.self)
    }

    /// Returns a text in another encoding; `nil` if that lacks a character of it.
    static func bytes(of text: String, in encoding: TextEncoding) -> [UInt8]? {
        guard let name = encoding.converter, let converter = open(from: "UTF-8", to: name) else { return nil }
        defer { iconv_close(converter) }
        let converted = convert(Array(text.utf8), by: converter)
        return converted.isWhole ? converted.bytes : nil
    }

    private static func convert(_ bytes: [UInt8], by converter: iconv_t) -> (bytes: [UInt8], isWhole: Bool) {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        var isWhole = true
        var input = bytes
        iconv(converter, nil, nil, nil, nil)
        // SAFETY: iconv reads at most `left` bytes of the input, and writes at most `room` bytes of the piece, only during the call.
        input.withUnsafeMutableBytes { buffer in
            var next = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var left = buffer.count
            while left > 0 {
                var failure: Int32 = 0
                output += [UInt8](unsafeUninitializedCapacity: pieceSize) { piece, count in
                    var end = piece.baseAddress.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self) }
                    var room = pieceSize
                    if iconv(converter, &next, &left, &end, &room) == -1 { failure = errno }
                    count = pieceSize - room
                }
                switch failure {
                case 0, E2BIG: continue
                case EINVAL: left = 0
                default:
                    output += "\u{FFFD}".utf8
                    next = next.map { $0 + 1 }
                    left -= 1
                }
                isWhole = false
            }
        }
        return (output, isWhole)
    }

    private static let pieceSize = 4096

    /// Loads the converters, which are files, and keeps them. A reader can't open files later.
    static func load() {
        for encoding in TextEncoding.allCases {
            guard let name = encoding.converter else { continue }
            _ = open(from: name)
            _ = open(from: "UTF-8", to: name)
        }
    }
}

extension TextEncoding {
    /// The name of the converter; `nil` for the encoding that needs none.
    fileprivate var converter: String? {
        switch self {
        case .western: nil
        case .cyrillic: "CP1251"
        case .simplifiedChinese: "GB18030"
        case .traditionalChinese: "CP950"
        case .japanese: "CP932"
        case .korean: "CP949"
        }
    }
}
