#pragma once

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

// GDK's own header would bring GTK's types into this module a second time.

/// The number of a GdkSurface's window on the display.
Window sleeves_surface_window(void *_Nonnull surface) __asm__("gdk_x11_surface_get_xid");

/// Sets the number of pixels that a length of one takes on a GdkDisplay.
void sleeves_display_set_scale(void *_Nonnull display, int scale) __asm__("gdk_x11_display_set_surface_scale");

/// Keeps the errors of what a GdkDisplay is asked for from ending the program, until they are ignored.
void sleeves_display_trap_errors(void *_Nonnull display) __asm__("gdk_x11_display_error_trap_push");
void sleeves_display_ignore_errors(void *_Nonnull display) __asm__("gdk_x11_display_error_trap_pop_ignored");
