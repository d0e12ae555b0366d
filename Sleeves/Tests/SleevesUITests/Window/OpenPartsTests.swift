import Testing

@testable import SleevesUI

@Suite("What the Escape key closes")
struct OpenPartsTests {
    private enum Act: CaseIterable {
        case open, close
    }

    @Test("After any acts, the part that was opened last closes first, then the one before it, until nothing is open")
    func everyOrder() {
        let acts = OpenParts.Part.allCases.flatMap { part in Act.allCases.map { (part, $0) } }
        // When each open part was opened last.
        typealias Moments = [OpenParts.Part: Int]
        var states: [(parts: OpenParts, moments: Moments)] = [(OpenParts(), [:])]
        for moment in 1...4 {
            states = states.flatMap { state in
                acts.map { part, act in
                    var (parts, moments) = state
                    switch act {
                    case .open:
                        parts.open(part)
                        moments[part] = moment
                    case .close:
                        parts.close(part)
                        moments[part] = nil
                    }
                    return (parts, moments)
                }
            }
            #expect(states.allSatisfy { Self.closings($0.parts) == $0.moments.sorted { $0.value > $1.value }.map(\.key) })
        }
    }

    /// The order in which the Escape key closes the parts.
    private static func closings(_ parts: OpenParts) -> [OpenParts.Part] {
        var parts = parts
        var closed: [OpenParts.Part] = []
        while let last = parts.last {
            closed.append(last)
            parts.close(last)
        }
        return closed
    }
}
