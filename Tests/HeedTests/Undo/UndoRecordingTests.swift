import Heed
import Testing

@Suite("A history that records automatically")
struct UndoRecordingTests {
    private let history = UndoHistory()
    private let album = Album(title: "0")

    @Test("Each recorded change is undone and redone, by name")
    func changes() {
        let recording = history.recordChanges(of: album, \.title, named: "Rename")
        album.title = "1"
        album.title += "2"
        #expect(history.undoActionName == "Rename")
        history.undo()
        #expect(album.title == "1")
        history.undo()
        #expect(album.title == "0")
        #expect(history.redoActionName == "Rename")
        history.redo()
        history.redo()
        #expect(album.title == "12")
        history.undo()
        #expect(album.title == "1")
        withExtendedLifetime(recording) {}
    }

    @Test("Collection changes are undone step by step")
    func collections() {
        let recording = history.recordChanges(of: album, \.tracks, named: "Edit Tracks")
        let states = [[], ["a"], ["a", "b"], ["c", "b"], ["c"], []]
        album.tracks.append("a")
        album.tracks += ["b"]
        album.tracks[0] = "c"
        album.tracks.removeLast()
        album.tracks = []
        for state in states.dropLast().reversed() {
            history.undo()
            #expect(album.tracks == state)
        }
        #expect(!history.canUndo)
        for state in states.dropFirst() {
            history.redo()
            #expect(album.tracks == state)
        }
        #expect(!history.canRedo)
        withExtendedLifetime(recording) {}
    }

    @Test("Collections that are changed by their elements are restored as a whole")
    func elements() {
        let shelf = Shelf()
        shelf.titles = ["a", "b", "c"]
        shelf.tags = ["x", "y"]
        shelf.ratings = ["a": 1]
        let recordings = [
            history.recordChanges(of: shelf, \.titles),
            history.recordChanges(of: shelf, \.tags),
            history.recordChanges(of: shelf, \.ratings),
        ]
        func expectSteps(_ change: () -> Void) {
            let before = (shelf.titles, shelf.tags, shelf.ratings)
            change()
            let after = (shelf.titles, shelf.tags, shelf.ratings)
            #expect(history.canUndo)
            history.undo()
            #expect((shelf.titles, shelf.tags, shelf.ratings) == before)
            #expect(!history.canUndo)
            history.redo()
            #expect((shelf.titles, shelf.tags, shelf.ratings) == after)
            history.undo()
        }
        expectSteps { _ = shelf.mutableValue(for: \.titles).remove(at: 0) }
        expectSteps { shelf.mutableValue(for: \.titles).append("d") }
        expectSteps { shelf.mutableValue(for: \.titles)[1] = "d" }
        expectSteps { _ = shelf.mutableValue(for: \.tags).remove("x") }
        expectSteps { _ = shelf.mutableValue(for: \.tags).insert("z") }
        expectSteps { shelf.ratings["a"] = nil }
        expectSteps { withGroupedChanges { _ = shelf.mutableValue(for: \.titles).remove(at: 0) } }
        expectSteps {
            history.withGrouping {
                shelf.titles.append("d")
                _ = shelf.mutableValue(for: \.titles).remove(at: 0)
            }
        }
        withExtendedLifetime(recordings) {}
    }

    @Test("Changes of several properties and objects in a group are undone together")
    func grouping() {
        let other = Album(title: "other")
        let recordings = [
            history.recordChanges(of: album, \.title, named: "Rename"),
            history.recordChanges(of: other, \.title, named: "Rename"),
        ]
        let rating = history.recordChanges(of: album, \.rating)
        history.withGrouping(named: "Tidy Up") {
            album.title = "1"
            other.title = "2"
            album.rating = 5
        }
        #expect(history.undoActionName == "Tidy Up")
        history.undo()
        #expect([album.title, other.title, "\(album.rating)"] == ["0", "other", "0"])
        history.redo()
        #expect([album.title, other.title, "\(album.rating)"] == ["1", "2", "5"])
        withExtendedLifetime((recordings, rating)) {}
    }

    @Test("An equal value, or the same object, registers nothing")
    func equalValue() {
        let artist = Artist("Coltrane")
        album.artist = artist
        let recordings = [history.recordChanges(of: album, \.title), history.recordChanges(of: album, \.artist)]
        album.title = "0"
        album.artist = artist
        #expect(!history.canUndo)
        album.artist = Artist("Coltrane")
        #expect(history.canUndo)
        withExtendedLifetime(recordings) {}
    }

    @Test("A handler that changes the property again makes two steps")
    func changeInHandler() {
        let corrector = album.observe(\.title, options: []) { album, _ in
            if album.title == "1" { album.title = "2" }
        }
        let recording = history.recordChanges(of: album, \.title)
        album.title = "1"
        #expect(album.title == "2")
        corrector.invalidate()
        history.undo()
        #expect(album.title == "1")
        history.undo()
        #expect(album.title == "0")
        withExtendedLifetime(recording) {}
    }

    @Test("A handler undoes and names the change that it receives, before or after the recording", arguments: [false, true])
    func historyInHandler(isBeforeRecording: Bool) {
        var isRejected = false
        var tokens: [ObservationToken] = []
        func validate() {
            let token = album.observe(\.title) { [history] title in
                if title == "named" { history.setActionName("Named") }
                guard title == "bad", !isRejected else { return }
                isRejected = true
                history.undo()
            }
            tokens.append(token)
        }
        if isBeforeRecording { validate() }
        tokens.append(history.recordChanges(of: album, \.title, named: "Rename"))
        tokens.append(history.recordChanges(of: album, \.rating, named: "Rate"))
        if !isBeforeRecording { validate() }
        album.rating = 1
        album.title = "bad"
        #expect(album.title == "0" && album.rating == 1)
        #expect([history.undoActionName, history.redoActionName] == ["Rate", "Rename"])
        history.redo()
        #expect(album.title == "bad")
        album.title = "named"
        #expect(history.undoActionName == "Named")
        history.undo()
        history.undo()
        #expect(album.title == "0" && history.undoActionName == "Rate" && history.redoActionName == "Rename")
        tokens = []
    }

    @Test("A handler before the recording that changes the property and then uses the history leaves a step for each change")
    func changesAndUseInHandler() {
        let corrector = album.observe(\.title) { [album, history] title in
            guard title == "1" else { return }
            album.title = "2"
            history.withGrouping(named: "Rate") { album.rating = 5 }
        }
        let recordings = [history.recordChanges(of: album, \.title), history.recordChanges(of: album, \.rating)]
        album.title = "1"
        corrector.invalidate()
        var states = [[album.title, "\(album.rating)"]]
        while history.canUndo {
            history.undo()
            states.append([album.title, "\(album.rating)"])
        }
        #expect(states == [["2", "5"], ["2", "0"], ["1", "0"], ["0", "0"]])
        withExtendedLifetime(recordings) {}
    }

    @Test("The history can be used while a recorded property is changed in place, in a group or not", arguments: [false, true])
    func useInPlace(isGrouped: Bool) {
        let recording = history.recordChanges(of: album, \.tracks, named: "Edit")
        func edit(_ tracks: inout [String]) {
            tracks.append("a")
            history.setActionName("None")
            tracks.append("b")
        }
        if isGrouped { withGroupedChanges { edit(&album.tracks) } } else { edit(&album.tracks) }
        #expect(history.undoActionName == "Edit")
        history.undo()
        #expect(album.tracks == [])
        withExtendedLifetime(recording) {}
    }

    @Test("Without its token nothing more is recorded, and recorded changes can still be undone")
    func withoutToken() {
        let recording = history.recordChanges(of: album, \.title)
        album.title = "1"
        recording.invalidate()
        album.title = "2"
        history.undo()
        #expect(album.title == "0")
        #expect(!history.canRedo)
    }

    @Test("Neither the object nor the history is kept alive")
    func lifetimes() {
        var history: UndoHistory? = UndoHistory()
        var album: Album? = Album()
        weak let weakHistory = history
        weak let weakAlbum = album
        let recording = history!.recordChanges(of: album!, \.title)
        album!.title = "1"
        history = nil
        #expect(weakHistory == nil)
        album!.title = "2"
        album = nil
        #expect(weakAlbum == nil)
        withExtendedLifetime(recording) {}
    }

    @Test("Undoing while registration is disabled cannot be redone")
    func disabled() {
        let recording = history.recordChanges(of: album, \.title)
        album.title = "1"
        history.withoutRegistration { history.undo() }
        #expect(album.title == "0")
        #expect(!history.canRedo)
        withExtendedLifetime(recording) {}
    }

    @Test("On the main actor, a history records main-actor properties")
    @MainActor func mainActor() {
        let history = UndoHistory()
        let counter = Counter()
        let recording = history.recordChanges(of: counter, \.count, named: "Count")
        counter.count = 5
        history.undo()
        #expect(counter.count == 0)
        withExtendedLifetime(recording) {}
    }

    @Test("Setting an object of a protocol's type to itself, or nothing to nothing, registers nothing")
    func sameObjects() {
        let owner = Owner()
        let recording = history.recordChanges(of: owner, \.delegate)
        owner.delegate = nil
        #expect(!history.canUndo)
        let delegate = Delegate()
        owner.delegate = delegate
        history.removeAllActions()
        owner.delegate = delegate
        #expect(!history.canUndo)
        owner.delegate = Delegate()
        #expect(history.canUndo)
        withExtendedLifetime(recording) {}
    }
}

private protocol OwnerDelegate: AnyObject {}

private final class Delegate: OwnerDelegate {}

@KeyValueObservable
private final class Owner {
    var delegate: (any OwnerDelegate)?
}
