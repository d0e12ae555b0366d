// Makes libjpeg misbehave at pictures that ask for it, in whichever process decodes them: the worst that a decoder's mistake can do. To be
// loaded into the real program by LD_PRELOAD.
//
// It makes the player's process crash in the same way, and hides GStreamer from it.
//
// A picture asks by the words "misbehave: crash", "misbehave: hang" or "misbehave: memory" among its bytes.

#define _GNU_SOURCE
#include "DecoderFaults.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/types.h>

typedef void (*Source)(void *decoder, const unsigned char *bytes, unsigned long count);

// Never returns. Where the time of this process is limited, as that of readers is, two seconds are left of it: nobody learns more from all twenty.
static void hang(void)
{
    struct itimerval rest;
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {2, 0}}, &rest);
    if (!timerisset(&rest.it_value)) setitimer(ITIMER_PROF, &rest, NULL);
    for (;;) __asm__ volatile("");
}

void jpeg_mem_src(void *decoder, const unsigned char *bytes, unsigned long count)
{
    static const char order[] = "misbehave: ";
    const char *const found = bytes == NULL ? NULL : memmem(bytes, count, order, sizeof order - 1);
    const char what = found == NULL ? 0 : found[sizeof order - 1];
    if (what == 'c') *(volatile char *)8 = 0;
    if (what == 'h') hang();
    while (what == 'm') {
        void *const piece = malloc(1 << 20);
        if (piece == NULL) abort();
        memset(piece, 1, 1 << 20);
    }
    ((Source)dlsym(RTLD_NEXT, "jpeg_mem_src"))(decoder, bytes, count);
}

typedef ssize_t (*Pread)(int descriptor, void *bytes, size_t count, off_t offset);

/// The player reads the beginning of each file by this call.
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset)
{
    const ssize_t read = ((Pread)dlsym(RTLD_NEXT, "pread"))(descriptor, bytes, count, offset);
    if (read > 0 && memmem(bytes, (size_t)read, "misbehave: crash", 16) != NULL) *(volatile char *)8 = 0;
    return read;
}

typedef void *(*Dlopen)(const char *name, int flags);

/// Hides GStreamer, as if it weren't installed.
void *dlopen(const char *name, int flags)
{
    if (getenv("SLEEVES_HIDE_GSTREAMER") != NULL && name != NULL && strncmp(name, "libgst", 6) == 0) return NULL;
    return ((Dlopen)dlsym(RTLD_NEXT, "dlopen"))(name, flags);
}
