import HeedInspector
import Testing

@Suite("JSON of reports")
struct JSONTests {
    @Test("A report that is written and read again is equal")
    func roundTrip() throws {
        let report = InspectorReport.sample()
        #expect(try InspectorReport(json: report.json) == report)
        #expect(try InspectorReport(json: InspectorReport().json) == InspectorReport())
    }

    @Test("A report is written on one line")
    func oneLine() {
        #expect(!InspectorReport.sample().json.utf8.contains(UInt8(ascii: "\n")))
    }

    @Test("64-bit numbers keep every digit")
    func largeNumbers() throws {
        let event = InspectorReport.Event(
            id: .max, kind: .change, source: .max, observer: .max - 1, thread: .max, start: .nanoseconds(Int64.max),
            cause: 9_007_199_254_740_993)
        let report = InspectorReport(events: [event], lostEventCount: .max)
        #expect(report.json.contains("18446744073709551614"))
        #expect(try InspectorReport(json: report.json) == report)
    }

    @Test("Durations are whole nanoseconds between zero and the largest number")
    func durations() throws {
        func time(_ duration: Duration) throws -> Duration { try InspectorReport(json: InspectorReport(time: duration).json).time }
        #expect(try time(.nanoseconds(7)) == .nanoseconds(7))
        #expect(try time(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999)) == .nanoseconds(1))
        #expect(try time(.seconds(-1)) == .zero)
        #expect(try time(.seconds(Int64.max)) == .nanoseconds(Int64.max))
        #expect(try time(.nanoseconds(Int64.max)) == .nanoseconds(Int64.max))
    }

    @Test("Unknown fields are ignored, and null is the same as no value")
    func unknownFields() throws {
        let json = InspectorReport(time: .seconds(1), sources: [.init(id: 1, kind: .subject, name: "a")]).json
        let more = json.replacing(#"{"id""#, with: #"{"new":{"a":[1.5e-3,true]},"object":null,"id""#)
        #expect(more != json)
        #expect(try InspectorReport(json: more) == InspectorReport(json: json))
    }

    @Test("Escapes and spaces are read as JSON defines them")
    func escapes() throws {
        let json = InspectorReport(sources: [.init(id: 1, kind: .subject, name: "NAME")]).json
        let escaped = json.replacing("NAME", with: #"\u0041\ud83c\udFBA\/\b\f\n\r\t\"\\"#).replacing(",", with: " ,\r\n\t")
        #expect(try InspectorReport(json: escaped).sources.first?.name == "A🎺/\u{8}\u{C}\n\r\t\"\\")
    }

    @Test("Text that isn't a report gives an error that tells what is wrong and where")
    func errors() {
        let expectations = [
            ("", "byte 0: the text ends where it should continue: expected a value"),
            ("{", "byte 1: the text ends where it should continue: expected a key in quotes"),
            ("[1,]", "byte 3: expected a value"),
            ("[01]", "byte 2: expected a comma or ]"),
            ("[-]", "byte 2: expected a digit"),
            ("[1.]", "byte 3: expected a digit"),
            ("[nul]", "byte 1: expected null"),
            ("[NaN]", "byte 1: expected a value"),
            ("[] []", "byte 3: expected the end of the text"),
            ("\u{FEFF}[]", "byte 0: expected a value"),
            (#"{"a":1,"a":2}"#, "byte 7: the key is there twice"),
            (#"{"a" 1}"#, "byte 5: expected a colon"),
            (#"["\x"]"#, "byte 2: there is no such escaped character"),
            (#"["\ud800"]"#, "byte 2: half of a surrogate pair"),
            (#"["\udc00\ud800"]"#, "byte 2: half of a surrogate pair"),
            (#"["\u12g4"]"#, "byte 6: expected four hexadecimal digits"),
            ("[\"a\nb\"]", "byte 3: a control character has to be escaped"),
            (#"["abc"#, "byte 5: the text ends where it should continue: expected a closing quote"),
            (String(repeating: "[", count: 100_000), "byte 32: the nesting is deeper than 32"),
            (String(repeating: #"{"a":"#, count: 100_000), "byte 160: the nesting is deeper than 32"),
            ("[" + String(repeating: "1,", count: 5 << 20), "byte 8388607: there are more than 4194304 values"),
            ("[]", "the top level: expected an object"),
            ("{}", "formatVersion: the field is missing"),
            (#"{"formatVersion":2}"#, "formatVersion: expected 1, not 2; use the same version of Heed on both sides"),
        ]
        for (text, message) in expectations {
            #expect(description(of: text) == "The text isn't a report of Heed's inspector: \(message).")
        }
    }

    @Test(
        "A field with a wrong value gives an error that names it",
        arguments: [
            (#""kind":"change""#, #""kind":"chan\nge""#, #"events[0].kind: there is no such kind: "chan\nge""#),
            (#""kind":"receptionist","#, "", "observers[0].kind: the field is missing"),
            (#""sources":[0,1]"#, #""sources":[0,-1]"#, "observers[0].sources[1]: expected an integer from 0 to 4294967295"),
            (#""thread":0"#, #""thread":4294967296"#, "events[0].thread: expected an integer from 0 to 4294967295"),
            (#""id":2,"kind":"handler""#, #""id":1,"kind":"handler""#, "events[1].id: expected a number larger than 1"),
            (#""startNanoseconds":0"#, #""startNanoseconds":-1"#, "events[0].startNanoseconds: expected a number that isn't negative"),
            (#""startNanoseconds":0"#, #""startNanoseconds":0.5"#, "events[0].startNanoseconds: expected an integer from"),
            (#""waitingCount":1"#, #""waitingCount":1e3"#, "observers[0].delivery.waitingCount: expected an integer from"),
            (#""line":1}"#, #""line":"1"}"#, "observers[0].place.line: expected an integer from"),
            (#""isAlive":true"#, #""isAlive":1"#, "sources[0].isAlive: expected true or false"),
            (#""name":"plain""#, #""name":[]"#, "sources[0].name: expected a string"),
            (#""threads":["#, #""threads":3,"more":["#, "threads: expected an array"),
        ]
    )
    func wrongFields(original: String, replacement: String, message: String) throws {
        let json = InspectorReport.sample(names: ["plain"]).json
        let wrong = json.replacing(original, with: replacement, maxReplacements: 1)
        try #require(wrong != json)
        #expect(description(of: wrong)?.hasPrefix("The text isn't a report of Heed's inspector: \(message)") == true)
    }

    @Test("Text that is cut at any byte gives an error")
    func cut() {
        let bytes = Array(InspectorReport.sample(names: ["plain", "\"quoted\" 🎺"]).json.utf8)
        for count in bytes.indices {
            #expect(throws: InspectorReport.FormatError.self) {
                try InspectorReport(json: String(decoding: bytes[..<count], as: UTF8.self))
            }
        }
    }

    @Test("Randomly damaged text gives an error or a report that answers every question")
    func damaged() {
        var generator = SeededGenerator(seed: 1)
        let bytes = Array(InspectorReport.sample(names: ["plain", "\"quoted\" 🎺"]).json.utf8)
        let tokens = [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "-", "1e9", "0", "null", "9223372036854775807", "18446744073709551615", "\\u",
        ]
        var readCount = 0
        for _ in 0..<3_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let start = Int.random(in: 0..<damaged.count, using: &generator)
                let end = min(damaged.count, start + Int.random(in: 0...3, using: &generator))
                let random = [UInt8.random(in: 0...255, using: &generator)]
                damaged.replaceSubrange(
                    start..<end, with: Bool.random(using: &generator) ? random : Array(tokens.randomElement(using: &generator)!.utf8))
            }
            guard let report = try? InspectorReport(json: String(decoding: damaged, as: UTF8.self)) else { continue }
            readCount += 1
            report.expectAnswers()
        }
        #expect(readCount > 100)
    }

    private func description(of json: String) -> String? {
        do {
            _ = try InspectorReport(json: json)
            return nil
        } catch {
            return error.description
        }
    }
}

extension InspectorReport {
    /// Asks everything that a report can be asked, and writes it in every format.
    fileprivate func expectAnswers() {
        for event in events { _ = why(event: event.id)?.description }
        for source in sources { _ = why(source: source.id) }
        for observer in observers { _ = (why(observer: observer.id), whyNot(observer: observer.id)) }
        _ = (handlerTimes(), hopTimes(), dot, mermaid, traceJSON)
        #expect((try? InspectorReport(json: json)) == self)
    }
}
