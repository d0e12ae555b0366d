internal import CAdwaita

extension HorizontalScrollerView {
    /// Shows an item, adding it as a child unless it is still one.
    func bringOn(_ item: Item) {
        keep(item)
        if let position = parked.lastIndex(where: { $0 === item }) {
            parked.remove(at: position)
        } else {
            item.setAccessibleRole(.listItem)
            gtk_widget_set_parent(item.gtk, gtk)
        }
        gtk_widget_set_child_visible(item.gtk, 1)
        // An item that was removed and comes back was hidden, too.
        item.setAccessibleHidden(false)
    }

    /// Hides an item and keeps it as a child.
    func park(_ item: Item) {
        gtk_widget_set_child_visible(item.gtk, 0)
        // Screen readers still see an invisible child.
        item.setAccessibleHidden(true)
        parked.append(item)
    }

    /// Removes an item that is no longer needed.
    func sendAway(_ item: Item) {
        gtk_widget_unparent(item.gtk)
        letGo(of: item)
    }

    /// Marks an item as current or not, visibly and for assistive technologies.
    func mark(_ item: Item, isSelected: Bool) {
        item.setStyle("selected", isSelected)
        item.setAccessibleSelected(isSelected)
    }
}
