import GTKAdapters
import Heed
import Localization
import SleevesPlayer

/// The position in the current track: the elapsed time, a slider to move to another position, and the total time.
///
/// While the user drags the slider, the player follows with a short delay, so that it doesn't open the file at each pixel.
@MainActor
final class PlayerPosition: Box {
    private let player: Player
    private let slider = Slider(accessibleLabel: localized("Position in the Track"), step: 5, page: 30)
    private let elapsed = Label(style: "caption", "numeric")
    private let total = Label(style: "caption", "numeric", "dim-label")
    private let choices = Subject<Int>()
    private var tokens: [ObservationToken] = []
    /// The position that the user has chosen, until the player goes there.
    private var chosen: Int?

    init(_ player: Player) {
        self.player = player
        super.init(.horizontal, spacing: 6, [elapsed, slider, total])
        slider.expandsHorizontally = true
        slider.setMinimumSize(width: 120)
        elapsed.textAlignment = 1
        total.textAlignment = 0
        // Wide enough for most times, so that the slider keeps its place.
        for label in [elapsed, total] { label.setMinimumSize(width: 36) }
        slider.onChange = { [weak self] seconds in self?.choose(seconds) }
        tokens = [
            player.observe(\.position) { [weak self] _ in self?.update() },
            player.observe(\.duration) { [weak self] _ in self?.update() },
            player.observe(\.index) { [weak self] _ in self?.chosen = nil },
            Receptionist(for: .values(of: choices), on: .glib, delivering: .debounced(for: .milliseconds(150))) { [weak self] seconds in
                self?.seek(to: seconds)
            },
        ]
        update()
    }

    private func choose(_ seconds: Int) {
        chosen = seconds
        update()
        choices.notify(seconds)
    }

    private func seek(to seconds: Int) {
        // The track may have changed since.
        guard chosen == seconds else { return }
        chosen = nil
        player.seek(to: .seconds(seconds))
    }

    private func update() {
        let seconds = chosen ?? Int(player.currentPosition.components.seconds)
        let figures = PlayingTime.figures(seconds)
        elapsed.text = figures
        let length = player.duration.map { Int($0.components.seconds) } ?? 0
        total.text = length > 0 ? PlayingTime.figures(length) : ""
        slider.isSensitive = length > 0
        let text = length > 0 ? localized("{number} of {count}", ["number": figures, "count": total.text]) : figures
        slider.show(min(seconds, max(length, 1)), in: 0...max(length, 1), text: text)
    }
}
