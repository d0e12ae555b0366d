/// How a ``Mailbox`` calls its handler: in which isolation, and whether it waits for it.
///
/// What was taken together is cut into what the handler takes, single values or batches. Before each call, `isOpen` says whether the
/// handler may still be called.
enum HandlerInvocation<Element: Sendable>: Sendable {
    /// Called by a job of the context. The second form, where there is one, takes the elements one by one where they lie.
    case synchronous(
        any ExecutionContext,
        @Sendable ([Element], @Sendable () -> Bool) -> Void,
        (@Sendable (UnboundedPortion<Element>, @Sendable () -> Bool) -> Void)? = nil
    )
    /// Called by a task, which waits for the handler before it goes on.
    case asynchronous(@Sendable ([Element], @Sendable () -> Bool) async -> Void)
}

extension HandlerInvocation {
    static func inContext<Portion>(
        _ context: any ExecutionContext,
        cut: @escaping @Sendable ([Element]) -> [Portion],
        _ handler: @escaping @Sendable (Portion) -> Void
    ) -> HandlerInvocation {
        .synchronous(
            context,
            { elements, isOpen in
                for portion in cut(elements) where isOpen() { handler(portion) }
            }
        )
    }

    /// Single elements.
    ///
    /// - Parameter link: What becomes of the elements before; `nil` if they stay as they are.
    static func inContext(
        _ context: any ExecutionContext,
        link: (@Sendable ([Element]) -> [Element])? = nil,
        _ handler: @escaping @Sendable (Element) -> Void
    ) -> HandlerInvocation {
        if let link { return inContext(context, cut: link, handler) }
        return .synchronous(
            context,
            { elements, isOpen in
                for element in elements where isOpen() { handler(element) }
            },
            { portion, isOpen in
                Handler<Element> { handler($0) }.call(portion.elements, count: portion.count, while: isOpen)
            }
        )
    }

    static func onMainActor<Portion: Sendable>(
        _ context: any MainActorExecutionContext,
        cut: @escaping @Sendable ([Element]) -> [Portion],
        _ handler: @escaping @MainActor @Sendable (Portion) -> Void
    ) -> HandlerInvocation {
        .synchronous(
            context,
            { elements, isOpen in
                // The context promises the main thread; the runtime checks it.
                MainActor.assumeIsolated {
                    for portion in cut(elements) where isOpen() { handler(portion) }
                }
            }
        )
    }

    /// Single elements, as `inContext(_:link:_:)` hands them over.
    static func onMainActor(
        _ context: any MainActorExecutionContext,
        link: (@Sendable ([Element]) -> [Element])? = nil,
        _ handler: @escaping @MainActor @Sendable (Element) -> Void
    ) -> HandlerInvocation {
        if let link { return onMainActor(context, cut: link, handler) }
        return .synchronous(
            context,
            { elements, isOpen in
                MainActor.assumeIsolated {
                    for element in elements where isOpen() { handler(element) }
                }
            },
            { portion, isOpen in
                MainActor.assumeIsolated {
                    Handler<Element> { handler($0) }.call(portion.elements, count: portion.count, while: isOpen)
                }
            }
        )
    }

    static func asynchronous<Portion: Sendable>(
        cut: @escaping @Sendable ([Element]) -> [Portion],
        _ handler: @escaping @Sendable (Portion) async -> Void
    ) -> HandlerInvocation {
        .asynchronous { elements, isOpen in
            for portion in cut(elements) where isOpen() { await handler(portion) }
        }
    }

    static func asynchronousOnMainActor<Portion: Sendable>(
        cut: @escaping @Sendable ([Element]) -> [Portion],
        _ handler: @escaping @MainActor @Sendable (Portion) async -> Void
    ) -> HandlerInvocation {
        .asynchronous { @MainActor elements, isOpen in
            for portion in cut(elements) where isOpen() { await handler(portion) }
        }
    }

    static func onActor<Isolation: Actor, Portion: Sendable>(
        _ context: ActorContext<Isolation>,
        cut: @escaping @Sendable ([Element]) -> [Portion],
        _ handler: @escaping @Sendable (isolated Isolation, Portion) async -> Void
    ) -> HandlerInvocation {
        @Sendable func call(_ actor: isolated Isolation, _ elements: [Element], _ isOpen: @Sendable () -> Bool) async {
            for portion in cut(elements) where isOpen() { await handler(actor, portion) }
        }
        return .asynchronous { elements, isOpen in
            guard let actor = context.isolation else { return }
            await call(actor, elements, isOpen)
        }
    }
}
