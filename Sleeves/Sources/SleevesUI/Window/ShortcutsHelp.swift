import GTKAdapters
import Localization

/// The list of keyboard shortcuts.
@MainActor
enum ShortcutsHelp {
    static func present(parent: ApplicationWindow) {
        // The keys that point to the previous and the next album.
        let neighbours = parent.isRightToLeft ? "Right Left" : "Left Right"
        ShortcutsWindow.present(
            [
                .init(
                    localized("Albums"),
                    [
                        .init(
                            localized("Albums"),
                            [
                                .init(localized("Previous and next album"), neighbours),
                                .init(localized("First and last album"), "Home End"),
                                .init(localized("One screen back and forward"), "Page_Up Page_Down"),
                                .init(localized("Next artist, title or year that begins with the typed letters"), "a...z"),
                            ]),
                        .init(
                            localized("Search"),
                            [
                                .init(localized("Search"), .search),
                                .init(localized("Shelves"), .shelves),
                                .init(localized("Save the search as a shelf"), .saveShelf),
                                .init(localized("Close the search, or go back"), "Escape"),
                            ]),
                        .init(
                            localized("Selection"),
                            [
                                .init(localized("Select more albums"), "<Shift>Left <Shift>Right"),
                                .init(localized("Move without selecting"), "<Control>Left <Control>Right"),
                                .init(localized("Add to the selection"), "<Control>space"),
                                .init(localized("Select all albums"), "<Control>a"),
                            ]),
                        .init(
                            localized("View"),
                            [
                                .init(localized("The album's page"), "Tab"),
                                .init(localized("The cover on the whole screen"), "space"),
                                .init(localized("Wall and strip"), "<Control>1 <Control>2"),
                                .init(localized("Larger, smaller and usual covers"), .larger, .smaller, .usualSize),
                            ]),
                    ]),
                .init(
                    localized("Playing", context: "the title of a page or a group"),
                    [
                        .init(
                            localized("Playing", context: "the title of a page or a group"),
                            [
                                .init(localized("Play, or open the album's page where it isn't shown"), "Return"),
                                .init(localized("Play the selected albums"), .play),
                                .init(localized("An album at random"), .surprise),
                                .init(localized("Pause or continue"), .playOrPause),
                                .init(localized("Next track"), .nextTrack),
                                .init(localized("Previous track, or the beginning of this one"), .previousTrack),
                                .init(localized("Ten seconds back"), .seekBack(isRightToLeft: parent.isRightToLeft)),
                                .init(localized("Ten seconds forward"), .seekForward(isRightToLeft: parent.isRightToLeft)),
                            ]),
                        .init(
                            localized("Editing"),
                            [
                                .init(localized("Menu of the selected albums"), "Menu <Shift>F10"),
                                .init(localized("Edit the selected albums"), .edit),
                                .init(localized("Make the selected albums favourites, or none"), .favourite),
                                .init(localized("Paste a picture"), .pastePicture),
                                .init(localized("Fetch missing covers"), .fetchCovers),
                                .init(localized("Open Folder"), .openFolder),
                                .init(localized("Remove the selected albums from the library"), .remove),
                                .init(localized("Undo"), .undo),
                                .init(localized("Redo"), .redo),
                            ]),
                    ]),
                .init(
                    localized("Library"),
                    [
                        .init(
                            localized("Library"),
                            [
                                .init(localized("Add a music folder"), .addFolder),
                                .init(localized("Import a collection"), .importCollection),
                                .init(localized("Add a record"), .addRecord),
                                .init(localized("Export all albums"), .export),
                                .init(localized("Export the selected albums"), .exportSelected),
                                .init(localized("Statistics"), .statistics),
                            ]),
                        .init(
                            localized("General"),
                            [
                                .init(localized("Preferences"), .preferences),
                                .init(localized("Main menu"), "F10"),
                                .init(localized("Keyboard shortcuts"), .shortcuts),
                                .init(localized("Close the window"), "<Control>w"),
                                .init(localized("Quit"), .quit),
                            ]),
                    ]),
            ],
            title: localized("Keyboard Shortcuts"),
            parent: parent
        )
    }
}
