import Testing

extension Program {
    /// Fails the test where the program has written a warning or worse of GLib's, GTK's or libadwaita's.
    func expectNoComplaints() {
        guard name == "sleeves" || name == "DragProbe" else { return }
        let complaints = errorText.split(separator: "\n").filter { $0.contains(/-(WARNING|CRITICAL|ERROR) \*\*/) }
        #expect(complaints.isEmpty, "\(name) complains: \(complaints.prefix(5).joined(separator: "\n"))")
    }
}
