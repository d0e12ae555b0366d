import GTKAdapters
import Localization

/// The list of keyboard shortcuts.
@MainActor
enum ShortcutsHelp {
    static func present(parent: ApplicationWindow) {
        // The keys that point to the previous and the next album.
        let (back, forward) = parent.isRightToLeft ? ("Right", "Left") : ("Left", "Right")
        let neighbours = "\(back) \(forward)"
        ShortcutsWindow.present(
            [
                .init(
                    localized("Albums"),
                    [
                        .init(localized("Previous and next album"), neighbours),
                        .init(localized("First and last album"), "Home End"),
                        .init(localized("One screen back and forward"), "Page_Up Page_Down"),
                        .init(localized("Next artist, title or year that begins with the typed letters"), "a...z"),
                        .init(localized("An album at random"), "<Control>r"),
                        .init(localized("Select more albums"), "<Shift>Left <Shift>Right"),
                        .init(localized("Move without selecting"), "<Control>Left <Control>Right"),
                        .init(localized("Add to the selection"), "<Control>space"),
                        .init(localized("Select all albums"), "<Control>a"),
                        .init(localized("Make the selected albums favourites, or none"), "<Control>b"),
                        .init(localized("Menu of the selected albums"), "Menu <Shift>F10"),
                        .init(localized("The album's page"), "Tab"),
                        .init(localized("Wall and strip"), "<Control>1 <Control>2"),
                        .init(localized("Larger, smaller and usual covers"), "<Control>plus <Control>minus <Control>0"),
                        .init(localized("The cover on the whole screen"), "space"),
                        .init(localized("Search"), "<Control>f"),
                        .init(localized("Shelves"), "F9"),
                        .init(localized("Save the search as a shelf"), "<Control>d"),
                        .init(localized("Close the search, or go back"), "Escape"),
                        .init(localized("Play, or open the album's page where it isn't shown"), "Return"),
                        .init(localized("Open Folder"), "<Control>l"),
                        .init(localized("Paste a picture"), "<Control>v"),
                    ]),
                .init(
                    localized("Playing"),
                    [
                        .init(localized("Play the selected albums"), "<Control>Return"),
                        .init(localized("Pause or continue"), "<Control>p"),
                        .init(localized("Next track"), "<Control><Shift>n"),
                        .init(localized("Previous track, or the beginning of this one"), "<Control><Shift>b"),
                        .init(localized("Ten seconds back"), "<Shift><Alt>\(back)"),
                        .init(localized("Ten seconds forward"), "<Shift><Alt>\(forward)"),
                    ]),
                .init(
                    localized("Editing"),
                    [
                        .init(localized("Edit the selected albums"), "<Control>e"),
                        .init(localized("Export the selected albums"), "<Control><Shift>x"),
                        .init(localized("Fetch missing covers"), "<Control><Shift>f"),
                        .init(localized("Remove the selected albums from the library"), "Delete"),
                        .init(localized("Undo"), ChangeShortcuts.undo),
                        .init(localized("Redo"), ChangeShortcuts.redo),
                    ]),
                .init(
                    localized("General"),
                    [
                        .init(localized("Add a music folder"), "<Control>o"),
                        .init(localized("Import a collection"), "<Control><Shift>o"),
                        .init(localized("Add a record"), "<Control>n"),
                        .init(localized("Export all albums"), "<Control><Shift>e"),
                        .init(localized("Statistics"), "<Control><Shift>s"),
                        .init(localized("Preferences"), "<Control>comma"),
                        .init(localized("Main menu"), "F10"),
                        .init(localized("Keyboard shortcuts"), "<Control>question"),
                        .init(localized("Close the window"), "<Control>w"),
                        .init(localized("Quit"), "<Control>q"),
                    ]),
            ],
            title: localized("Keyboard Shortcuts"),
            parent: parent
        )
    }
}
