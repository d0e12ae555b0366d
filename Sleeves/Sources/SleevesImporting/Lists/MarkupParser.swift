internal import CGLib
internal import Localization
internal import SleevesModel

/// A handler for the parts of an XML document, in order.
protocol MarkupHandler: AnyObject {
    /// - Throws: An error that ends the parsing.
    func start(_ element: String, depth: Int) throws
    /// - Parameter text: The text in the element after the last other element in it, cut after ``MarkupParser/textLimit`` bytes.
    func end(_ element: String, text: String, depth: Int) throws
}

/// A parser that reads XML piece by piece with GLib's parser.
///
/// GLib's parser skips document types, so a document can neither define entities nor refer to external ones: nothing expands, and no other
/// file is opened. It reads UTF-8. Other documents that declare a Western encoding are decoded first.
///
/// ## Behavior
/// - The nesting of elements and the length of texts are limited. Memory doesn't grow with the document.
struct MarkupParser {
    /// The maximum nesting of elements.
    static let depthLimit = 32
    /// The maximum length of a text, tag or comment, in bytes.
    static let partLimit = 4 << 20
    /// The length of a text from which on further parts are dropped, in bytes.
    static let textLimit = 64 << 10

    /// An error that ends the document.
    struct Broken: Error, Equatable {
        let line: Int
        let reason: String
    }

    /// The state that the parser's callbacks share. It lives on the stack of ``parse(_:handler:)``.
    private final class State {
        let handler: any MarkupHandler
        var depth = 0
        var text = ""
        var failure: (any Error)?
        var bytesSincePart = 0

        init(_ handler: any MarkupHandler) {
            self.handler = handler
        }
    }

    /// Parses a document to its end.
    ///
    /// - Throws: ``Broken``, ``SystemError``, an error of the handler, or `CancellationError`.
    static func parse(_ source: consuming ByteSource, handler: any MarkupHandler) throws {
        var source = source
        let state = State(handler)
        var callbacks = callbacks
        // SAFETY: `state` and `callbacks` outlive the context, which is freed before this returns. The callbacks run only within
        // `g_markup_parse_context_parse` and `…_end_parse` below, on this thread.
        try withExtendedLifetime(state) {
            let data = Unmanaged.passUnretained(state).toOpaque()
            guard let context = g_markup_parse_context_new(&callbacks, G_MARKUP_TREAT_CDATA_AS_TEXT, data, nil) else { return }
            defer { g_markup_parse_context_free(context) }
            var isDeclaredWestern: Bool?
            while var piece = try source.nextPiece() {
                try Task.checkCancellation()
                let isDeclared = isDeclaredWestern ?? declaresWesternEncoding(piece)
                isDeclaredWestern = isDeclared
                if isDeclared, !isUTF8(piece) { piece = Array(TextEncoding.windows1252(Array(piece)).utf8)[...] }
                state.bytesSincePart += piece.count
                guard state.bytesSincePart <= partLimit + piece.count else {
                    throw broken(context, localized("A text is longer than {limit} MiB.", ["limit": "\(partLimit >> 20)"]))
                }
                // Pass no error pointer: the parser sets some errors twice and then warns about itself.
                let isParsed = piece.withUnsafeBytes { bytes in
                    g_markup_parse_context_parse(context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, nil)
                }
                if isParsed == 0 { throw failure(state, context) }
            }
            if g_markup_parse_context_end_parse(context, nil) == 0 { throw failure(state, context) }
        }
    }

    /// Returns whether the first piece of a document declares a Western encoding: `<?xml version="1.0" encoding="ISO-8859-1"?>`.
    private static func declaresWesternEncoding(_ piece: ArraySlice<UInt8>) -> Bool {
        let head = String(decoding: piece.prefix(200), as: UTF8.self).lowercased()
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>") else { return false }
        let declaration = head[..<end.lowerBound]
        return ["iso-8859-1\"", "iso-8859-1'", "windows-1252", "iso-8859-15", "latin1"].contains { declaration.contains($0) }
    }

    /// Returns whether a piece of a document, which may begin and end within a character, has characters of UTF-8 beyond ASCII.
    private static func isUTF8(_ piece: ArraySlice<UInt8>) -> Bool {
        String(decoding: piece, as: UTF8.self).unicodeScalars.contains { !$0.isASCII && $0 != "\u{FFFD}" }
    }

    private static func failure(_ state: State, _ context: OpaquePointer) -> any Error {
        if let refused = state.failure as? Broken { return broken(context, refused.reason) }
        if let failure = state.failure { return failure }
        return broken(context, localized("The markup is malformed."))
    }

    private static func broken(_ context: OpaquePointer, _ reason: String) -> Broken {
        var line: gint = 0
        g_markup_parse_context_get_position(context, &line, nil)
        return Broken(line: Int(line), reason: reason)
    }

    /// The parser's callbacks. The handler's errors become the parser's, so that it stops.
    private static let callbacks = {
        var callbacks = GMarkupParser()
        callbacks.start_element = { _, name, _, _, data, error in
            MarkupParser.call(data, error) { state in
                state.depth += 1
                state.text = ""
                guard state.depth <= depthLimit else {
                    throw Broken(line: 0, reason: localized("Elements are nested too deeply."))
                }
                try state.handler.start(name.map { String(cString: $0) } ?? "", depth: state.depth)
            }
        }
        callbacks.end_element = { _, name, data, error in
            MarkupParser.call(data, error) { state in
                try state.handler.end(name.map { String(cString: $0) } ?? "", text: state.text, depth: state.depth)
                state.depth -= 1
                state.text = ""
            }
        }
        callbacks.text = { _, text, length, data, error in
            MarkupParser.call(data, error) { state in
                guard state.text.utf8.count < textLimit else { return }
                // SAFETY: the parser passes this many bytes of UTF-8, valid for the duration of the call.
                let bytes = UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(length))
                state.text += bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
            }
        }
        // Comments, document types and processing instructions are ignored, but they end the current part.
        callbacks.passthrough = { _, _, _, data, error in MarkupParser.call(data, error) { _ in } }
        return callbacks
    }()

    private static func call(
        _ data: gpointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?, _ body: (State) throws -> Void
    ) {
        guard let data else { return }
        // SAFETY: this is the state that `parse(_:handler:)` passed to the parser, and that function is still running.
        let state = Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
        guard state.failure == nil else { return }
        state.bytesSincePart = 0
        do {
            try body(state)
        } catch let failure {
            state.failure = failure
            g_set_error_literal(error, g_markup_error_quark(), gint(G_MARKUP_ERROR_INVALID_CONTENT.rawValue), "refused")
        }
    }
}
