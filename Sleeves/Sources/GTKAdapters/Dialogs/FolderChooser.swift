internal import CAdwaita

/// Asks for a folder.
///
/// Keep the object until it has answered.
@MainActor
public final class FolderChooser {
    private let object: GObjectReference
    private var response: SignalConnection?

    /// Prepares the question.
    ///
    /// - Parameters:
    ///   - title: what is asked.
    ///   - accept: the label of the button that chooses.
    ///   - parent: the window that the question belongs to.
    ///   - answer: called once, with the folder's path, or `nil` if none was chosen.
    public init(title: String, accept: String, parent: ApplicationWindow, answer: @escaping @MainActor (String?) -> Void) {
        guard
            let dialog = gtk_file_chooser_native_new(
                title,
                parent.object.cast(),
                GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                accept,
                nil
            )
        else { fatalError("GTK does not return without a dialog") }
        object = GObjectReference(taking: UnsafeMutableRawPointer(dialog))
        gtk_native_dialog_set_modal(object.cast(), 1)
        response = SignalConnection(to: object, "response") { [weak self] _ in
            guard let self else { return }
            answer(chosenPath)
        }
    }

    /// Asks.
    public func show() {
        gtk_native_dialog_show(object.cast())
    }

    private var chosenPath: String? {
        guard let file = gtk_file_chooser_get_file(object.opaque) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}
