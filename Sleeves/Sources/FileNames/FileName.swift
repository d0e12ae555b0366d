/// Names and paths of files as strings.
///
/// The system's names are bytes. Nearly all are UTF-8, and the string is the name. Old disks have names in other encodings, and a `String` can't
/// hold their bytes. So each byte that isn't UTF-8 becomes a character for private use, from U+10FE80 to U+10FEFF, as Python's `surrogateescape`
/// does with characters that Swift's strings can't have. The same is done with the bytes of these characters themselves, so that every name
/// becomes a string of its own, and that string becomes the name again.
///
/// ## Behavior
/// - Different names are different strings, and ``bytes(of:)`` returns the name that ``string(_:)`` was given.
/// - Strings of parts of a path, joined by slashes, are the string of the path.
///
/// Strings from the system are made by ``string(_:)``, and those for it are read by ``withSystemName(_:_:)``. What people and other programs
/// read is ``shown(_:)``.
package enum FileName {
    /// Returns a name as a string.
    package static func string(_ bytes: some Collection<UInt8>) -> String {
        if let name = String(validating: bytes, as: UTF8.self), !mayBeEscaped(name) { return name }
        var name = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while let byte = rest.first {
            if let scalar = firstScalar(of: rest), !isEscape(scalar) {
                name.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                name.append(Unicode.Scalar(firstEscape + UInt32(byte))!)
                rest = rest.dropFirst()
            }
        }
        return String(name)
    }

    /// Returns a name of the system, up to its final zero, as a string.
    package static func string(cString: UnsafePointer<CChar>) -> String {
        if let name = String(validatingCString: cString), !mayBeEscaped(name) { return name }
        var bytes: [UInt8] = []
        // SAFETY: the text ends in a zero, and nothing after it is read.
        var next = cString
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        return string(bytes)
    }

    /// Returns the system's name for a string.
    package static func bytes(of name: String) -> [UInt8] {
        guard mayBeEscaped(name) else { return Array(name.utf8) }
        var bytes: [UInt8] = []
        for scalar in name.unicodeScalars {
            if isEscape(scalar) { bytes.append(UInt8(scalar.value - firstEscape)) } else { bytes += UTF8.encode(scalar)! }
        }
        return bytes
    }

    /// Calls `body` with the system's name for a string, which ends in a zero.
    package static func withSystemName<Result, Failure: Error>(
        _ name: String, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        typealias Outcome = Swift.Result<Result, Failure>
        // SAFETY: the pointers are used during the calls only.
        guard mayBeEscaped(name) else { return try name.withCString { name in Outcome { () throws(Failure) in try body(name) } }.get() }
        let characters = bytes(of: name).map(CChar.init(bitPattern:)) + [0]
        return try characters.withUnsafeBufferPointer { name in Outcome { () throws(Failure) in try body(name.baseAddress!) } }.get()
    }

    /// Returns a name for people to read, with `�` for each byte that isn't UTF-8.
    package static func shown(_ name: String) -> String {
        guard mayBeEscaped(name), name.unicodeScalars.contains(where: isEscape) else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.map { isEscape($0) ? "\u{FFFD}" : $0 }))
    }

    /// Returns whether a character stands for a byte that isn't UTF-8.
    package static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
        (firstEscape + 0x80...firstEscape + 0xFF).contains(scalar.value)
    }

    private static let firstEscape: UInt32 = 0x10FE00

    /// Whether a string may have such characters. Only the last two planes of Unicode begin with this byte.
    private static func mayBeEscaped(_ name: String) -> Bool { name.utf8.contains(0xF4) }

    private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        for count in 1...4 where count <= bytes.count {
            if let text = String(validating: bytes.prefix(count), as: UTF8.self) { return text.unicodeScalars.first }
        }
        return nil
    }
}
