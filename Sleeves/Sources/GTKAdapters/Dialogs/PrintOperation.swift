internal import CAdwaita

/// The printing of a document, page by page, with the desktop's dialog for the printer, the paper, or a PDF file instead.
///
/// Keep the object until `onDone`.
@MainActor
public final class PrintOperation {
    /// Called with the size of the space to print on, in points, before the first page. Returns the number of pages.
    public var onBegin: ((_ width: Double, _ height: Double) -> Int)?
    /// Called for each page, counted from 0, to draw it.
    public var onDraw: ((PrintedPage, _ number: Int) -> Void)?
    /// Called once at the end, with the problem if it could not be printed.
    public var onDone: ((_ problem: String?) -> Void)?

    /// The margins of the paper, in millimetres.
    private static let margin = 15.0

    private let object = GObjectReference(taking: UnsafeMutableRawPointer(gtk_print_operation_new()))
    private var connections: [SignalConnection] = []
    private var operation: UnsafeMutablePointer<GtkPrintOperation> { object.cast() }

    /// - Parameter name: The name of the document, for the queue of the printer and for the file.
    public init(name: String) {
        gtk_print_operation_set_job_name(operation, name)
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        setMargins()
        connections = [
            SignalConnection(to: object, "begin-print") { [weak self] arguments in
                guard let self, let context = arguments.object(0).map({ OpaquePointer($0) }) else { return }
                let count = onBegin?(gtk_print_context_get_width(context), gtk_print_context_get_height(context)) ?? 0
                gtk_print_operation_set_n_pages(operation, gint(max(1, count)))
            },
            SignalConnection(to: object, "draw-page") { [weak self] arguments in
                guard let self, let context = arguments.object(0).map({ OpaquePointer($0) }) else { return }
                onDraw?(PrintedPage(context), arguments.int(1))
            },
            SignalConnection(to: object, "done") { [weak self] arguments in
                // Cancelling isn't a problem.
                self?.end(isFailed: arguments.enumeration(0) == GTK_PRINT_OPERATION_RESULT_ERROR.rawValue)
            },
        ]
    }

    private func setMargins() {
        guard let setup = gtk_page_setup_new() else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(setup)) }
        for set in [
            gtk_page_setup_set_top_margin, gtk_page_setup_set_bottom_margin, gtk_page_setup_set_left_margin,
            gtk_page_setup_set_right_margin,
        ] { set(setup, Self.margin, GTK_UNIT_MM) }
        gtk_print_operation_set_default_page_setup(operation, setup)
    }

    /// Asks for the printer, and prints. The window stays usable meanwhile.
    public func run(parent: ApplicationWindow) {
        run(GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent.object.cast())
    }

    /// Writes the document to a PDF file, without asking.
    public func export(to path: String) {
        gtk_print_operation_set_export_filename(operation, path)
        run(GTK_PRINT_OPERATION_ACTION_EXPORT, nil)
    }

    private func run(_ action: GtkPrintOperationAction, _ parent: UnsafeMutablePointer<GtkWindow>?) {
        var error: UnsafeMutablePointer<GError>?
        let result = gtk_print_operation_run(operation, action, parent, &error)
        g_clear_error(&error)
        if result == GTK_PRINT_OPERATION_RESULT_ERROR { end(isFailed: true) }
    }

    private func end(isFailed: Bool) {
        guard let onDone else { return }
        self.onDone = nil
        var error: UnsafeMutablePointer<GError>?
        if isFailed { gtk_print_operation_get_error(operation, &error) }
        let words = error.flatMap { $0.pointee.message }.map { String(cString: $0) }
        g_clear_error(&error)
        onDone(isFailed ? words ?? "" : nil)
    }
}

/// A page that is being printed, to draw on. Lengths are in points, from the top at the left.
@MainActor
public struct PrintedPage {
    private let context: OpaquePointer

    init(_ context: OpaquePointer) {
        self.context = context
    }

    /// The width of the space to print on.
    public var width: Double { gtk_print_context_get_width(context) }
    /// The height of the space to print on.
    public var height: Double { gtk_print_context_get_height(context) }

    /// Draws a line of text, with an ellipsis where it doesn't fit.
    ///
    /// - Parameters:
    ///   - size: The size of the font.
    ///   - isTrailing: Whether the text ends at the end of the line, instead of beginning at its start.
    public func text(
        _ text: String, x: Double, y: Double, width: Double, size: Double = 9, isBold: Bool = false, isTrailing: Bool = false
    ) {
        guard !text.isEmpty, width > 0, let layout = gtk_print_context_create_pango_layout(context),
            let font = pango_font_description_from_string("Sans")
        else { return }
        defer {
            g_object_unref(UnsafeMutableRawPointer(layout))
            pango_font_description_free(font)
        }
        pango_font_description_set_size(font, gint(size * Double(PANGO_SCALE)))
        if isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
        pango_layout_set_font_description(layout, font)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_width(layout, gint(width * Double(PANGO_SCALE)))
        // At the side that is meant, whatever the direction of the text.
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_alignment(layout, isTrailing ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
        pango_layout_set_text(layout, text, -1)
        let cairo = gtk_print_context_get_cairo_context(context)
        cairo_move_to(cairo, x, y)
        pango_cairo_show_layout(cairo, layout)
    }

    /// Draws a thin horizontal line over the whole width.
    public func rule(y: Double) {
        let cairo = gtk_print_context_get_cairo_context(context)
        cairo_set_line_width(cairo, 0.4)
        cairo_move_to(cairo, 0, y)
        cairo_line_to(cairo, width, y)
        cairo_stroke(cairo)
    }
}
