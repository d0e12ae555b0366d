/// The program's style rules, in addition to the platform's.
enum SleevesStyle {
    static let css = """
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
            text-shadow: 0 1px 2px alpha(black, 0.6);
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
        .cover-screen {
            background-color: black;
        }
        .cell-title {
            font-weight: 600;
        }
        .cell-artist {
            font-size: 92%;
        }
        /* The platform's 0.55 is too faint to read. */
        .dim-label {
            opacity: 0.75;
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
            -gtk-icon-shadow: 0 1px 2px alpha(black, 0.6);
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
            transition: background 400ms ease-out, color 400ms ease-out;
        }
        """
}
