/// A filter for the data that a browser sends to the Broadway server after the handshake: WebSocket frames (RFC 6455) with one known event
/// each.
///
/// The server and GTK trust their input: an event of an unknown kind ends the one, a touch of an unknown kind the other, and a short event is
/// read past its end. So only whole events that the server's page sends pass, each number within its bounds.
///
/// **Behavior**
/// - Pieces are joined into frames. At most one frame is held, of at most ``largestPayload`` bytes.
/// - Anything but a whole, masked, binary frame with a known event throws. So do pings, which the page doesn't send.
/// - A screen's size is clamped to bounds that the window can be drawn in, a position to those of any screen.
/// - A touch is left out if it begins twice, goes on or ends without having begun, or is one of more than ``touchLimit``: a page that is
///   reloaded may have forgotten some.
struct BroadwayInput {
    /// Data that the page never sends.
    struct Violation: Error, Equatable {
        let reason: String
    }

    /// The largest event: a touch.
    static let largestPayload = 4 * (3 + 9)

    /// The highest number of touches at a time.
    static let touchLimit = 16

    /// A number of an event.
    private enum Field {
        /// One of these.
        case among(ClosedRange<UInt32>)
        /// A signed number, clamped to these.
        case clamped(ClosedRange<Int32>)
        /// Keys and buttons that are held: others than the page's are left out.
        case state

        static let surface = among(0...UInt32(Int32.max))
        static let any = among(0...UInt32.max)
        static let position = clamped(-32_768...32_767)
        static let size = clamped(0...32_767)
    }

    private static let heldKeys: UInt32 = 0x1C00_1F0F
    private static let pointer: [Field] = [.surface, .surface, .position, .position, .position, .position, .state]

    /// The content after the kind, the serial and the time, by kind.
    private static let fields: [UInt32: [Field]] = [
        0: pointer + [.among(0...2)], 1: pointer + [.among(0...2)],  // the pointer comes and leaves: by itself, for a grab, after one
        2: pointer, 3: pointer + [.among(1...32)], 4: pointer + [.among(1...32)],  // it moves; a button is pressed and released
        touch: [.among(0...2), .surface, .any, .among(0...1), .position, .position, .position, .position, .state],
        6: pointer + [.among(0...1)],  // a wheel turns up or down
        7: [.among(0...0x1FFF_FFFF), .state], 8: [.among(0...0x1FFF_FFFF), .state],  // a key is pressed and released
        9: [], 10: [],  // a grab begins and ends
        11: [.surface, .position, .position, .size, .size],  // a surface is placed
        12: [.clamped(1...8_192), .clamped(1...8_192), .clamped(1...4)],  // the page is resized: width, height, scale
        14: [.any, .any],  // an answer
    ]
    private static let touch: UInt32 = 5

    /// Whether a touch counts as the pointer, for each that has begun and not ended.
    private var touches: [UInt32: Bool] = [:]
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
        return try check(&payload) ? [0x82, UInt8(payload.count)] + payload : []
    }

    /// Checks an event, and brings its numbers within their bounds.
    ///
    /// - Returns: Whether it is to be forwarded.
    private mutating func check(_ payload: inout [UInt8]) throws(Violation) -> Bool {
        guard payload.count >= 12 else { throw Violation(reason: "\(payload.count) bytes") }
        let kind = Self.number(in: payload, at: 0)
        guard let fields = Self.fields[kind] else { throw Violation(reason: "event \(kind)") }
        guard payload.count == 4 * (3 + fields.count) else { throw Violation(reason: "event \(kind) with \(payload.count) bytes") }
        for (index, field) in fields.enumerated() {
            let number = Self.number(in: payload, at: 3 + index)
            switch field {
            case .among(let range):
                guard range.contains(number) else { throw Violation(reason: "event \(kind) with \(number) as number \(index)") }
            case .clamped(let range):
                let clamped = min(max(Int32(bitPattern: number), range.lowerBound), range.upperBound)
                Self.set(UInt32(bitPattern: clamped), in: &payload, at: 3 + index)
            case .state: Self.set(number & Self.heldKeys, in: &payload, at: 3 + index)
            }
        }
        // The server reads a result of grabs that the page doesn't send.
        if kind == 9 || kind == 10 { payload += [0, 0, 0, 0] }
        return kind != Self.touch || follow(&payload)
    }

    /// Follows a touch.
    ///
    /// - Returns: Whether it belongs to those before it.
    private mutating func follow(_ payload: inout [UInt8]) -> Bool {
        let (phase, id) = (Self.number(in: payload, at: 3), Self.number(in: payload, at: 5))
        if phase == 0 {
            guard touches[id] == nil, touches.count < Self.touchLimit else { return false }
            // One at a time.
            touches[id] = Self.number(in: payload, at: 6) == 1 && !touches.values.contains(true)
        }
        guard let isPointer = touches[id] else { return false }
        Self.set(isPointer ? 1 : 0, in: &payload, at: 6)
        if phase == 2 { touches[id] = nil }
        return true
    }

    private static func number(in payload: [UInt8], at index: Int) -> UInt32 {
        payload[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func set(_ number: UInt32, in payload: inout [UInt8], at index: Int) {
        for byte in 0..<4 { payload[4 * index + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32(byte))) }
    }
}
