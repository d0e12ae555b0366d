#ifndef CFILETIMES_H
#define CFILETIMES_H

#include <stdbool.h>
#include <stdint.h>

/// Reads when the file at a path was created on its file system, in milliseconds since 1970.
///
/// - Returns: Whether the kernel and the file system know it.
bool sleeves_birth_of_file(const char *path, int64_t *milliseconds);

#endif
