import GTKAdapters
import Localization

/// The menu of the selected album.
@MainActor
enum AlbumMenu {
    static var menu: Menu {
        Menu([
            .init(nil, [.init(localized("_Edit…"), action: "app.edit", keys: "<Control>e")]),
            .init(
                nil,
                [
                    .init(localized("Choose a _Cover…"), action: "app.choose-cover"),
                    .init(localized("Cover from _Address…"), action: "app.cover-from-address"),
                    .init(localized("Use the _Original Cover"), action: "app.original-cover"),
                ]),
            .init(nil, [.init(localized("More by _This Artist"), action: "app.same-artist")]),
            .init(nil, [.init(localized("_Remove from the Library"), action: "app.remove", keys: "Delete")]),
        ])
    }
}
