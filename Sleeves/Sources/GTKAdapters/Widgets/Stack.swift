internal import CAdwaita

/// Several widgets in one place, of which one is shown. The change is a crossfade.
@MainActor
public final class Stack: Widget {
    private var pages: [String: Widget] = [:]

    /// Creates an empty stack.
    public init() {
        super.init(gtk_stack_new())
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    }

    /// Adds a child under a name. The first one is shown. A child that had the name is gone.
    public func add(_ child: Widget, named name: String) {
        remove(named: name)
        keep(child)
        pages[name] = child
        gtk_stack_add_named(opaque, child.gtk, name)
    }

    /// Takes the child of a name away, if there is one. If it was shown, nothing is until another is named.
    public func remove(named name: String) {
        guard let child = pages.removeValue(forKey: name) else { return }
        gtk_stack_remove(opaque, child.gtk)
        letGo(of: child)
    }

    /// The name of the child that is shown; nil if there is none. A name that nobody has is ignored.
    public var visibleChild: String? {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
        set {
            guard let newValue, pages[newValue] != nil else { return }
            gtk_stack_set_visible_child_name(opaque, newValue)
        }
    }

    /// Whether the stack is as large as its largest child, whichever is shown, so that the change moves nothing around it. Default: yes.
    public var isHomogeneous: Bool {
        get { gtk_stack_get_vhomogeneous(opaque) != 0 }
        set {
            gtk_stack_set_vhomogeneous(opaque, newValue ? 1 : 0)
            gtk_stack_set_hhomogeneous(opaque, newValue ? 1 : 0)
        }
    }

    /// How long the change lasts, in milliseconds. The desktop's setting to move nothing wins.
    public var transitionMilliseconds: Int {
        get { Int(gtk_stack_get_transition_duration(opaque)) }
        set { gtk_stack_set_transition_duration(opaque, guint(newValue)) }
    }
}
