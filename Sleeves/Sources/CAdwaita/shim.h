#pragma once

// Swift renames the members of enumerations with this attribute, which GLib 2.88 and later give to flags.
#define flag_enum unused

// The oldest versions that the program runs with have nothing else than what newer ones deprecate.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_66
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2

#include <adwaita.h>
#include <dlfcn.h>
#include <glib-unix.h>
#include <spawn.h>
#include <string.h>

/// Keeps a new program from inheriting descriptors from a number on. The headers declare the function only under some feature macros.
int sleeves_spawn_file_actions_addclosefrom(posix_spawn_file_actions_t *_Nonnull actions, int from)
    __asm__("posix_spawn_file_actions_addclosefrom_np");

// libdispatch's interface for foreign run loops. It exports both symbols, but its public headers don't declare them.

/// The descriptor (an eventfd) that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the jobs on the main queue. Main thread only. Returns at once if the main queue is already being drained.
void _dispatch_main_queue_callback_4CF(void *_Nullable ignored);

// GLib's fundamental types are macros with casts, which Swift doesn't import.

static inline GType sleeves_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType sleeves_type_int(void) { return G_TYPE_INT; }
static inline GType sleeves_type_string(void) { return G_TYPE_STRING; }
static inline const GVariantType *sleeves_variant_type_string(void) { return G_VARIANT_TYPE_STRING; }

/// Sets the callback of a descriptor's source, which GLib requires cast to another function type.
static inline void sleeves_source_set_unix_fd_callback(GSource *_Nonnull source, GUnixFDSourceFunc _Nonnull callback) {
    g_source_set_callback(source, G_SOURCE_FUNC(callback), NULL, NULL);
}

/// Sets a text property.
static inline void sleeves_object_set_string(gpointer _Nonnull object, const char *_Nonnull property, const char *_Nullable value) {
    g_object_set(object, property, value, NULL);
}

/// Has screen readers say a text, at a widget. Returns false where GTK can't, such as before GTK 4.14.
static inline gboolean sleeves_accessible_announce(GtkAccessible *_Nonnull accessible, const char *_Nonnull text) {
    // Looked up at run time, because the same program runs with GTK 4.8. No handle means all libraries.
    GtkATContext *(*get_context)(GtkAccessible *) = (__typeof__(get_context))dlsym(NULL, "gtk_accessible_get_at_context");
    void (*announce)(GtkAccessible *, const char *, int) = (__typeof__(announce))dlsym(NULL, "gtk_accessible_announce");
    GtkATContext *context = announce != NULL && get_context != NULL ? get_context(accessible) : NULL;
    if (context == NULL) return FALSE;
    // Where screen readers can't reach a program, GTK uses its context for tests, and crashes at an announcement.
    gboolean reaches_readers = strcmp(G_OBJECT_TYPE_NAME(context), "GtkTestATContext") != 0;
    g_object_unref(context);
    const int medium_priority = 1;
    if (reaches_readers) announce(accessible, text, medium_priority);
    return reaches_readers;
}

/// Sets the label that names a widget.
static inline void sleeves_accessible_set_label(GtkAccessible *_Nonnull accessible, GtkAccessible *_Nonnull label) {
    gtk_accessible_update_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

/// Disposes of a widget as GtkWidget itself does.
static inline void sleeves_widget_class_dispose(GObject *_Nonnull object) {
    GObjectClass *parent = G_OBJECT_CLASS(g_type_class_peek(GTK_TYPE_WIDGET));
    parent->dispose(object);
}

#include "present.h"
