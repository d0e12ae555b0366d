internal import CAdwaita
internal import FileNames

/// A dialog that asks for a file or a folder.
///
/// Keep the object until it calls its handler.
@MainActor
public final class FileChooser {
    /// A filter for the offered files.
    public struct Filter: Sendable {
        /// The name of the filter.
        public var name: String
        /// Extensions without the dot, in either case: `"csv"`.
        public var endings: [String]
        /// MIME types, such as `"image/*"`.
        public var types: [String]

        /// Creates a filter.
        public init(_ name: String, endings: [String] = [], types: [String] = []) {
            self.name = name
            self.endings = endings
            self.types = types
        }
    }

    /// The kind of thing to choose.
    public enum Choice: Sendable {
        /// A folder.
        case folder
        /// One of the files that pass the filter.
        case file(Filter)
        /// The name and the folder of a new file. The name is proposed. The dialog asks before an existing file is replaced.
        case newFile(name: String)

        fileprivate var kind: SleevesFileChoice {
            switch self {
            case .folder: SLEEVES_FOLDER
            case .file: SLEEVES_FILE
            case .newFile: SLEEVES_NEW_FILE
            }
        }
    }

    private let object: GObjectReference
    private let kind: SleevesFileChoice
    private weak var parent: ApplicationWindow?
    private let cancellable = GObjectReference(taking: UnsafeMutableRawPointer(g_cancellable_new()))
    /// The lists of files in the dialog of GTK 4.8.
    private let lists: [GObjectReference]

    /// Creates a dialog that isn't shown yet.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - accept: the label of the button that chooses.
    ///   - choice: the kind of thing to choose.
    ///   - folder: the path of the folder to open it at; nil for GTK's choice.
    ///   - parent: the window that the dialog belongs to.
    ///   - answer: called once, with the path, or `nil` if the user chose none.
    public init(
        title: String,
        accept: String,
        choice: Choice,
        folder: String? = nil,
        parent: ApplicationWindow,
        answer: @escaping @MainActor (String?) -> Void
    ) {
        var (name, files): (String?, GObjectReference?)
        switch choice {
        case .folder: break
        case .file(let filter): files = Self.files(filter)
        case .newFile(let proposed): name = proposed
        }
        let place = folder.map { folder in
            GObjectReference(taking: UnsafeMutableRawPointer(FileName.withSystemName(folder) { g_file_new_for_path($0) }))
        }
        let dialog = withExtendedLifetime((files, place)) {
            sleeves_file_dialog_new(parent.object.cast(), choice.kind, title, accept, name, place?.opaque, files?.opaque)
        }
        object = GObjectReference(taking: dialog)
        kind = choice.kind
        self.parent = parent
        lists = Self.mendDialog()
        let peer = Unmanaged.passRetained(FileAnswer(answer)).toOpaque()
        g_object_set_data_full(object.cast(), FileAnswer.key, peer) { peer in
            // SAFETY: GObject calls this once, when the dialog is finalised; it balances the retain above.
            if let peer { Unmanaged<FileAnswer>.fromOpaque(peer).release() }
        }
    }

    /// Releases the dialog when there is nothing else to do, and makes GTK 4.8's lists forget their files.
    ///
    /// GTK shows the menu of a file in an idle moment after the click, and then uses the dialog. It never frees a list in which the user has dragged
    /// a file, or opened such a menu. If the list keeps the files, they follow the changes of the folder, and then call the dialog that is gone.
    isolated deinit {
        FileAnswer.of(object.pointer)?.answer = nil
        Self.end(object, cancellable, lists)
    }

    private static func end(_ dialog: GObjectReference, _ cancellable: GObjectReference, _ lists: [GObjectReference]) {
        GLibContext.enqueueWhenIdle {
            g_cancellable_cancel(cancellable.cast())
            for list in lists { gtk_tree_view_set_model(list.cast(), nil) }
            withExtendedLifetime(dialog) {}
        }
    }

    /// Mends what GTK 4.8's dialog would warn about, and returns its lists.
    private static func mendDialog() -> [GObjectReference] {
        // Newer versions have another path and another list.
        guard gtk_get_minor_version() < 10 else { return [] }
        var lists: [GObjectReference] = []
        for dialog in ForeignWidgets.windows(of: gtk_file_chooser_dialog_get_type()) where gtk_widget_get_visible(dialog) == 0 {
            ForeignWidgets.visit(dialog) { widget in
                hideArrow(widget)
                if let list: UnsafeMutablePointer<GtkTreeView> = ForeignWidgets.cast(widget, to: gtk_tree_view_get_type()) {
                    limitColumns(of: list)
                    lists.append(GObjectReference(sharing: list))
                }
            }
        }
        return lists
    }

    /// Hides an arrow beside the path, until GTK has read the folder. Only then does it place and show it, but GTK 4.8 draws the dialog
    /// earlier on a slow disk or a busy machine, and warns about buttons without a place.
    private static func hideArrow(_ widget: UnsafeMutablePointer<GtkWidget>) {
        guard ForeignWidgets.className(of: widget) == "GtkButton", let bar = gtk_widget_get_parent(widget),
            ForeignWidgets.className(of: bar) == "GtkPathBar"
        else { return }
        gtk_widget_set_child_visible(widget, 0)
    }

    /// Keeps the columns of a list as wide as their headings, with an arrow for the order. GTK 4.8 lets the user drag a column to no width at all,
    /// and warns about the padding of its heading, for which there is no place.
    private static func limitColumns(of list: UnsafeMutablePointer<GtkTreeView>) {
        for place in 0..<Int32(gtk_tree_view_get_n_columns(list)) {
            guard let column = gtk_tree_view_get_column(list, place), gtk_tree_view_column_get_resizable(column) != 0,
                let heading = gtk_tree_view_column_get_button(column)
            else { continue }
            // Columns that the dialog shows later have no size yet.
            let isVisible = gtk_widget_get_visible(heading)
            let hasArrow = gtk_tree_view_column_get_sort_indicator(column)
            gtk_widget_set_visible(heading, 1)
            gtk_tree_view_column_set_sort_indicator(column, 1)
            var width: Int32 = 0
            gtk_widget_measure(heading, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
            gtk_tree_view_column_set_sort_indicator(column, hasArrow)
            gtk_widget_set_visible(heading, isVisible)
            gtk_tree_view_column_set_min_width(column, width)
        }
    }

    private static func files(_ filter: Filter) -> GObjectReference {
        let files = GObjectReference(taking: UnsafeMutableRawPointer(gtk_file_filter_new()))
        gtk_file_filter_set_name(files.opaque, filter.name)
        for ending in filter.endings { gtk_file_filter_add_suffix(files.opaque, ending) }
        for type in filter.types { gtk_file_filter_add_mime_type(files.opaque, type) }
        return files
    }

    /// Shows the dialog.
    public func show() {
        guard let parent else { return }
        sleeves_file_dialog_show(object.pointer, parent.object.cast(), kind, cancellable.cast()) { dialog, file in
            defer { if let file { g_object_unref(UnsafeMutableRawPointer(file)) } }
            let path = file.flatMap(FileAnswer.path)
            // SAFETY: GTK answers on the main thread, which assumeIsolated checks; nothing crosses threads.
            nonisolated(unsafe) let pointer = dialog
            MainActor.assumeIsolated {
                let waiting = FileAnswer.of(pointer)
                let answer = waiting?.answer
                waiting?.answer = nil
                answer?(path)
            }
        }
    }
}

/// The closure that waits for the answer of a dialog.
@MainActor
private final class FileAnswer {
    nonisolated static let key = "sleeves-file-answer"

    var answer: (@MainActor (String?) -> Void)?

    init(_ answer: @escaping @MainActor (String?) -> Void) {
        self.answer = answer
    }

    /// Returns what the dialog retains.
    static func of(_ dialog: UnsafeMutableRawPointer) -> FileAnswer? {
        guard let peer = g_object_get_data(dialog.assumingMemoryBound(to: GObject.self), key) else { return nil }
        return Unmanaged<FileAnswer>.fromOpaque(peer).takeUnretainedValue()
    }

    nonisolated static func path(of file: OpaquePointer) -> String? {
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return FileName.string(cString: path)
    }
}
