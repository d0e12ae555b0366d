import Testing

/// Tests that receive diagnostics run one at a time, because a process has only one handler.
@Suite("Diagnostics", .serialized)
enum DiagnosticsSuite {}
