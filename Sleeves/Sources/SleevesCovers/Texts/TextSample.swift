internal import SleevesModel

/// Some of the texts of a folder or a list that don't declare their encoding, which show it together.
struct TextSample {
    /// Different texts with other bytes than ASCII that aren't UTF-8.
    let texts: [[UInt8]]
    /// The numbers of bytes that are as in Western texts, and of the others.
    private let western: (usual: Int, unusual: Int)

    /// The maximum size of a text and of all together, in bytes.
    private static let textLimit = 4 << 10
    private static let limit = 64 << 10

    init(_ all: some Sequence<[UInt8]>) {
        var texts: [[UInt8]] = []
        var known: Set<[UInt8]> = []
        var size = 0
        var western = (usual: 0, unusual: 0)
        for whole in all {
            if size >= Self.limit { break }
            let text = Array(whole.prefix(Self.textLimit))
            guard text.contains(where: { $0 >= 0x80 }), String(validating: text, as: UTF8.self) == nil, known.insert(text).inserted else {
                continue
            }
            texts.append(text)
            size += text.count
            let counts = Self.western(text)
            western = (western.usual + counts.usual, western.unusual + counts.unusual)
        }
        self.texts = texts
        self.western = western
    }

    /// Whether the texts look like those of Western languages in Windows-1252: letters with accents are single or in pairs between others.
    var isWestern: Bool { western.usual >= western.unusual }
    /// Whether nothing looks like a Western text.
    var hasNothingWestern: Bool { western.usual == 0 }

    private static func western(_ text: [UInt8]) -> (usual: Int, unusual: Int) {
        var counts = (usual: 0, unusual: 0)
        var start = 0
        while let first = text[start...].firstIndex(where: { $0 >= 0x80 }) {
            let end = text[first...].firstIndex { $0 < 0x80 } ?? text.count
            let run = text[first..<end]
            let isInWord = first > 0 && isASCIILetter(text[first - 1]) || end < text.count && isASCIILetter(text[end])
            let letters = run.count(where: isWesternLetter)
            if letters <= 2 && isInWord || letters == 1 { counts.usual += letters } else { counts.unusual += letters }
            counts.unusual += run.count { !isWesternLetter($0) && !isWesternSign($0) }
            start = end
        }
        return counts
    }

    private static func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isWesternLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xD7, 0xF7: false
        case 0xC0...0xFF, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F: true
        default: false
        }
    }

    /// Returns whether a byte is a quotation mark, a dash or another sign that titles have in Windows-1252.
    private static func isWesternSign(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x84, 0x85, 0x8B, 0x91...0x97, 0x99, 0x9B, 0xA0, 0xA1, 0xA9...0xAB, 0xAE, 0xB0...0xB4, 0xB7, 0xBA...0xBD, 0xBF: true
        default: false
        }
    }
}
