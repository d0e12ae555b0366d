import GTKAdapters
import Heed

/// The program's style rules, in addition to the platform's.
@MainActor
enum SleevesStyle {
    /// Whether everything that can be pressed is large enough for a finger.
    static var isForTouch = false {
        didSet {
            if isForTouch != oldValue { apply() }
        }
    }

    private static var contrast: ObservationToken?

    /// Applies the rules, and again whenever the desktop's contrast changes.
    static func start() {
        contrast = Settings.shared.observe(\.isHighContrast, options: [.initial, .new]) { _, _ in apply() }
    }

    private static func apply() {
        let settings = Settings.shared
        let parts = [(accent, !settings.hasAccentColour), (readable, !settings.isHighContrast), (touch, isForTouch)]
        Style.set(css: parts.reduce(common) { css, part in part.1 ? css + part.0 : css })
    }

    /// White text on the platform's own blue has a contrast of 3.8, also in high contrast.
    private static let accent = """

        @define-color accent_bg_color #1c71d8;
        """

    /// Without high contrast, the platform's dim texts are too faint to read: less than 4.5 : 1.
    private static let readable = """

        .dim-label, row label.subtitle, headerbar .subtitle, windowtitle .subtitle, entry > text > placeholder {
            opacity: 0.75;
        }
        popover.menu accelerator {
            color: alpha(currentColor, 0.75);
        }
        """

    /// Every target has at least 44 pixels in both directions, without its padding, which assistive technologies don't count.
    private static let touch = """

        button {
            min-height: 44px;
            padding-top: 0;
            padding-bottom: 0;
        }
        button.image-button, menubutton.image-button > button, windowcontrols > button {
            min-width: 44px;
            padding-left: 0;
            padding-right: 0;
        }
        button.circular, menubutton.circular > button {
            min-width: 44px;
        }
        .star, .heart {
            min-height: 44px;
        }
        windowcontrols > button > image {
            margin: 10px;
        }
        headerbar {
            min-height: 55px;
        }
        /* The buttons' own margins separate them. */
        headerbar > windowhandle > box, headerbar box.start, headerbar box.end, windowcontrols {
            border-spacing: 0;
        }
        list > row, popover.menu modelbutton, entry, label.quiet-link, label.fact {
            min-height: 44px;
        }
        label.fact {
            padding-top: 2px;
            padding-bottom: 2px;
        }
        label.fact-value {
            min-width: 44px;
        }
        scale.horizontal {
            padding-top: 17px;
            padding-bottom: 17px;
        }
        """

    /// The rules that always apply.
    ///
    /// - Important: Shadows of texts and symbols have no blur. Without a graphics card GTK blurs all that a frame draws for each of them, not
    ///   just what is around it: ten spinners took a whole core for ten frames a second.
    static let common = """
        /* On a light desktop, a label draws its links with the opacity of its other text, 0.8. */
        link, link:hover, link:active, link:visited {
            color: mix(@accent_color, @window_fg_color, 0.3);
        }
        /* The platform's own labels show only a cursor. */
        label:focus:focus-visible {
            border-radius: 6px;
            outline: 2px solid alpha(@accent_color, 0.5);
            outline-offset: 0;
        }
        .cover {
            border-radius: 6px;
            box-shadow: 0 1px 2px alpha(black, 0.25), 0 4px 12px alpha(black, 0.18);
        }
        /* In front of a cover, which has the shadow. */
        .cover-picture {
            border-radius: 6px;
        }
        .stand-in {
            background-color: #2c3340;
        }
        .selected .cover {
            box-shadow: 0 0 0 3px @accent_color, 0 6px 18px alpha(black, 0.3);
        }
        strip.keyboard .selected {
            border-radius: 12px;
            outline: 2px solid alpha(@accent_color, 0.5);
            outline-offset: 5px;
        }
        .cover .caption-heading, .cover .caption {
            color: white;
            text-shadow: 0 1px alpha(black, 0.6);
        }
        .star, .heart {
            min-width: 32px;
            min-height: 32px;
            padding: 0;
        }
        .heart {
            margin-left: 6px;
            margin-right: 6px;
        }
        .heart:not(.loved) {
            opacity: 0.5;
        }
        .heart.loved {
            color: @error_color;
        }
        .wall {
            padding: 8px;
        }
        .wall > child {
            padding: 0;
            border-radius: 12px;
        }
        .wall > child:selected {
            background-color: alpha(@accent_bg_color, 0.18);
        }
        .wall > child:selected .cover {
            box-shadow: 0 0 0 3px @accent_color;
        }
        .wall .cover {
            box-shadow: 0 0 0 1px alpha(black, 0.12);
        }
        /* The platform's toast is translucent, and titles under it show through its words. */
        toast {
            background-color: mix(black, white, 0.22);
        }
        toast.long {
            border-radius: 18px;
        }
        .cover-screen {
            background-color: black;
        }
        .cell-title {
            font-weight: 600;
        }
        .cell-group {
            font-size: 115%;
            font-weight: 700;
        }
        .cell-artist {
            font-size: 92%;
        }
        .chip, .chip > button {
            border-radius: 99px;
            font-weight: normal;
            padding-left: 12px;
            padding-right: 12px;
        }
        menubutton.chip {
            padding: 0;
        }
        button.picture {
            padding: 4px;
        }
        button.picture:checked {
            box-shadow: 0 0 0 2px @accent_color;
        }
        button.picture picture {
            border-radius: 4px;
        }
        /* In the label, so that a click there is one on its link. */
        label.fact {
            padding-top: 10px;
            padding-bottom: 10px;
        }
        /* Room between the text and the mark of the focus. */
        label.fact-value {
            padding-left: 6px;
            padding-right: 6px;
            margin-left: -6px;
            margin-right: -6px;
        }
        label.quiet-link > link {
            color: inherit;
            text-decoration: none;
        }
        label.quiet-link > link:hover {
            text-decoration: underline;
        }
        .narrow .title-1 {
            font-size: 150%;
        }
        .narrow windowtitle .title, .narrow windowtitle .subtitle {
            padding-left: 3px;
            padding-right: 3px;
        }
        .playing-badge {
            padding: 5px;
            border-radius: 99px;
            background-color: @accent_bg_color;
            color: @accent_fg_color;
            box-shadow: 0 1px 3px alpha(black, 0.4);
        }
        .playing-title {
            font-weight: bold;
        }
        .player-bar {
            background-color: @headerbar_bg_color;
            border-top: 1px solid @headerbar_shade_color;
        }
        button.now-playing {
            padding: 2px 6px 2px 2px;
            font-weight: normal;
        }
        .player-bar .cover, .player-bar .cover-picture {
            border-radius: 4px;
        }
        .player-bar .cover {
            box-shadow: 0 0 0 1px alpha(black, 0.12);
        }
        .player-bar scale.horizontal {
            padding-left: 8px;
            padding-right: 8px;
        }
        .scroll-mark {
            padding: 6px 14px;
            border-radius: 9px;
            font-size: 130%;
            font-weight: bold;
        }
        .typed {
            padding: 6px 14px;
            border-radius: 9px;
            font-weight: bold;
        }
        .album spinner {
            color: white;
            -gtk-icon-shadow: 0 1px alpha(black, 0.6);
        }
        .drop-place:drop(active) {
            box-shadow: none;
            outline: 3px solid @accent_color;
            outline-offset: -3px;
        }
        .album.drop-place:drop(active) {
            border-radius: 6px;
        }
        .statistics levelbar block.empty {
            background: none;
            border-color: transparent;
        }
        .statistics levelbar.vertical block {
            min-width: 28px;
            min-height: 2px;
            border-radius: 4px 4px 0 0;
        }
        .strip-area {
            border-bottom: 1px solid alpha(currentColor, 0.1);
        }
        /* Another cover's colours fade in. */
        .tinted, .tinted .cover-button {
            transition: background 200ms ease-out, color 200ms ease-out;
        }
        """
}
