import Testing

extension Program {
    /// Fails the test where the program has written a warning or worse of GLib's, GTK's or libadwaita's.
    func expectNoComplaints() {
        guard name == "sleeves" || name == "DragProbe" else { return }
        #expect(complaints.isEmpty, "\(name) complains: \(complaints.prefix(5).joined(separator: "\n"))")
    }

    /// The warnings and worse that the program has written so far.
    var complaints: [String] {
        errorText.split(separator: "\n").map(String.init).filter { line in
            line.contains(/-(WARNING|CRITICAL|ERROR) \*\*/) && !Self.ofGTKItself.contains { line.contains($0) }
        }
    }

    /// The complaints of GTK about its own widgets, whatever the program does.
    private static let ofGTKItself = [
        // The heading of a column of the file chooser is clicked before there are files.
        "gtk_tree_sortable_",
        // The header is dragged, or one of the window's buttons goes while it is pressed.
        "Broken accounting of active state",
        // The file chooser completes a path where its window is off the screen: nobody manages windows here.
        "gdk_monitor_get_geometry",
        // A letter typed in the file list of the file chooser opens its search.
        "gtk_css_node_insert_after",
        // A screen reader asks where something is on the screen.
        "Screen coordinates not supported",
        // Text is selected in an entry that has the keyboard and is hidden: its cursor goes on blinking for a moment.
        "unexpected blinking selection",
        // GTK 4.24 counts a frame twice on X11 and in the browser, where a popover opens.
        "gdk_frame_timings_",
    ]
}
