#include "accessible-text.h"

#include <gtk/gtk.h>

// GTK 4.8 tells the values of properties only in answer to a comparison. Swift doesn't import the functions, which are variadic.

static char *text_of(void *accessible, GtkAccessibleProperty property) {
    // A text that nothing has, so that the comparison fails.
    char *text = gtk_test_accessible_check_property(GTK_ACCESSIBLE(accessible), property, "\001");
    if (g_strcmp0(text, "undefined") != 0) return text;
    g_free(text);
    return NULL;
}

char *sleeves_accessible_name(void *accessible) { return text_of(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL); }

char *sleeves_accessible_description(void *accessible) { return text_of(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION); }

static bool has(void *accessible, GtkAccessibleState state) {
    char *difference = gtk_test_accessible_check_state(GTK_ACCESSIBLE(accessible), state, TRUE);
    g_free(difference);
    return difference == NULL;
}

bool sleeves_accessible_is_selected(void *accessible) { return has(accessible, GTK_ACCESSIBLE_STATE_SELECTED); }

bool sleeves_accessible_is_hidden(void *accessible) { return has(accessible, GTK_ACCESSIBLE_STATE_HIDDEN); }
