#include "CPeers.h"

#include <malloc.h>
#include <time.h>

_Thread_local int64_t thread_sum;

size_t bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    // Large blocks are mapped one by one, and counted apart.
    return info.uordblks + info.hblkhd;
}

double nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}
