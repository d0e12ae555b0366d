import Foundation
import Heed

/// The caretaker: keeps mementos in a file, without looking into them. It saves one whenever the program becomes inactive.
final class StateKeeper {
    private let file: URL
    private var observation: ObservationToken?

    init(file: URL) {
        self.file = file
    }

    /// Returns the state that was saved last; `nil` the first time, or if the file is damaged.
    func load() -> AppState? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        do {
            return try JSONDecoder().decode(AppState.self, from: data)
        } catch {
            print("\(file.lastPathComponent) is damaged, so the library opens with the first album.")
            return nil
        }
    }

    /// Saves a state whenever the program becomes inactive.
    func follow(_ status: AppStatus, saving makeState: @escaping () -> AppState?) {
        observation = status.observe(\.state) { [weak self] state in
            if state == .inactive, let memento = makeState() { self?.save(memento) }
        }
    }

    private func save(_ state: AppState) {
        do {
            // Atomic: a crash leaves the former file.
            try JSONEncoder().encode(state).write(to: file, options: .atomic)
        } catch {
            print("The state can't be saved in \(file.path): \(error.localizedDescription)")
        }
    }
}
