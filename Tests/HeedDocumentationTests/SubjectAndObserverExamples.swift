import Heed
import Testing

@Suite("The examples of Subject and Observer", .printing)
struct SubjectAndObserverExamples {
    final class Log: Observer {
        func update(_ degrees: Double) {
            print("logged", degrees)
        }
    }

    @Test("A closure is called until its token is invalidated")
    func closure() {
        let temperature = Subject<Double>()
        let token = temperature.attach { print($0, "°C") }
        temperature.notify(21.5)  // prints 21.5 °C
        token.invalidate()
        temperature.notify(22)  // prints nothing
        #expect(Page.lines == ["21.5 °C"])
    }

    @Test("An object is called until it is detached")
    func object() {
        let temperature = Subject<Double>()
        let log = Log()
        temperature.attach(log)
        temperature.attach(log)  // already attached
        temperature.notify(21.5)  // prints logged 21.5
        temperature.detach(log)
        temperature.notify(22)  // prints nothing
        #expect(Page.lines == ["logged 21.5"])
    }

    @Test("Values arrive as an asynchronous sequence")
    func sequence() async {
        let temperature = Subject<Double>()
        let newest = temperature.values(buffering: .buffered(2, .dropOldest))
        for degrees in [20, 21, 22.5] { temperature.notify(degrees) }
        for await degrees in newest.prefix(2) { print(degrees) }  // prints 21.0, then 22.5
        print(newest.droppedCount, "dropped")  // prints 1 dropped
        #expect(Page.lines == ["21.0", "22.5", "1 dropped"])
    }
}
