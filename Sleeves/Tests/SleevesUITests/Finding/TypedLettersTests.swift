import Testing

@testable import SleevesUI

@Suite("Letters that are typed")
struct TypedLettersTests {
    @Test("The first letter means the next artist, more of them the present one too")
    func growing() {
        var typed = TypedLetters()
        #expect(typed.type("b") == .init(letters: "b", staysAtPresent: false, repeated: nil))
        #expect(typed.type("j") == .init(letters: "bj", staysAtPresent: true, repeated: nil))
        #expect(typed.type(" ") == .init(letters: "bj ", staysAtPresent: true, repeated: nil))
    }

    @Test("A letter typed again may mean the next artist that begins with it")
    func repeating() {
        var typed = TypedLetters()
        _ = typed.type("a")
        #expect(typed.type("A") == .init(letters: "aA", staysAtPresent: true, repeated: "a"))
        #expect(typed.type("a") == .init(letters: "aAa", staysAtPresent: true, repeated: "a"))
        #expect(typed.type("b")?.repeated == nil)
    }

    @Test("Letters are deleted one by one, and forgotten together")
    func takingBack() {
        var typed = TypedLetters()
        #expect(typed.deleteLast() == nil)
        _ = typed.type("a")
        _ = typed.type("b")
        #expect(typed.deleteLast()?.letters == "a")
        #expect(typed.deleteLast() == nil)
        _ = typed.type("x")
        typed.clear()
        #expect(typed.text == "")
    }

    @Test("A space before any letter means nothing")
    func space() {
        var typed = TypedLetters()
        #expect(typed.type(" ") == nil)
        #expect(typed == TypedLetters())
    }
}
