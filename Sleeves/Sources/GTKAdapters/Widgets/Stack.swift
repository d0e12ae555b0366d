internal import CAdwaita

/// A stack of widgets that shows one at a time and changes with a crossfade.
@MainActor
public final class Stack: Widget {
    private var pages: [String: Widget] = [:]

    /// Creates an empty stack.
    public init() {
        super.init(gtk_stack_new())
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    }

    /// Adds a child with a name, replacing a child of that name. The first child is shown.
    public func add(_ child: Widget, named name: String) {
        remove(named: name)
        keep(child)
        pages[name] = child
        // Screen readers would say the name of the page's class.
        if let page = gtk_stack_add_named(opaque, child.gtk, name) { Widget.setAccessibleLabel("", on: page) }
    }

    /// Removes the child with a name, if there is one. If it was shown, the stack shows nothing until another child is chosen.
    public func remove(named name: String) {
        guard let child = pages.removeValue(forKey: name) else { return }
        gtk_stack_remove(opaque, child.gtk)
        letGo(of: child)
    }

    /// The name of the shown child; nil if there is none. Unknown names are ignored.
    public var visibleChild: String? {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
        set {
            guard let newValue, pages[newValue] != nil else { return }
            gtk_stack_set_visible_child_name(opaque, newValue)
        }
    }

    /// The duration of the change, in milliseconds. The desktop's setting without animations takes precedence.
    public var transitionMilliseconds: Int {
        get { Int(gtk_stack_get_transition_duration(opaque)) }
        set { gtk_stack_set_transition_duration(opaque, guint(newValue)) }
    }
}
