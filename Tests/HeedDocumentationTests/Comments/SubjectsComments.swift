import Heed
import Testing

@Suite("The examples in the comments of Subjects", .printing, .timeLimit(.minutes(10)))
struct SubjectsComments {
    @Test("A subject notifies its observers")
    func subject() {
        let temperature = Subject<Double>()
        let token = temperature.attach { print("\($0) °C") }
        temperature.notify(21.5)  // prints 21.5 °C
        #expect(Page.lines == ["21.5 °C"])
        token.invalidate()
    }

    @MainActor
    final class Room {
        var temperature: Subject<Double>! = Subject()

        func listen() async {
            for await degrees in temperature.values() { print(degrees) }
        }
    }

    @Test("A loop receives the values until the subject is deallocated")
    @MainActor
    func values() async {
        let room = Room()
        // Runs when the loop waits for the first value.
        Task {
            room.temperature.notify(20)
            room.temperature.notify(21.5)
            room.temperature = nil
        }
        await room.listen()
        #expect(Page.lines == ["20.0", "21.5"])
    }
}
