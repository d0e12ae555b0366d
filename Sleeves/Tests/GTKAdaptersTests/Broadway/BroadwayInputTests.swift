import Testing

@testable import GTKAdapters

@Suite("A browser's data for the Broadway server")
struct BroadwayInputTests {
    /// Each kind of event, and how many numbers follow the first three.
    private static let counts: [UInt32: Int] = [
        0: 8, 1: 8, 2: 7, 3: 8, 4: 8, 5: 9, 6: 8, 7: 2, 8: 2, 9: 0, 10: 0, 11: 5, 12: 3, 14: 2,
    ]

    @Test("Each event of its size gets through, in whatever pieces it comes", arguments: counts.keys.sorted(), [1, 3, 100])
    func known(kind: UInt32, piece: Int) throws {
        let payload = Self.event(kind, count: Self.counts[kind] ?? 0)
        let frame = Self.frame(payload)
        var input = BroadwayInput()
        var passed: [UInt8] = []
        for start in stride(from: 0, to: frame.count, by: piece) {
            passed += try input.pass(frame[start..<min(frame.count, start + piece)])
        }
        // The server reads a result of grabs, which the page leaves out.
        let expected = kind == 9 || kind == 10 ? payload + [0, 0, 0, 0] : payload
        #expect(passed == [0x82, UInt8(expected.count)] + expected)
        // A touch begins once.
        #expect(try input.pass(frame) == (kind == 5 ? [] : passed))
    }

    @Test("An event of an unknown kind, or of another size, does not get through", arguments: Array(0...20) + [255, UInt32.max])
    func unknown(kind: UInt32) {
        for count in 0...12 where Self.counts[kind] != count {
            var input = BroadwayInput()
            #expect(throws: BroadwayInput.Violation.self) { try input.pass(Self.frame(Self.event(kind, count: count))) }
        }
    }

    @Test("Only whole, masked, binary frames get through, and a goodbye")
    func frames() throws {
        let good = Self.frame(Self.event(7, count: 2))
        for first: UInt8 in 0...255 where first != 0x82 && first != 0x88 {
            var (input, frame) = (BroadwayInput(), good)
            frame[0] = first
            #expect(throws: BroadwayInput.Violation.self) { try input.pass(frame) }
        }
        for length: UInt8 in [20, 0x80 | 126, 0x80 | 127, 0x80 | 60, 0x80] {
            var (input, frame) = (BroadwayInput(), good)
            frame[1] = length
            #expect(throws: BroadwayInput.Violation.self) { try input.pass(frame) }
        }
        var input = BroadwayInput()
        #expect(try input.pass([0x88, 0x80, 1, 2, 3, 4] + good) == [])
        #expect(input.isClosed)
    }

    @Test("A screen's size is clamped to one that a window can be drawn in", arguments: [(0, 1), (-5, 1), (700, 700), (1 << 30, 8_192)])
    func screen(given: Int32, width: UInt32) throws {
        var input = BroadwayInput()
        let passed = try input.pass(Self.frame(Self.words([12, 1, 1, UInt32(bitPattern: given), 500, 0])))
        #expect(passed == [0x82, 24] + Self.words([12, 1, 1, width, 500, 1]))
    }

    @Test("A number that the page never sends does not get through, or only within its bounds")
    func bounds() throws {
        /// Kind, place of the number, what the page may send, and what it never sends.
        let limits: [(UInt32, Int, UInt32, UInt32)] = [
            (0, 7, 2, 3), (1, 7, 0, .max), (3, 7, 1, 0), (4, 7, 32, 33), (5, 0, 0, 3), (5, 3, 1, 2), (6, 7, 1, 2),
            (7, 0, 0x1FFF_FFFF, 0x2000_0000),
            (8, 0, 0, .max), (2, 1, 7, 1 << 31), (11, 0, 7, .max),
        ]
        for (kind, place, good, bad) in limits {
            var (input, numbers) = (BroadwayInput(), Self.numbers(kind))
            numbers[3 + place] = good
            #expect(try input.pass(Self.frame(Self.words(numbers))) == [0x82, UInt8(4 * numbers.count)] + Self.words(numbers))
            numbers[3 + place] = bad
            #expect(throws: BroadwayInput.Violation.self) { try input.pass(Self.frame(Self.words(numbers))) }
        }
        var (input, numbers) = (BroadwayInput(), Self.numbers(2))
        (numbers[5], numbers[6], numbers[9]) = (UInt32(bitPattern: .min), UInt32(bitPattern: .max), .max)
        var clamped = numbers
        (clamped[5], clamped[6], clamped[9]) = (UInt32(bitPattern: -32_768), 32_767, 0x1C00_1F0F)
        #expect(try input.pass(Self.frame(Self.words(numbers))) == [0x82, 40] + Self.words(clamped))
    }

    @Test("Touches begin once and end once, few at a time, and one of them is the pointer")
    func touches() throws {
        var input = BroadwayInput()
        func passes(_ phase: UInt32, _ id: UInt32, isPointer: UInt32 = 0) throws -> UInt32? {
            let passed = try input.pass(Self.frame(Self.words([5, 1, 1, phase, 1, id, isPointer, 2, 3, 4, 5, 0])))
            return passed.isEmpty ? nil : UInt32(passed[2 + 4 * 6 + 3])
        }
        #expect(try passes(1, 7) == nil)
        #expect(try passes(2, 7) == nil)
        #expect(try passes(0, 7, isPointer: 1) == 1)
        #expect(try passes(0, 7, isPointer: 1) == nil)
        #expect(try passes(0, 8, isPointer: 1) == 0)
        #expect(try passes(1, 7) == 1)
        #expect(try passes(1, 8, isPointer: 1) == 0)
        #expect(try passes(2, 7) == 1)
        #expect(try passes(1, 7) == nil)
        #expect(try passes(0, 9, isPointer: 1) == 1)
        for id in 100..<100 + UInt32(BroadwayInput.touchLimit) - 2 { #expect(try passes(0, id) == 0) }
        #expect(try passes(0, 200) == nil)
    }

    @Test("Random bytes harm nothing, and hold no more than a frame")
    func random() {
        var random = SplitMix(state: 7)
        for _ in 0..<20_000 {
            var input = BroadwayInput()
            var bytes = (0..<Int.random(in: 0..<90, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            if bytes.count > 6, Bool.random(using: &random) {
                bytes.replaceSubrange(0..<2, with: [0x82, 0x80 | UInt8(bytes.count - 6)])
            }
            let passed = (try? input.pass(bytes)) ?? []
            #expect(passed.isEmpty || passed[0] == 0x82)
        }
    }

    /// An event of a kind, or of another size.
    private static func event(_ kind: UInt32, count: Int) -> [UInt8] {
        let numbers = numbers(kind)
        return words(Array(numbers.prefix(3 + count)) + Array(repeating: 1, count: max(0, 3 + count - numbers.count)))
    }

    /// An event as the page sends it.
    private static func numbers(_ kind: UInt32) -> [UInt32] {
        let pointer: [UInt32] = [1, 2, 30, 40, 50, 60, 0x105]
        let rest: [UInt32: [UInt32]] = [
            0: pointer + [1], 1: pointer + [2], 2: pointer, 3: pointer + [1], 4: pointer + [3], 5: [0, 1, 9, 1, 30, 40, 50, 60, 0],
            6: pointer + [0], 7: [97, 4], 8: [97, 4], 11: [1, 10, 20, 300, 400], 12: [800, 600, 2], 14: [3, 4],
        ]
        return [kind, 5, 1_000] + (rest[kind] ?? [])
    }

    private static func words(_ numbers: [UInt32]) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) } }
    }

    /// As a browser sends it.
    private static func frame(_ payload: [UInt8]) -> [UInt8] {
        let mask: [UInt8] = [0x11, 0xA2, 0x33, 0xC4]
        return [0x82, 0x80 | UInt8(payload.count)] + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }
}
