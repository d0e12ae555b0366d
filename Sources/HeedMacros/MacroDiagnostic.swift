import SwiftDiagnostics

/// The macros' messages for places where they can't work.
enum MacroDiagnostic: DiagnosticMessage {
    case notAClass(kind: String)
    case actor
    case extensionOfClass
    case onConstant
    case onVariable
    case constant(macro: String)
    case computed(macro: String)
    case unobservable(macro: String, modifier: String)
    case needsOneName
    case inTuple
    case needsType(name: String)
    case observersOfShared(name: String)
    case alsoObservable
    case wrapped(name: String, wrapper: String)
    case codingKeys(name: String)
    case sharedCodable
    case affectingSignature
    case unnameable(name: String)
    case conditional(name: String)
    case nonisolated(name: String)
    case nonisolatedUnsafe(name: String)
    case opaque(name: String)
    case reserved(name: String)
    case storageTaken(name: String)
    case hidden(name: String)

    var message: String {
        switch self {
        case .notAClass(let kind):
            "@KeyValueObservable needs a class: observers follow an object's identity, and a \(kind) has none"
        case .actor:
            "@KeyValueObservable needs a class: an actor's state cannot be observed synchronously from outside; "
                + "give the actor an observable object to own"
        case .extensionOfClass:
            "put @KeyValueObservable on the class itself: an extension cannot store what observers need"
        case .onConstant:
            "put @KeyValueObservable on the class, and make the property a 'var': a 'let' never changes, so there is nothing to observe"
        case .onVariable:
            "put @KeyValueObservable on the class: it makes every stored 'var' observable"
        case .constant(let macro):
            "@\(macro) has no effect on a 'let': it never changes after 'init'; make it a 'var', or remove the attribute"
        case .computed(let macro):
            "@\(macro) needs a stored property: a computed one is observed through the properties it reads"
        case .unobservable(let macro, let modifier):
            "@\(macro) has no effect on a property that is '\(modifier)': such a property is not observed"
        case .needsOneName:
            "an observable property needs a declaration of its own: write one 'var' for each name"
        case .inTuple:
            "properties in a tuple are not observed: write one 'var' for each name, or mark them '@NotObserved'"
        case .needsType(let name):
            "write the type of '\(name)', so that it can be kept under a lock: 'var \(name): Type'"
        case .observersOfShared(let name):
            "'willSet' and 'didSet' of '\(name)' cannot run under the lock of a Sendable class: observe the property instead"
        case .wrapped(let name, let wrapper):
            "'\(name)' cannot be observed, because '@\(wrapper)' keeps its value elsewhere: mark it '@NotObserved' too, or do what the wrapper does "
                + "in a setter, around an observable property"
        case .codingKeys(let name):
            "remove CodingKeys, so that the macro generates them, or name the storage: 'case _\(name) = \"\(name)\"'"
        case .sharedCodable:
            "write 'init(from:)' and 'encode(to:)': a Sendable class keeps its properties under locks, which the compiler cannot encode"
        case .affectingSignature:
            "Heed does not call this: it looks for 'static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath]'"
        case .unnameable(let name):
            "a key path cannot name '\(name)', which means something else there: rename it, or mark it '@NotObserved'"
        case .conditional(let name):
            "'\(name)' cannot be observed inside '#if', because the macro does not know which branch is compiled: move it out, or mark it "
                + "'@NotObserved'"
        case .nonisolated(let name):
            "'\(name)' cannot be observed as 'nonisolated', because its observers rely on the isolation of the class: remove 'nonisolated'"
        case .nonisolatedUnsafe(let name):
            "'\(name)' cannot be observed as 'nonisolated(unsafe)', which turns off the checks that its observers rely on: "
                + "remove 'nonisolated(unsafe)', or mark it '@NotObserved'"
        case .opaque(let name):
            "'\(name)' cannot be observed with an opaque type, which its storage cannot have too: write a concrete type or 'any' instead of "
                + "'some', or mark it '@NotObserved'"
        case .reserved(let name):
            "'\(name)' cannot be observed, because the macro declares '_\(name)' itself: rename it, or mark it '@NotObserved'"
        case .storageTaken(let name):
            "'\(name)' cannot be observed, because the macro keeps its value in '_\(name)', which the class also declares: rename one of them, "
                + "or mark '\(name)' '@NotObserved'"
        case .hidden(let name):
            "'\(name)' cannot be 'private' inside another type, because the macro adds a conformance outside of it: write 'fileprivate'"
        case .alsoObservable:
            "a class is either @KeyValueObservable or @Observable: remove '@Observable'; "
                + "so that Observation tracks its objects, too, declare that it conforms to 'Observable'"
        }
    }

    var diagnosticID: MessageID {
        let id =
            switch self {
            case .notAClass: "notAClass"
            case .actor: "actor"
            case .extensionOfClass: "extensionOfClass"
            case .onConstant: "onConstant"
            case .onVariable: "onVariable"
            case .constant: "constant"
            case .computed: "computed"
            case .unobservable: "unobservable"
            case .needsOneName: "needsOneName"
            case .inTuple: "inTuple"
            case .needsType: "needsType"
            case .observersOfShared: "observersOfShared"
            case .alsoObservable: "alsoObservable"
            case .wrapped: "wrapped"
            case .codingKeys: "codingKeys"
            case .sharedCodable: "sharedCodable"
            case .affectingSignature: "affectingSignature"
            case .unnameable: "unnameable"
            case .conditional: "conditional"
            case .nonisolated: "nonisolated"
            case .nonisolatedUnsafe: "nonisolatedUnsafe"
            case .opaque: "opaque"
            case .reserved: "reserved"
            case .storageTaken: "storageTaken"
            case .hidden: "hidden"
            }
        return MessageID(domain: "Heed", id: id)
    }

    /// A warning if the code works as it stands, an error otherwise.
    var severity: DiagnosticSeverity {
        if case .inTuple = self { .warning } else { .error }
    }
}
