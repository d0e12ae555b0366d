import Foundation
import SleevesLibrary
import SleevesSharing
import Testing

@Suite("JSON from anywhere")
struct StoredJSONTests {
    private struct Numbers: Codable, Equatable {
        var integer: Int
        var unsigned: UInt64
        var number: Double
    }

    /// Numbers that end the process in Foundation's own decoder.
    private static let hostileNumbers = [
        "1" + String(repeating: "0", count: 200) + "e-184", "0." + String(repeating: "0", count: 129) + "1e146",
        "-1" + String(repeating: "0", count: 150) + ".0e-133",
    ]

    @Test("A number that Foundation's decoder can't stand is an error", arguments: hostileNumbers)
    func hostile(number: String) {
        for text in ["{\"integer\":\(number)}", "[\(number)]", number, "{\"a\\\"\":\(number)}"] {
            #expect(throws: DecodingError.self) { try StoredJSON.decode([String: Int].self, from: text) }
            #expect(throws: DecodingError.self) { try StoredJSON.decode([Int].self, from: text) }
            let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            #expect(throws: DecodingError.self) { try StoredJSON.decode([Int].self, from: wide) }
        }
        #expect(throws: SharedMessageError.self) { try SharedMachine(decoding: Array("{\"version\":\(number),\"name\":\"a\"}".utf8)) }
    }

    @Test("Every number that Swift writes is read again, and digits in texts are no numbers")
    func own() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let double = Double(bitPattern: .random(in: .min ... .max, using: &generator))
            let numbers = Numbers(
                integer: .random(in: .min ... .max), unsigned: .random(in: .min ... .max), number: double.isFinite ? double : 0)
            #expect(try StoredJSON.decode(Numbers.self, from: StoredJSON.encode(numbers)) == numbers)
        }
        let texts = [String(repeating: "9", count: 100), "\\\"" + String(repeating: "1", count: 100), "\\"]
        #expect(try StoredJSON.decode([String].self, from: StoredJSON.encode(texts)) == texts)
    }

    @Test("Numbers of up to forty characters, made at random, are read or are an error")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let digits = String(
                (0..<Int.random(in: 1...30, using: &generator)).map { _ in "0000123456789".randomElement(using: &generator)! })
            let point = Int.random(in: 0...digits.count, using: &generator)
            var number = digits.prefix(point) + (point < digits.count ? "." + digits.dropFirst(point) : "")
            if Bool.random(using: &generator) { number += "e\(Int.random(in: -400...400, using: &generator))" }
            _ = try? StoredJSON.decode([Int].self, from: "[\(number)]")
            _ = try? StoredJSON.decode([UInt64].self, from: "[-\(number)]")
            _ = try? StoredJSON.decode([UInt64].self, from: "[\(number)]")
        }
    }
}
