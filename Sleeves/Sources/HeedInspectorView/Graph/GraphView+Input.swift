import GTKAdapters

extension GraphView {
    /// Pans by drag and scroll, zooms by Control-scroll, pinch and keys, selects by click and keys.
    func listenForInput() {
        listenForClicks()
        listenForDrags()
        listenForScrolls()
        let keys = KeyController()
        keys.onKey = { [weak self] in self?.handle($0, $1) ?? false }
        add(keys)
    }

    private func listenForClicks() {
        let click = ClickGesture()
        click.onRelease = { [weak self] count, x, y in
            guard let self else { return }
            grabFocus()
            let index = picture.layout.node(at: viewport.graphSpot(Spot(x: x, y: y)))
            let id = index.map { self.picture.graph.nodes[$0].id }
            onSelect?(id)
            if count == 2, let id { onOpen?(id) }
        }
        add(click)
    }

    private func listenForDrags() {
        let drag = DragGesture()
        var last = (0.0, 0.0)
        var isMoving = false
        drag.onBegin = { _, _ in
            last = (0, 0)
            isMoving = false
        }
        drag.onUpdate = { [weak self, weak drag] dx, dy in
            guard let self else { return }
            if !isMoving {
                // A click may tremble.
                guard dx * dx + dy * dy > 36 else { return }
                isMoving = true
                drag?.claim()
            }
            pan(x: dx - last.0, y: dy - last.1)
            last = (dx, dy)
        }
        add(drag)
        let pinch = ZoomGesture()
        var former = 1.0
        pinch.onBegin = { former = 1 }
        pinch.onZoom = { [weak self] scale in
            self?.zoom(by: scale / former)
            former = scale
        }
        add(pinch)
    }

    private func listenForScrolls() {
        let pointer = PointerPlace()
        add(pointer)
        let scroll = ScrollController()
        scroll.onScroll = { [weak self, weak scroll] dx, dy, isPixels in
            guard let self, let scroll else { return false }
            if scroll.modifiers.contains(.control) {
                zoom(by: isPixels ? 1 - dy / 300 : dy < 0 ? 1.15 : 1 / 1.15, around: pointer.spot)
            } else {
                let step = isPixels ? 1.0 : 56
                let isSideways = scroll.modifiers.contains(.shift) && dx == 0
                pan(x: -(isSideways ? dy : dx) * step, y: -(isSideways ? 0 : dy) * step)
            }
            return true
        }
        add(scroll)
    }

    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        switch (key, modifiers) {
        case (.character("+"), _), (.character("="), .control): zoom(by: 1.2)
        case (.character("-"), _): zoom(by: 1 / 1.2)
        case (.character("0"), _): fit()
        case (.down, []): select(rows: 1)
        case (.up, []): select(rows: -1)
        case (.pageDown, []): select(rows: 10)
        case (.pageUp, []): select(rows: -10)
        case (.home, []): select(rows: -picture.graph.nodes.count)
        case (.end, []): select(rows: picture.graph.nodes.count)
        case (.left, []), (.right, []): select(rows: 0, isAcross: true, towardsEnd: key == .right)
        case (.left, .control): pan(x: 60, y: 0)
        case (.right, .control): pan(x: -60, y: 0)
        case (.up, .control): pan(x: 0, y: 60)
        case (.down, .control): pan(x: 0, y: -60)
        case (.enter, []), (.space, []):
            guard let selection else { return false }
            onOpen?(selection)
        case (.escape, []):
            guard selection != nil else { return false }
            onSelect?(nil)
        default: return false
        }
        return true
    }

    // MARK: Moving

    private func pan(x: Double, y: Double) {
        isFitted = false
        viewport.pan(x: x, y: y)
        keepInView()
        redraw()
    }

    /// Zooms around a point; without one, around the middle.
    func zoom(by factor: Double, around spot: Spot? = nil) {
        isFitted = false
        viewport.zoom(by: factor, around: spot ?? Spot(x: Double(width) / 2, y: Double(height) / 2))
        keepInView()
        redraw()
    }

    private func select(rows: Int, isAcross: Bool = false, towardsEnd: Bool = false) {
        let present = selection.flatMap { picture.graph.index(of: $0) }
        if isAcross, let present {
            // Each column has a key that leads to it.
            let isOnRight = (present < picture.graph.sourceCount) == isRightToLeft
            guard isOnRight != towardsEnd else { return }
        }
        guard let next = picture.layout.node(from: present ?? -1, rows: rows, isAcross: isAcross) else { return }
        isFitted = false
        reveal(next)
        onSelect?(picture.graph.nodes[next].id)
    }
}
