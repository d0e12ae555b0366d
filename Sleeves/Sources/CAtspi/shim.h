#pragma once

// Swift renames the members of enumerations with this attribute, which GLib 2.88 and later give to flags.
#define flag_enum unused

#include <atspi/atspi.h>
#include <spawn.h>

/// Keeps a new program from inheriting descriptors from a number on. The headers declare the function only under some feature macros.
int sleeves_spawn_file_actions_addclosefrom(posix_spawn_file_actions_t *_Nonnull actions, int from)
    __asm__("posix_spawn_file_actions_addclosefrom_np");
