/// How a ``Mailbox`` calls its handler: in which isolation, and whether it waits for it.
///
/// Before each call, `isOpen` says whether the handler may still be called.
enum HandlerInvocation<Element: Sendable>: Sendable {
    /// Called by a job of the context. The second form takes the elements where they lie, where every one is wanted as it is.
    case synchronous(
        any ExecutionContext,
        @Sendable ([Element], @Sendable () -> Bool) -> Void,
        @Sendable (UnboundedPortion<Element>, @Sendable () -> Bool) -> Void
    )
    /// Called by a task, which waits for the handler before it goes on.
    case asynchronous(@Sendable ([Element], @Sendable () -> Bool) async -> Void)

    /// What becomes of each element before it is handed over, where it does not stay as it is.
    typealias Link = @Sendable (Element) -> Element
}

extension HandlerInvocation {
    static func inContext(
        _ context: any ExecutionContext,
        link: Link? = nil,
        _ handler: @escaping @Sendable (Element) -> Void
    ) -> HandlerInvocation {
        .synchronous(
            context,
            { elements, isOpen in
                for element in elements where isOpen() { handler(link?(element) ?? element) }
            },
            { portion, isOpen in
                Handler<Element> { handler($0) }.call(portion.elements, count: portion.count, while: isOpen)
            }
        )
    }

    static func onMainActor(
        _ context: any MainActorExecutionContext,
        link: Link? = nil,
        _ handler: @escaping @MainActor @Sendable (Element) -> Void
    ) -> HandlerInvocation {
        .synchronous(
            context,
            { elements, isOpen in
                // The context promises the main thread; the runtime checks it.
                MainActor.assumeIsolated {
                    for element in elements where isOpen() { handler(link?(element) ?? element) }
                }
            },
            { portion, isOpen in
                MainActor.assumeIsolated {
                    Handler<Element> { handler($0) }.call(portion.elements, count: portion.count, while: isOpen)
                }
            }
        )
    }

    static func asynchronous(
        link: Link? = nil,
        _ handler: @escaping @Sendable (Element) async -> Void
    ) -> HandlerInvocation {
        .asynchronous { elements, isOpen in
            for element in elements where isOpen() { await handler(link?(element) ?? element) }
        }
    }

    static func asynchronousOnMainActor(
        link: Link? = nil,
        _ handler: @escaping @MainActor @Sendable (Element) async -> Void
    ) -> HandlerInvocation {
        .asynchronous { @MainActor elements, isOpen in
            for element in elements where isOpen() { await handler(link?(element) ?? element) }
        }
    }

    static func onActor<Isolation: Actor>(
        _ context: ActorContext<Isolation>,
        link: Link? = nil,
        _ handler: @escaping @Sendable (isolated Isolation, Element) async -> Void
    ) -> HandlerInvocation {
        @Sendable func call(_ actor: isolated Isolation, _ elements: [Element], _ isOpen: @Sendable () -> Bool) async {
            for element in elements where isOpen() { await handler(actor, link?(element) ?? element) }
        }
        return .asynchronous { elements, isOpen in
            guard let actor = context.isolation else { return }
            await call(actor, elements, isOpen)
        }
    }
}
