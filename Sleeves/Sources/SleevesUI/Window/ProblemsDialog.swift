import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that lists an import's problems: each path, what is wrong there, and what to do.
@MainActor
final class ProblemsDialog: DialogWindow {
    /// The maximum number of rows. Nobody reads more, and each is a widget.
    private static let limit = 200

    init(_ problems: [ImportProblem], parent: ApplicationWindow) {
        super.init(title: localized("Not Imported"), parent: parent, width: 620)
        let list = ListBox(style: "boxed-list")
        list.setAccessibleLabel(localized("Not Imported"))
        list.verticalAlignment = .start
        for problem in problems.prefix(Self.limit) { list.append(ActionRow(Path.shown(problem.path), subtitle: problem.reason)) }
        let column = Box(.vertical, spacing: 12, [list])
        if problems.count > Self.limit {
            let rest = Label(style: "dim-label")
            rest.wraps = true
            rest.text = localized(
                one: "{count} more problem is not shown. “{command}” lists more of them.",
                other: "{count} more problems are not shown. “{command}” lists more of them.",
                count: problems.count - Self.limit,
                ["command": "sleeves import"]
            )
            column.append(rest)
        }
        column.margins = Margins(horizontal: 18, vertical: 18)
        let scrolled = ScrolledWindow(column)
        scrolled.expandsVertically = true
        scrolled.setMinimumSize(height: problems.count > 3 ? 380 : 220)
        content = Box(.vertical, [HeaderBar(), scrolled])
    }
}
