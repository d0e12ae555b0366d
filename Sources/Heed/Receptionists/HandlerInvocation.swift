/// The way a ``Mailbox`` calls its handler with values of a type: the isolation, and whether it awaits the handler.
struct HandlerInvocation<Element: Sendable>: Sendable {
    let call: ErasedInvocation

    /// A transformation of each element before its delivery.
    typealias Link = @Sendable (Element) -> Element

    private init(_ call: ErasedInvocation) {
        self.call = call
    }
}

/// A ``HandlerInvocation`` without the type. Before each call of the handler, `isOpen` says whether the call may still happen.
enum ErasedInvocation: Sendable {
    /// A call from a job of the context.
    case synchronous(any ExecutionContext, @Sendable (_ elements: ElementMemory, _ isOpen: @Sendable () -> Bool) -> Void)
    /// A call from a task, which awaits the handler before it continues.
    case asynchronous(any ExecutionContext.Type, @Sendable (_ elements: ElementMemory, _ isOpen: @Sendable () -> Bool) async -> Void)
}

extension ErasedInvocation {
    /// The name of the context's type.
    var contextName: String {
        switch self {
        case .synchronous(let context, _): "\(type(of: context))"
        case .asynchronous(let context, _): "\(context)"
        }
    }
}

extension HandlerInvocation {
    private static func call(
        _ handler: @escaping (Element) -> Void,
        _ link: Link?,
        _ elements: ElementMemory,
        _ isOpen: () -> Bool
    ) {
        guard let link else { return Handler<Element> { handler($0) }.call(elements.values(), while: isOpen) }
        for element in elements.values(of: Element.self) where isOpen() { handler(link(element)) }
    }

    static func inContext(
        _ context: any ExecutionContext,
        link: Link? = nil,
        _ handler: @escaping @Sendable (Element) -> Void
    ) -> HandlerInvocation {
        HandlerInvocation(.synchronous(context) { call(handler, link, $0, $1) })
    }

    static func onMainActor(
        _ context: any MainActorExecutionContext,
        link: Link? = nil,
        _ handler: @escaping @MainActor @Sendable (Element) -> Void
    ) -> HandlerInvocation {
        HandlerInvocation(
            .synchronous(context) { elements, isOpen in
                // The context guarantees the main thread; the runtime checks it.
                MainActor.assumeIsolated { call(handler, link, elements, isOpen) }
            }
        )
    }

    static func asynchronous(
        link: Link? = nil,
        _ handler: @escaping @Sendable (Element) async -> Void
    ) -> HandlerInvocation {
        HandlerInvocation(
            .asynchronous(ConcurrentContext.self) { elements, isOpen in
                for element in elements.values(of: Element.self) where isOpen() { await handler(link?(element) ?? element) }
            }
        )
    }

    static func asynchronousOnMainActor(
        link: Link? = nil,
        _ handler: @escaping @MainActor @Sendable (Element) async -> Void
    ) -> HandlerInvocation {
        HandlerInvocation(
            .asynchronous(MainActorContext.self) { @MainActor elements, isOpen in
                for element in elements.values(of: Element.self) where isOpen() { await handler(link?(element) ?? element) }
            }
        )
    }

    static func onActor<Isolation: Actor>(
        _ context: ActorContext<Isolation>,
        link: Link? = nil,
        _ handler: @escaping @Sendable (isolated Isolation, Element) async -> Void
    ) -> HandlerInvocation {
        @Sendable func call(_ actor: isolated Isolation, _ elements: ElementMemory, _ isOpen: @Sendable () -> Bool) async {
            for element in elements.values(of: Element.self) where isOpen() { await handler(actor, link?(element) ?? element) }
        }
        return HandlerInvocation(
            .asynchronous(ActorContext<Isolation>.self) { elements, isOpen in
                guard let actor = context.isolation else { return }
                await call(actor, elements, isOpen)
            }
        )
    }
}
