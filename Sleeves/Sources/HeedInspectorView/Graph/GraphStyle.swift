import GTKAdapters

/// The colours of the graph, from the platform's theme.
@MainActor
struct GraphStyle: Equatable {
    let text, accent, window, view, card, error, warning: Paint
    let isDark: Bool
    let isMirrored: Bool

    init(of canvas: Canvas) {
        text = canvas.paint(.text)
        accent = canvas.paint(.accent)
        window = canvas.paint(.window)
        view = canvas.paint(.view)
        card = canvas.paint(.card)
        error = canvas.paint(.error)
        warning = canvas.paint(.warning)
        isDark = Settings.shared.isDark
        isMirrored = canvas.isRightToLeft
    }
}
