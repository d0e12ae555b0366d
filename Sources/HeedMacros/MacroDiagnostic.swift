import SwiftDiagnostics

/// What the macros say when they are put where they cannot work.
enum MacroDiagnostic: DiagnosticMessage {
    case notAClass(kind: String)
    case actor
    case needsOneName
    case needsType(name: String)
    case observersOfShared(name: String)

    var message: String {
        switch self {
        case .notAClass(let kind):
            "@KeyValueObservable needs a class: observers follow an object's identity, and a \(kind) has none"
        case .actor:
            "@KeyValueObservable needs a class: an actor's state cannot be observed synchronously from outside; "
                + "give the actor an observable object to own"
        case .needsOneName:
            "an observable property needs a declaration of its own: write one 'var' for each name"
        case .needsType(let name):
            "write the type of '\(name)', so that it can be kept under a lock: 'var \(name): Type'"
        case .observersOfShared(let name):
            "'willSet' and 'didSet' of '\(name)' cannot run under the lock of a Sendable class: observe the property instead"
        }
    }

    var diagnosticID: MessageID {
        let id =
            switch self {
            case .notAClass: "notAClass"
            case .actor: "actor"
            case .needsOneName: "needsOneName"
            case .needsType: "needsType"
            case .observersOfShared: "observersOfShared"
            }
        return MessageID(domain: "Heed", id: id)
    }

    var severity: DiagnosticSeverity { .error }
}
