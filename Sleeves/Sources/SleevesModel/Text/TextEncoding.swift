internal import Localization

/// An encoding of a text that doesn't declare its own.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable, Codable {
    /// UTF-8 if the bytes can be that, or else Windows-1252, which programs write in place of Latin 1.
    case western = "windows-1252"
    /// Windows-1251.
    case cyrillic = "windows-1251"
    /// GB 18030, which contains GBK and GB 2312.
    case simplifiedChinese = "gb18030"
    /// Big5 as Windows has it.
    case traditionalChinese = "big5"
    /// Shift JIS as Windows has it.
    case japanese = "shift_jis"
    /// EUC-KR with the additions of Windows.
    case korean = "euc-kr"

    /// The name for display.
    public var name: String {
        switch self {
        case .western: localized("Western (Windows-1252)")
        case .cyrillic: localized("Cyrillic (Windows-1251)")
        case .simplifiedChinese: localized("Simplified Chinese (GB 18030)")
        case .traditionalChinese: localized("Traditional Chinese (Big5)")
        case .japanese: localized("Japanese (Shift JIS)")
        case .korean: localized("Korean (EUC-KR)")
        }
    }

    /// Decodes bytes as UTF-8, or else as Windows-1252.
    package static func western(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? windows1252(bytes)
    }

    /// Decodes bytes as Windows-1252. The five unassigned ones stand for themselves.
    package static func windows1252(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { windowsSigns[$0] ?? Unicode.Scalar($0) }))
    }

    /// The characters of Windows-1252 that differ from Latin 1.
    package static let windowsSigns: [UInt8: Unicode.Scalar] = [
        0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ", 0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ",
        0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
        0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
    ]
}
