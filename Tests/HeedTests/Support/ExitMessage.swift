import Testing

/// Expects that a process wrote a text to its standard error before it ended.
///
/// Optimized builds stop at a failed precondition without its message, so there only the stop itself is expected.
func expectMessage(of result: ExitTest.Result?, contains words: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #if DEBUG
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains(words), sourceLocation: sourceLocation)
    #endif
}
