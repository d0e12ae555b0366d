internal import Localization

/// The page that shows the window in a browser: the Broadway server's own, with the window's title and two notices.
///
/// The server shows the window in one tab only. When another tab connects, it drops the first one. So the page asks first whether a tab shows
/// the window. If so, it says that, with a button to show the window here. A tab that was dropped says the same, or that the program has ended.
struct BroadwayPage {
    private let title: String
    private let elsewhere: String
    private let here: String
    private let ended: String

    /// - Parameter title: the title of the tab.
    init(title: String) {
        self.title = Markup.escape(title)
        elsewhere = Markup.escape(localized("{title} is open in another tab.", ["title": title]))
        here = Markup.escape(localized("Use It Here"))
        ended = Markup.escape(localized("{title} was closed. To use it again, start it and open its new address.", ["title": title]))
    }

    /// Changes the server's answer with its page. Parts that have another form than expected stay as they are, so that the window is shown at
    /// any rate.
    func adapted(_ answer: String) -> String {
        guard let end = answer.firstRange(of: "\r\n\r\n") else { return answer }
        let head = answer[..<end.lowerBound].split(separator: "\r\n").map(String.init).filter {
            !$0.lowercased().hasPrefix("content-length:")
        }
        var body = String(answer[end.upperBound...])
        if let start = body.firstRange(of: "<title>"), let close = body.firstRange(of: "</title>"), start.upperBound <= close.lowerBound {
            body.replaceSubrange(start.upperBound..<close.lowerBound, with: title)
        }
        if body.contains(Self.start), body.contains("</head>"), body.contains("</body>") {
            body = body.replacing(Self.start, with: "onload=\"tab.begin()\"")
            body = body.replacing("</head>", with: "\(Self.script)\n</head>").replacing("</body>", with: "\(notices)\n</body>")
        }
        return (head + ["Content-Length: \(body.utf8.count)", "", body]).joined(separator: "\r\n")
    }

    /// The way in which the server's page connects.
    private static let start = "onload=\"connect()\""

    private var notices: String {
        """
        <div class="notice" id="elsewhere" hidden><p>\(elsewhere)</p><button onclick="tab.use()">\(here)</button></div>
        <div class="notice" id="ended" hidden><p>\(ended)</p></div>
        """
    }

    private static let script = """
        <style type="text/css">
        .notice { position: fixed; inset: 0; z-index: 1000000; background: Canvas; color: CanvasText; font: 1.1em sans-serif; color-scheme: light dark }
        .notice:not([hidden]) { display: flex; flex-direction: column; align-items: center; justify-content: center; text-align: center }
        .notice button { font: inherit; padding: 0.6em 1.2em; border: 0; border-radius: 0.5em; background: #e0e0e0; color: #000000 }
        </style>
        <script type="text/javascript">
        const tab = {
            async begin() {
                const alert = window.alert;
                window.alert = (text) => { if (text === "disconnected") tab.stop(); else alert.call(window, text); };
                if (location.search === "?here") {
                    history.replaceState(null, "", location.pathname);
                    return connect();
                }
                // The page that was here before it was loaded again may be connected for another moment.
                for (let attempt = 0; attempt < 10; attempt++) {
                    if (await tab.state() === "free") return connect();
                    await new Promise((done) => setTimeout(done, 100));
                }
                tab.show("elsewhere");
            },
            async stop() {
                tab.show(await tab.state().catch(() => "") === "taken" ? "elsewhere" : "ended");
            },
            async state() {
                const answer = await fetch("tab");
                return await answer.text();
            },
            use() { location.replace(location.pathname + "?here"); },
            show(name) { document.getElementById(name).hidden = false; },
        };
        </script>
        """
}
