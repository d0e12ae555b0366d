import Heed
import Testing

/// A history within a group of changes works as without one: what it records carries its state from when the change was made.
@Suite("A history that records in a group of changes")
struct UndoInGroupTests {
    private let history = UndoHistory()
    private let album = Album(title: "0")
    private let recordings: [ObservationToken]

    init() {
        recordings = [
            history.recordChanges(of: album, \.title, named: "Rename"), history.recordChanges(of: album, \.rating, named: "Rate"),
            history.recordChanges(of: album, \.tracks, named: "Edit Tracks"),
        ]
    }

    @Test("Undoing in a group can be redone, and a second undo goes on")
    func undo() {
        album.rating = 4
        album.title = "1"
        withGroupedChanges { history.undo() }
        #expect(album.title == "0")
        #expect([history.undoActionName, history.redoActionName] == ["Rate", "Rename"])
        withGroupedChanges { history.redo() }
        #expect(album.title == "1")
        withGroupedChanges {
            history.undo()
            history.undo()
        }
        #expect(album.title == "0" && album.rating == 0)
        #expect(!history.canUndo && history.redoActionName == "Rate")
    }

    @Test("A change and its undo in one group leave a redo")
    func changeAndUndo() {
        withGroupedChanges {
            album.tracks.append("a")
            history.undo()
            #expect(album.tracks == [])
        }
        #expect(!history.canUndo && history.redoActionName == "Edit Tracks")
        history.redo()
        #expect(album.tracks == ["a"])
    }

    @Test("A named group in it is one step, and what came before and after are others")
    func grouping() {
        withGroupedChanges {
            album.rating = 3
            history.withGrouping(named: "Edit") {
                album.title = "1"
                album.rating = 4
            }
            album.title = "2"
        }
        #expect(history.undoActionName == "Rename")
        history.undo()
        #expect(history.undoActionName == "Edit" && album.title == "1" && album.rating == 4)
        history.undo()
        #expect(history.undoActionName == "Rate" && album.title == "0" && album.rating == 3)
        history.undo()
        #expect(!history.canUndo && album.rating == 0)
    }

    @Test("What is changed without registration isn't registered")
    func withoutRegistration() {
        withGroupedChanges {
            album.title = "1"
            history.withoutRegistration {
                album.title = "2"
                album.rating = 5
            }
        }
        history.undo()
        #expect(album.title == "0" && album.rating == 5 && !history.canUndo)
    }

    @Test("A value that can't be compared is undone and redone, too")
    func incomparable() {
        let lamp = Lamp()
        let recording = history.recordChanges(of: lamp, \.colour, named: "Paint")
        withGroupedChanges {
            lamp.colour = Lamp.Colour(name: "a colour with a name that is longer than a word", hue: 0.5)
            history.undo()
        }
        #expect(lamp.colour.hue == 0 && !history.canUndo && history.redoActionName == "Paint")
        history.redo()
        #expect(lamp.colour.hue == 0.5)
        withExtendedLifetime(recording) {}
    }

    @Test("Whatever is done in a group ends like the same without it", arguments: 0..<200)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let steps = (0..<Int.random(in: 1...12, using: &random)).map { _ in Step.random(using: &random) }
        let plain = Editor(), grouped = Editor()
        plain.perform(steps)
        withGroupedChanges { grouped.perform(steps) }
        while plain.history.canUndo || grouped.history.canUndo {
            #expect(grouped.state == plain.state, "\(steps)")
            plain.history.undo()
            grouped.history.undo()
            if grouped.state != plain.state { break }
        }
        while plain.history.canRedo || grouped.history.canRedo {
            plain.history.redo()
            grouped.history.redo()
            #expect(grouped.state == plain.state, "\(steps)")
            if grouped.state != plain.state { break }
        }
    }
}

/// A lamp whose colour can't be compared.
@KeyValueObservable
private final class Lamp {
    struct Colour {
        var name = ""
        var hue = 0.0
    }

    var colour = Colour()
}

/// A use of a history. Between two that concern the history, one property changes: in a group, several have no order.
private enum Step {
    case change(Int)
    case group(String, Set<Int>)
    case unregistered(Set<Int>)
    case undo, redo, name(String)

    static func random(using random: inout SeededGenerator) -> Step {
        let properties = Set((0..<3).filter { _ in Bool.random(using: &random) })
        return switch Int.random(in: 0..<7, using: &random) {
        case 0, 1: .change(Int.random(in: 0..<3, using: &random))
        case 2: .group("Edit \(properties.count)", properties)
        case 3: .unregistered(properties)
        case 4: .redo
        case 5: .name("Named")
        default: .undo
        }
    }
}

/// An album with a history that records it.
private final class Editor {
    let history = UndoHistory()
    private let album = Album(title: "0")
    private var recordings: [ObservationToken] = []
    private var count = 0

    init() {
        recordings = [
            history.recordChanges(of: album, \.title, named: "Rename"), history.recordChanges(of: album, \.rating, named: "Rate"),
            history.recordChanges(of: album, \.tracks, named: "Edit Tracks"),
        ]
    }

    var state: [String] {
        [album.title, "\(album.rating)", "\(album.tracks)", history.undoActionName, history.redoActionName]
    }

    func perform(_ steps: [Step]) {
        for step in steps {
            switch step {
            case .change(let property):
                change([property])
                // Without this, the next step might change the same property once more.
                history.withGrouping {}
            case .group(let name, let properties): history.withGrouping(named: name) { change(properties) }
            case .unregistered(let properties): history.withoutRegistration { change(properties) }
            case .undo: history.undo()
            case .redo: history.redo()
            case .name(let name): history.setActionName(name)
            }
        }
    }

    private func change(_ properties: Set<Int>) {
        for property in properties.sorted() {
            count += 1
            switch property {
            case 0: album.title = "\(count)"
            case 1: album.rating = count
            default: album.tracks.append("\(count)")
            }
        }
    }
}
