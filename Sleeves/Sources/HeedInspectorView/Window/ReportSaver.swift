import GTKAdapters
import Glibc
import HeedInspector
import Localization

/// Saves reports to files that the user chooses.
@MainActor
final class ReportSaver {
    private unowned let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var chooser: FileChooser?

    init(window: ApplicationWindow, toasts: ToastOverlay) {
        self.window = window
        self.toasts = toasts
    }

    /// Asks for a file, and saves a report to it.
    func save(_ report: InspectorReport, as format: SaveFormat) {
        guard chooser == nil else { return }
        let chooser = FileChooser(
            title: localized("Save as {format}", ["format": format.name]), accept: localized("_Save"),
            choice: .newFile(name: "observation.\(format.fileExtension)"), parent: window
        ) { [weak self] path in
            self?.chooser = nil
            if let path { self?.write(report, as: format, to: path) }
        }
        self.chooser = chooser
        chooser.show()
    }

    private func write(_ report: InspectorReport, as format: SaveFormat, to path: String) {
        Task { [weak toasts] in
            let problem = await Task.detached { Self.write(format.text(report), to: path) }.value
            let message =
                problem.map { localized("{file} could not be saved: {problem}.", ["file": FolderName.shown(path), "problem": $0]) }
                ?? localized("Saved to {file}.", ["file": FolderName.shown(path)])
            toasts?.show(Toast(message))
        }
    }

    /// Writes a file.
    ///
    /// - Returns: The system's words for a problem; `nil` if there was none.
    private nonisolated static func write(_ text: String, to path: String) -> String? {
        guard let file = fopen(path, "w") else { return String(cString: strerror(errno)) }
        var text = text
        let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
        let problem = isWritten ? nil : String(cString: strerror(errno))
        guard fclose(file) == 0 else { return problem ?? String(cString: strerror(errno)) }
        return problem
    }
}
