/// A filter for the data that a browser sends to the Broadway server after the handshake: WebSocket frames (RFC 6455) with one known event
/// each.
///
/// The server trusts its input. An event of an unknown kind ends it, and a short event makes it read past the end. So only whole events of
/// known kinds and sizes pass.
///
/// **Behavior**
/// - Pieces are joined into frames. At most one frame is held, of at most ``largestPayload`` bytes.
/// - Anything but a whole, masked, binary frame with a known event throws. So do pings, which the page doesn't send.
/// - A screen's size is clamped to bounds that the window can be drawn in.
struct BroadwayInput {
    /// Data that the page never sends.
    struct Violation: Error, Equatable {
        let reason: String
    }

    /// The largest event: a touch.
    static let largestPayload = 4 * (3 + 9)

    /// How many numbers follow the kind, the serial and the time, by kind.
    private static let counts: [UInt32: Int] = [
        0: 8, 1: 8,  // the pointer comes and leaves
        2: 7, 3: 8, 4: 8,  // it moves; a button is pressed and released
        5: 9, 6: 8,  // touches, wheels
        7: 2, 8: 2,  // a key is pressed and released
        9: 0, 10: 0,  // a grab begins and ends
        11: 5, screenSize: 3, 14: 2,  // a surface is placed; the page is resized; an answer
    ]
    private static let screenSize: UInt32 = 12
    private static let largestScreen: UInt32 = 8_192
    private static let largestScale: UInt32 = 4

    private var buffer: [UInt8] = []
    /// Whether the browser has closed the connection.
    private(set) var isClosed = false

    /// Filters data from the browser.
    ///
    /// - Returns: the data to forward to the server.
    mutating func pass(_ bytes: some Sequence<UInt8>) throws(Violation) -> [UInt8] {
        var passed: [UInt8] = []
        for byte in bytes where !isClosed {
            buffer.append(byte)
            guard let frame = try wholeFrame() else { continue }
            buffer.removeAll(keepingCapacity: true)
            passed += frame
        }
        return passed
    }

    /// Returns the frame in the buffer, checked and rebuilt, as soon as it is whole.
    private mutating func wholeFrame() throws(Violation) -> [UInt8]? {
        guard buffer.count >= 2 else { return nil }
        let (isFinal, opcode) = (buffer[0] & 0x80 != 0, buffer[0] & 0x0F)
        guard isFinal, buffer[0] & 0x70 == 0, opcode == 0x2 || opcode == 0x8 else { throw Violation(reason: "frame \(buffer[0])") }
        // A length of 126 or 127 announces a longer one.
        let length = Int(buffer[1] & 0x7F)
        guard buffer[1] & 0x80 != 0 else { throw Violation(reason: "no mask") }
        guard length < 126, opcode == 0x8 || length <= Self.largestPayload else { throw Violation(reason: "length \(length)") }
        guard buffer.count == 6 + length else { return nil }
        if opcode == 0x8 {
            isClosed = true
            return []
        }
        let mask = buffer[2..<6]
        var payload = Array(buffer[6...])
        for index in payload.indices { payload[index] ^= mask[2 + index % 4] }
        try check(&payload)
        return [0x82, UInt8(payload.count)] + payload
    }

    private func check(_ payload: inout [UInt8]) throws(Violation) {
        guard payload.count >= 12 else { throw Violation(reason: "\(payload.count) bytes") }
        let kind = Self.number(in: payload, at: 0)
        guard let count = Self.counts[kind] else { throw Violation(reason: "event \(kind)") }
        guard payload.count == 4 * (3 + count) else { throw Violation(reason: "event \(kind) with \(payload.count) bytes") }
        switch kind {
        case 9, 10:
            // The server reads a result here that the page doesn't send.
            payload += [0, 0, 0, 0]
        case Self.screenSize:
            Self.clamp(&payload, at: 3, to: 1...Self.largestScreen)
            Self.clamp(&payload, at: 4, to: 1...Self.largestScreen)
            Self.clamp(&payload, at: 5, to: 1...Self.largestScale)
        default: break
        }
    }

    private static func number(in payload: [UInt8], at index: Int) -> UInt32 {
        payload[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func clamp(_ payload: inout [UInt8], at index: Int, to range: ClosedRange<UInt32>) {
        let number = Int32(bitPattern: number(in: payload, at: index))
        let clamped = UInt32(min(max(Int64(number), Int64(range.lowerBound)), Int64(range.upperBound)))
        for byte in 0..<4 { payload[4 * index + byte] = UInt8(truncatingIfNeeded: clamped >> (24 - 8 * UInt32(byte))) }
    }
}
