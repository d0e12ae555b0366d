// statx, which Swift's Glibc module lacks.
#define _GNU_SOURCE

#include "CFileTimes.h"

#include <fcntl.h>
#include <sys/stat.h>

bool sleeves_birth_of_file(const char *path, int64_t *milliseconds) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_STATX_SYNC_AS_STAT, STATX_BTIME, &status) != 0 || (status.stx_mask & STATX_BTIME) == 0) return false;
    // File systems without such a time write zero.
    if (status.stx_btime.tv_sec <= 0 || status.stx_btime.tv_sec > INT64_MAX / 1000 - 1) return false;
    *milliseconds = status.stx_btime.tv_sec * 1000 + status.stx_btime.tv_nsec / 1000000;
    return true;
}
