import GTKAdapters
import Localization
import SleevesLibrary

/// Five stars and a heart: the user's opinion of an album, which a click on them changes. One stop for the Tab key; the arrow keys lead from one to the
/// next.
@MainActor
final class RatingRow: TabStop {
    /// Called when the user changes the opinion.
    var onChange: ((AlbumRated.Act) -> Void)?

    private let stars: [Button]
    private let heart = Button(icon: "emote-love-symbolic", tooltip: "", style: "flat", "circular", "heart")
    private var shown = AlbumOpinion()

    init() {
        stars = (1...5).map { number in
            Button(icon: "non-starred-symbolic", tooltip: Self.name(of: number), style: "flat", "circular", "star")
        }
        let row = Box(.horizontal, stars + [heart])
        row.horizontalAlignment = .center
        super.init(row)
        for (index, star) in stars.enumerated() {
            star.onClick = { [weak self] in
                guard let self else { return }
                // The star that is the user's rating takes it back.
                onChange?(.rate(shown.rating == index + 1 ? nil : index + 1))
            }
        }
        heart.onClick = { [weak self] in
            if let self { onChange?(.favour(!shown.isFavourite)) }
        }
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard let self, modifiers.isEmpty, key == .left || key == .right else { return false }
            let buttons = stars + [heart]
            guard let place = buttons.firstIndex(where: \.containsFocus) else { return false }
            let step = (key == .right) == isRightToLeft ? -1 : 1
            if buttons.indices.contains(place + step) { buttons[place + step].grabFocus() }
            return true
        }
        add(keys)
        show(shown)
    }

    /// Shows the opinion of an album.
    func show(_ opinion: AlbumOpinion) {
        shown = opinion
        let rating = opinion.shownRating ?? 0
        for (index, star) in stars.enumerated() {
            star.show(icon: index < rating ? "starred-symbolic" : "non-starred-symbolic", tooltip: Self.name(of: index + 1))
        }
        heart.show(
            icon: Self.heartIcon(isSet: opinion.isFavourite),
            tooltip: opinion.isFavourite ? localized("Remove from Favourites") : localized("Add to Favourites"))
        heart.setStyle("loved", opinion.isFavourite)
        let words = opinion.shownRating.map { localized("Rating, {rating} of 5", ["rating": String($0)]) } ?? localized("Not Rated")
        setAccessibleLabel(words)
    }

    /// The heart's icon. Icon themes have none for a heart that isn't set, so Sleeves has its own, which is there where Sleeves is installed.
    static func heartIcon(isSet: Bool) -> String {
        let outline = "sleeves-heart-outline-symbolic"
        return !isSet && Icons.contains(outline) ? outline : "emote-love-symbolic"
    }

    private static func name(of number: Int) -> String {
        localized(one: "{count} Star", other: "{count} Stars", count: number)
    }
}
