internal import CAdwaita

extension HorizontalScrollerView {
    /// Makes an item a visible child, if it is not one that only has to be shown again.
    func bringOn(_ item: Item) {
        keep(item)
        if let position = parked.lastIndex(where: { $0 === item }) {
            parked.remove(at: position)
        } else {
            item.setAccessibleRole(.listItem)
            gtk_widget_set_parent(item.gtk, gtk)
        }
        gtk_widget_set_child_visible(item.gtk, 1)
        // Also one that was sent away and comes back had been hidden.
        item.setAccessibleHidden(false)
    }

    /// Takes an item off, and keeps it as a hidden child.
    func park(_ item: Item) {
        gtk_widget_set_child_visible(item.gtk, 0)
        // A child that is not visible is still a child to a screen reader.
        item.setAccessibleHidden(true)
        parked.append(item)
    }

    /// Lets an item go that is not needed any more.
    func sendAway(_ item: Item) {
        gtk_widget_unparent(item.gtk)
        letGo(of: item)
    }

    /// Shows which item is the current one, to those who see it and to those who do not.
    func mark(_ item: Item, isSelected: Bool) {
        if isSelected {
            item.addStyle("selected")
        } else {
            item.removeStyle("selected")
        }
        item.setAccessibleSelected(isSelected)
    }
}
