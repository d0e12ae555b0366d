#pragma once

// Swift renames the members of enumerations with this attribute, which GLib 2.88 and later give to flags.
#define flag_enum unused

#include <gio/gio.h>
