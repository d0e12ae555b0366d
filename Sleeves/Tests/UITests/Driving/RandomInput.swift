/// The next act of the window's driver: random, but the same for the same seed.
///
/// Source of the numbers: SplitMix64, by Guy Steele, Doug Lea and Christine Flood.
struct RandomInput {
    /// One thing that is done to the window, or beside it.
    enum Step {
        /// Keys, so many milliseconds apart.
        case keys([String], every: Int)
        /// A text, letter by letter.
        case text(String)
        /// A click of a button, once or more, at a place in thousandths of the window. Below the header: nobody manages windows here, so
        /// a drag by it would take the window off the screen, where GTK 4.8 cannot place its menus.
        case click(x: Int, y: Int, button: Int, times: Int)
        /// A drag sideways, in thousandths of the window.
        case drag(x: Int, y: Int, distance: Int)
        /// A new size of the window, in pixels.
        case resize(width: Int, height: Int)
        /// A command from outside, which changes the library that is shown.
        case command(Command)
        /// The keyboard goes to the newest window.
        case focus
        /// The program ends, by the user's key or by a signal, and starts again.
        case restart(byKey: Bool)
    }

    /// A command from outside.
    enum Command: CaseIterable {
        case remove, undo, redo, importAgain, importList, importLongList, importWishes
    }

    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> Step {
        switch number(below: 100) {
        case ..<30: .keys((0...number(below: 8)).map { _ in element(of: Self.keys) }, every: 1 + number(below: 160))
        // One change after another, faster than messages come and go.
        case ..<45: .keys(Array(repeating: element(of: Self.changes), count: 2 + number(below: 5)), every: 10 + number(below: 150))
        case ..<62:
            .click(
                x: number(below: 1_000), y: 130 + number(below: 870), button: element(of: [1, 1, 1, 1, 3, 4, 5]),
                times: 1 + number(below: 3))
        case ..<67: .drag(x: number(below: 1_000), y: 150 + number(below: 200), distance: number(below: 1_200) - 600)
        case ..<75: .text(element(of: Self.words))
        case ..<80: .resize(width: 360 + number(below: 800), height: 420 + number(below: 560))
        case ..<88: .command(element(of: Command.allCases))
        case ..<92: .restart(byKey: number(below: 2) == 0)
        default: .focus
        }
    }

    /// A number below another, for what a step leaves open.
    mutating func number(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    private mutating func element<Element>(of elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    /// Every key that does something, but for the one that quits.
    private static let keys = [
        "Left", "Right", "Right", "Right", "Home", "End", "Page_Up", "Page_Down", "Up", "Down", "Tab", "Tab", "shift+Tab", "Return",
        "space",
        "Escape", "Escape", "Escape", "Delete", "BackSpace", "ctrl+z", "ctrl+shift+z", "ctrl+f", "ctrl+e", "ctrl+l", "ctrl+o",
        "ctrl+shift+o",
        "ctrl+Return", "ctrl+question", "ctrl+n", "F10", "d", "ctrl+a", "ctrl+x", "ctrl+v", "b", "k", "z",
    ]
    private static let changes = ["Delete", "Delete", "ctrl+z", "ctrl+z", "ctrl+shift+z", "ctrl+l", "ctrl+Return"]
    private static let words = ["kettle", "blues", "zzz", "19", "a", "Copper Weatherby Trio", "http://127.0.0.1:9/x", "/", ".."]
}
