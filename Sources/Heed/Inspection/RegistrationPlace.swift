/// The place in the program's source where an observer was registered.
///
/// It occupies one word, because every observer carries one.
///
/// ## Behavior
/// - A place prints as the file and the line, such as `Player/QueueView.swift:42`.
public struct RegistrationPlace: Sendable, CustomStringConvertible {
    /// The address of the file's name in the upper 48 bits, the line in the lower 16.
    let bits: UInt64

    /// The bits of an unknown place.
    static let unknownBits: UInt64 = 0
    private static let unknownFile: StaticString = "?"

    /// Creates a place from `#fileID` and `#line`.
    @usableFromInline
    package init(fileID: StaticString = #fileID, line: UInt = #line) {
        let name = fileID.hasPointerRepresentation ? fileID : Self.unknownFile
        let address = UInt64(UInt(bitPattern: name.utf8Start))
        // No system gives a program's own literals an address of more bits. If one did, the place would merely be unknown.
        guard address >> 48 == 0 else {
            bits = Self.unknownBits
            return
        }
        bits = address << 16 | UInt64(UInt16(clamping: line))
    }

    package init?(bits: UInt64) {
        guard bits != Self.unknownBits else { return nil }
        self.bits = bits
    }

    /// The line in the file, starting at 1. Lines from 65,535 on all have that number.
    public var line: UInt32 { UInt32(bits & 0xffff) }

    /// The module and the file, such as `Player/QueueView.swift`.
    public var fileID: String {
        // SAFETY: the address of a string literal of the program, which is zero-terminated, is never freed and never written to.
        UnsafePointer<CChar>(bitPattern: UInt(bits >> 16)).map { String(cString: $0) } ?? "?"
    }

    /// The file and the line, such as `Player/QueueView.swift:42`.
    public var description: String { "\(fileID):\(line)" }
}
