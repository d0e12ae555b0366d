/// How a ``Mailbox`` calls its handler with values of a type: in which isolation, and whether it waits for it.
struct HandlerInvocation<Element: Sendable>: Sendable {
    let call: ErasedInvocation

    /// What becomes of each element before it is handed over, where it does not stay as it is.
    typealias Link = @Sendable (Element) -> Element

    private init(_ call: ErasedInvocation) {
        self.call = call
    }
}

/// A ``HandlerInvocation`` without the type. Before each call of the handler, `isOpen` says whether it may still be called.
enum ErasedInvocation: Sendable {
    /// Called by a job of the context.
    case synchronous(any ExecutionContext, @Sendable (_ elements: ElementMemory, _ isOpen: @Sendable () -> Bool) -> Void)
    /// Called by a task, which waits for the handler before it goes on.
    case asynchronous(@Sendable (_ elements: ElementMemory, _ isOpen: @Sendable () -> Bool) async -> Void)
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
                // The context promises the main thread; the runtime checks it.
                MainActor.assumeIsolated { call(handler, link, elements, isOpen) }
            }
        )
    }

    static func asynchronous(
        link: Link? = nil,
        _ handler: @escaping @Sendable (Element) async -> Void
    ) -> HandlerInvocation {
        HandlerInvocation(
            .asynchronous { elements, isOpen in
                for element in elements.values(of: Element.self) where isOpen() { await handler(link?(element) ?? element) }
            }
        )
    }

    static func asynchronousOnMainActor(
        link: Link? = nil,
        _ handler: @escaping @MainActor @Sendable (Element) async -> Void
    ) -> HandlerInvocation {
        HandlerInvocation(
            .asynchronous { @MainActor elements, isOpen in
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
            .asynchronous { elements, isOpen in
                guard let actor = context.isolation else { return }
                await call(actor, elements, isOpen)
            }
        )
    }
}
