import CAdwaita

@testable import GTKAdapters

/// Counts which of the GObjects that it watches are finalised.
@MainActor
final class Finalisations {
    private(set) var missing: [String] = []

    func watch(_ name: String, _ object: GObjectReference) {
        missing.append(name)
        let note = Unmanaged.passRetained(Note(name, self)).toOpaque()
        g_object_weak_ref(
            object.cast(),
            { note, _ in
                guard let note else { return }
                // SAFETY: retained above, and GObject calls this once.
                let taken = Unmanaged<Note>.fromOpaque(note).takeRetainedValue()
                MainActor.assumeIsolated { taken.owner.missing.removeAll { $0 == taken.name } }
            },
            note
        )
    }

    @MainActor
    private final class Note {
        let name: String
        let owner: Finalisations

        init(_ name: String, _ owner: Finalisations) {
            (self.name, self.owner) = (name, owner)
        }
    }
}
