#pragma once

#include <stdbool.h>

/// Returns what assistive technologies say as the name of a GtkAccessible. The caller frees it; null if nobody has set one.
char *_Nullable sleeves_accessible_name(void *_Nonnull accessible);

/// Returns what assistive technologies say after the name. The caller frees it; null if nobody has set one.
char *_Nullable sleeves_accessible_description(void *_Nonnull accessible);

/// Whether assistive technologies say that it is selected.
bool sleeves_accessible_is_selected(void *_Nonnull accessible);

/// Whether assistive technologies are kept from it.
bool sleeves_accessible_is_hidden(void *_Nonnull accessible);
