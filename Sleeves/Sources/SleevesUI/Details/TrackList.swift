import GTKAdapters
import Localization
import SleevesLibrary

/// An album's tracks, disc by disc.
///
/// The tracks that fit on a screen appear at once, the rest when the main loop is idle. So an audiobook of a thousand chapters doesn't
/// block the window.
///
/// They are one stop for the Tab key. The arrow and page keys lead from track to track, also on to the next disc, Home and End to the first
/// and the last one, and Enter plays from there on.
@MainActor
final class TrackList: TabStop {
    private static let slice = 24

    /// Called with the position of a track to play, within the album.
    var onPlay: ((Int) -> Void)?

    /// The track that plays, if it is of this album.
    var mark: PlayingMark? {
        didSet { for view in views { view.mark = mark } }
    }

    private let column = Box(.vertical, spacing: 24)
    private var views: [DiscView] = []
    private var discs: [[TrackRecord]] = []
    /// The count of shown albums, with which a late slice recognizes that it is outdated.
    private var generation = 0

    init() {
        super.init(column)
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard let self, modifiers.isEmpty, key == .home || key == .end else { return false }
            return focusTrack(inDiscs: 0..<discs.count, isLast: key == .end)
        }
        add(keys)
    }

    /// Moves the focus to the first or the last track of some discs.
    @discardableResult
    private func focusTrack(inDiscs range: Range<Int>, isLast: Bool) -> Bool {
        guard let disc = isLast ? range.last : range.first else { return false }
        views[disc].focusTrack(isLast: isLast)
        return true
    }

    /// Shows the tracks of an album.
    ///
    /// - Parameter titles: The titles of single discs, by their numbers.
    func show(_ tracks: [TrackRecord], titles: [Int: String] = [:]) {
        generation += 1
        discs = Self.discs(of: tracks)
        while views.count < discs.count {
            let disc = views.count
            let view = DiscView { [weak self] track in self?.play(track, ofDisc: disc) }
            view.onLeave = { [weak self] isForward in
                guard let self else { return }
                focusTrack(inDiscs: isForward ? disc + 1..<max(disc + 1, discs.count) : 0..<disc, isLast: !isForward)
            }
            view.mark = mark
            views.append(view)
            column.append(view)
        }
        var room = Self.slice
        for (index, view) in views.enumerated() {
            view.isVisible = index < discs.count
            guard index < discs.count else { continue }
            view.title = Self.title(of: discs[index], among: discs.count, titles)
            // Keep rows that are filled again at once. Hiding and showing them would cost more than everything else.
            let filled = min(room, discs[index].count)
            view.hideRows(from: filled)
            room -= filled
        }
        isVisible = !tracks.isEmpty
        fill(disc: 0, from: 0, generation: generation)
    }

    private func play(_ track: Int, ofDisc disc: Int) {
        onPlay?(discs.prefix(disc).reduce(track) { $0 + $1.count })
    }

    private func fill(disc: Int, from start: Int, generation: Int) {
        guard generation == self.generation else { return }
        var (disc, start, room) = (disc, start, Self.slice)
        while disc < discs.count, room > 0 {
            let end = min(start + room, discs[disc].count)
            views[disc].show(discs[disc], in: start..<end)
            room -= end - start
            (disc, start) = end == discs[disc].count ? (disc + 1, 0) : (disc, end)
        }
        guard disc < discs.count else { return }
        let next = (disc: disc, start: start)
        GLibContext.enqueueWhenIdle { [weak self] in self?.fill(disc: next.disc, from: next.start, generation: generation) }
    }

    /// Splits the tracks into a list for each run of one disc.
    private static func discs(of tracks: [TrackRecord]) -> [[TrackRecord]] {
        var discs: [[TrackRecord]] = []
        for track in tracks {
            if let last = discs.last?.last, last.disc == track.disc {
                discs[discs.count - 1].append(track)
            } else {
                discs.append([track])
            }
        }
        return discs
    }

    /// Returns a numbered heading for each of several discs, with its title if it has one; for the only one its title, or `nil`.
    private static func title(of disc: [TrackRecord], among count: Int, _ titles: [Int: String]) -> String? {
        let number = disc.first?.disc
        let title = titles[number ?? 1]
        guard count > 1 else { return title }
        guard let number else { return localized("Other Tracks") }
        guard let title else { return localized("Disc {number}", ["number": String(number)]) }
        return localized("Disc {number}: {title}", ["number": String(number), "title": title])
    }
}
