// libFuzzer's door for programs that have a main of their own.

#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Calls `callback` with one input after another, as the arguments say. Returns the exit status.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

/// A file that is in memory only; a descriptor, or -1.
int fuzzer_memory_file(void);

#endif
