import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A mark beside the wall's scrollbar that says where in the order the wall is: a group, a letter, a year or a month. It shows while the wall
/// scrolls.
@MainActor
final class ScrollMark {
    private struct Place: Sendable, Equatable {
        var index: Int
        var list: AlbumList
        var order: AlbumOrder
    }

    /// The time for which the mark stays after the last movement, in milliseconds.
    private static let pause = 1_000

    /// Shows the mark in front of the wall's end, where its scrollbar is.
    let label = Label(style: "osd", "scroll-mark")

    private let library: LibraryAPI
    private let places = Subject<Place>()
    private var receptionist: Receptionist?
    private var last: Place?
    private var hiding: MainLoopSource?

    init(library: LibraryAPI) {
        self.library = library
        label.horizontalAlignment = .end
        label.verticalAlignment = .start
        label.takesPointer = false
        label.isVisible = false
        receptionist = Receptionist(for: .values(of: places), on: .mainActor, delivering: .latest) { [weak self] place in
            await self?.show(place)
        }
    }

    /// Shows what an album is sorted by.
    ///
    /// - Parameters:
    ///   - index: The index of the first album in view.
    ///   - position: Where the middle of the scrollbar's slider is, from 0 to 1.
    ///   - height: The height of the scrollbar, in logical pixels.
    func follow(_ index: Int, in list: AlbumList, order: AlbumOrder, position: Double, height: Int) {
        let (place, former) = (Place(index: index, list: list, order: order), last)
        // A new list scrolls by itself.
        guard place != former else { return }
        last = place
        guard former?.list == list, former?.order == order else { return hide() }
        let half = label.isVisible ? label.height / 2 : 24
        let top = min(max(Int(position * Double(height)) - half, 8), max(8, height - 2 * half - 8))
        label.margins = Margins(top: top, leading: 12, bottom: 0, trailing: 24)
        hiding = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.hide() }
        places.notify(place)
    }

    private func show(_ place: Place) async {
        let group = place.list.group(at: place.index)?.name
        let mark = group == nil ? try? await library.mark(of: place.index, in: place.list, order: place.order) : nil
        // The pause may be over, or the list another one.
        guard hiding != nil, last?.list == place.list, last?.order == place.order else { return }
        label.text = group ?? mark.map(Self.text) ?? ""
        label.isVisible = !label.text.isEmpty
    }

    private func hide() {
        hiding = nil
        label.isVisible = false
    }

    private static func text(_ mark: AlbumMark) -> String {
        switch mark {
        case .letter(let letter): letter
        case .year(let year): String(year)
        case .added(let date):
            DateText.day(date.timeIntervalSince1970, format: localized("%B %Y", context: "a month, as strftime writes it"))
        }
    }
}
