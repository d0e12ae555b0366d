import Testing

@testable import Heed

@Suite("Where an observer was registered")
struct PlaceValueTests {
    @Test("A place states its file and line, and is one word")
    func place() {
        let place = RegistrationPlace(fileID: "Player/QueueView.swift", line: 42)
        #expect(place.fileID == "Player/QueueView.swift")
        #expect(place.line == 42)
        #expect(place.description == "Player/QueueView.swift:42")
        #expect(MemoryLayout<RegistrationPlace>.size == 8)
        #expect(RegistrationPlace().fileID == "HeedTests/PlaceValueTests.swift")
    }

    @Test(
        "Lines up to 65,534 are exact; later ones are all reported as 65,535",
        arguments: [
            (0, 0), (1, 1), (65_534, 65_534), (65_535, 65_535), (65_536, 65_535), (1_000_000, 65_535),
        ] as [(UInt, UInt32)])
    func lines(line: UInt, told: UInt32) {
        #expect(RegistrationPlace(fileID: "A/B.swift", line: line).line == told)
        #expect(RegistrationPlace(fileID: "A/B.swift", line: line).fileID == "A/B.swift")
    }

    @Test("A place survives storage in an observer's entry, and an unknown place stays unknown")
    func bits() {
        let place = RegistrationPlace(fileID: "A/B.swift", line: 7)
        #expect(RegistrationPlace(bits: place.bits)?.description == "A/B.swift:7")
        #expect(RegistrationPlace(bits: RegistrationPlace.unknownBits) == nil)
    }
}
