#pragma once

// Swift renames the members of enumerations with this attribute, which GLib 2.88 and later give to flags.
#define flag_enum unused

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gio/gio.h>

// Wrappers for macros and functions with a variable number of arguments, which Swift can't call.

typedef void (*CGdkPixbufSizePrepared)(GdkPixbufLoader *loader, int width, int height, gpointer data);

static inline void cgdkpixbuf_connect_size_prepared(GdkPixbufLoader *loader, CGdkPixbufSizePrepared handler, gpointer data) {
    g_signal_connect(loader, "size-prepared", G_CALLBACK(handler), data);
}

static inline gboolean cgdkpixbuf_save_jpeg(GdkPixbuf *pixbuf, const char *quality, gchar **bytes, gsize *count, GError **error) {
    return gdk_pixbuf_save_to_buffer(pixbuf, bytes, count, "jpeg", error, "quality", quality, NULL);
}

static inline gboolean cgdkpixbuf_save_png(GdkPixbuf *pixbuf, gchar **bytes, gsize *count, GError **error) {
    return gdk_pixbuf_save_to_buffer(pixbuf, bytes, count, "png", error, NULL);
}

static inline gboolean cgdkpixbuf_has_no_decoder(const GError *error) {
    return g_error_matches(error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_UNKNOWN_TYPE);
}
