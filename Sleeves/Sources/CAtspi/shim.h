#pragma once

#include <atspi/atspi.h>
#include <spawn.h>

/// Has a new program inherit no descriptor from a number on. The headers show it under its own name only to some.
int sleeves_spawn_file_actions_addclosefrom(posix_spawn_file_actions_t *_Nonnull actions, int from)
    __asm__("posix_spawn_file_actions_addclosefrom_np");
