// libFuzzer's function is a part of the compiler's runtime, which is linked only where the fuzzer is built to fuzz.

#define _GNU_SOURCE

#include "CFuzzer.h"

#include <sys/mman.h>

int fuzzer_memory_file(void)
{
    return memfd_create("input", MFD_CLOEXEC);
}
