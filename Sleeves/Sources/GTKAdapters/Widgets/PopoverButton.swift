internal import CAdwaita

/// A button that opens a widget in a popover.
@MainActor
public final class PopoverButton: PopupButton {
    /// Called when the user opens the popover.
    public var onOpen: (() -> Void)?
    /// Called when the popover has closed.
    public var onClose: (() -> Void)?

    private let makeContent: @MainActor () -> Widget
    private var isMade = false
    private var closing: SignalConnection?

    /// Creates a button with a text.
    ///
    /// - Parameter makeContent: Makes what the popover shows, when the user opens it for the first time.
    public init(_ label: String, _ makeContent: @escaping @MainActor () -> Widget) {
        self.makeContent = makeContent
        super.init()
        self.label = label
    }

    /// Creates a button with a symbol of the icon theme.
    ///
    /// - Parameters:
    ///   - icon: The symbol.
    ///   - tooltip: The tooltip, which screen readers say too.
    ///   - makeContent: Makes what the popover shows, when the user opens it for the first time.
    public init(icon: String, tooltip: String, _ makeContent: @escaping @MainActor () -> Widget) {
        self.makeContent = makeContent
        super.init()
        gtk_menu_button_set_icon_name(opaque, icon)
        setName(ofIconButton: tooltip)
    }

    /// The text of the button.
    public var label: String {
        get { gtk_menu_button_get_label(opaque).map { String(cString: $0) } ?? "" }
        set {
            gtk_menu_button_set_label(opaque, newValue)
            setAccessibleLabel(newValue)
        }
    }

    /// Whether the Tab key leads to the button. Default: yes.
    public var isTabStop = true {
        didSet {
            // What GTK's button contains has the keyboard focus, not that itself.
            if let button = gtk_widget_get_first_child(gtk) { gtk_widget_set_focusable(button, isTabStop ? 1 : 0) }
        }
    }

    /// Whether the popover is open.
    public var isOpen: Bool {
        gtk_menu_button_get_popover(opaque).map { gtk_widget_get_visible(gtkWidget($0)) != 0 } ?? false
    }

    /// Opens the popover.
    public func open() {
        gtk_menu_button_popup(opaque)
    }

    /// Closes the popover.
    public func close() {
        gtk_menu_button_popdown(opaque)
    }

    override func prepare() {
        if !isMade {
            isMade = true
            let content = makeContent()
            keep(content)
            let popover = gtk_popover_new()
            gtk_popover_set_child(UnsafeMutableRawPointer(popover)?.assumingMemoryBound(to: GtkPopover.self), content.gtk)
            gtk_menu_button_set_popover(opaque, popover)
            guard let popover else { return }
            closing = SignalConnection(to: GObjectReference(sharing: UnsafeMutableRawPointer(popover)), "closed") { [weak self] _ in
                self?.onClose?()
            }
        }
        onOpen?()
    }

    private func gtkWidget(_ popover: UnsafeMutablePointer<GtkPopover>) -> UnsafeMutablePointer<GtkWidget> {
        UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)
    }
}
