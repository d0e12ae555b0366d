import Testing

/// The tests that listen to diagnostics run one at a time: there is one handler for the whole process.
@Suite("Diagnostics", .serialized)
enum DiagnosticsSuite {}
