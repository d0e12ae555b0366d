#pragma once

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

// GDK's own header would bring GTK's types into this module a second time.

/// The number of a GdkSurface's window on the display.
Window sleeves_surface_window(void *_Nonnull surface) __asm__("gdk_x11_surface_get_xid");

/// Sets the number of pixels that a length of one takes on a GdkDisplay.
void sleeves_display_set_scale(void *_Nonnull display, int scale) __asm__("gdk_x11_display_set_surface_scale");
