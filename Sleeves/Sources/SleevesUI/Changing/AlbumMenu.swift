import GTKAdapters
import Localization

/// The menu of the selected albums.
@MainActor
enum AlbumMenu {
    static var menu: Menu {
        Menu([
            .init(
                nil,
                [
                    .init(localized("I _Got It"), action: "app.got-it", isHiddenWhenDisabled: true),
                    .init(localized("_Play"), .play),
                    .init(localized("Open with _Default Player"), action: "app.open-in-player"),
                    .init(localized("_Edit…"), .edit),
                    .init(localized("Text E_ncoding…"), action: "app.text-encoding"),
                    .init(localized("E_xport…"), .exportSelected),
                ]),
            .init(
                nil,
                [
                    .init(localized("Find _Covers…"), action: "app.find-covers"),
                    .init(localized("Choose a Co_ver…"), action: "app.choose-cover"),
                    .init(localized("Cover from _Address…"), action: "app.cover-from-address"),
                    .init(localized("Use the _Original Cover"), action: "app.original-cover"),
                    .init(localized("Fetch _Missing Covers"), .fetchCovers),
                ]),
            .init(
                nil,
                [
                    .init(localized("_Join Albums"), action: "app.join-albums", isHiddenWhenDisabled: true),
                    .init(localized("_Split Album"), action: "app.split-album", isHiddenWhenDisabled: true),
                ]),
            .init(nil, [.init(localized("More by _This Artist"), action: "app.same-artist")]),
            .init(nil, [.init(localized("_Remove from the Library"), .remove)]),
        ])
    }
}
