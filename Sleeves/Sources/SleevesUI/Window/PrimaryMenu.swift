import GTKAdapters
import Localization
import SleevesLibrary

/// The window's main menu, which the key F10 opens.
@MainActor
enum PrimaryMenu {
    /// - Parameters:
    ///   - undo: The name of the change to undo; `nil` for none.
    ///   - redo: The name of the change to redo; `nil` for none.
    static func make(undo: String? = nil, redo: String? = nil) -> Menu {
        Menu([
            .init(
                nil,
                [
                    .init(localized("Add _Music Folder…"), action: "app.import"),
                    .init(localized("Import _Collection…"), action: "app.import-collection"),
                    .init(localized("Add _Record…"), action: "app.add-record"),
                    .init(localized("_Export…"), action: "app.export"),
                    .init(localized("Export as Web Pa_ge…"), action: "app.export-page"),
                    .init(localized("Pr_int…"), action: "app.print"),
                ]),
            .init(
                nil,
                [
                    .init(undoLabel(undo), .undo),
                    .init(redoLabel(redo), .redo),
                ]),
            .init(
                nil,
                [
                    .init(localized("_Wall"), action: "app.layout::\(AlbumLayout.wall.rawValue)"),
                    .init(localized("_Strip"), action: "app.layout::\(AlbumLayout.strip.rawValue)"),
                    .init(localized("Wante_d Albums"), action: "app.wishes"),
                    .init(localized("S_helves"), action: "app.shelves"),
                ]),
            .init(
                nil,
                [
                    .init(localized("Sta_tistics"), action: "app.statistics"),
                    .init(localized("_Preferences"), action: "app.preferences"),
                    .init(localized("_Keyboard Shortcuts"), action: "app.shortcuts"),
                    .init(localized("_About Sleeves"), action: "app.about"),
                ]),
        ])
    }

    /// The menu of what can be added to the library.
    static let additions = Menu([
        .init(localized("Add _Music Folder…"), action: "app.import"),
        .init(localized("Import _Collection…"), action: "app.import-collection"),
        .init(localized("Add _Record…"), action: "app.add-record"),
    ])

    private static func undoLabel(_ change: String?) -> String {
        // Translators: {change} is the name of a change, such as “Remove 3 Albums”.
        change.map { localized("_Undo {change}", ["change": menuName(of: $0)]) } ?? localized("_Undo")
    }

    private static func redoLabel(_ change: String?) -> String {
        // Translators: {change} is the name of a change, such as “Remove 3 Albums”.
        change.map { localized("_Redo {change}", ["change": menuName(of: $0)]) } ?? localized("_Redo")
    }

    /// Returns the name of a change for a menu. A menu is as wide as its widest line, so a long name is cut.
    private static func menuName(of change: String) -> String {
        let name = change.count > 40 ? change.prefix(39) + "…" : change[...]
        // An underscore in a menu marks the mnemonic.
        return name.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
    }
}
