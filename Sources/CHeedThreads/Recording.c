// For gettid.
#define _GNU_SOURCE

#include "CHeedThreads.h"

#include <stdlib.h>
#include <time.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

unsigned char heed_recording;

const unsigned char *_Nonnull heed_recording_flag(void) {
    return &heed_recording;
}

struct heed_event *heed_events;
uint64_t heed_newest_event;

// The backtraces: a number, the count of addresses, and the addresses.
struct backtrace {
    uint32_t number;
    uint32_t count;
    uintptr_t addresses[HEED_BACKTRACE_DEPTH];
};
static struct backtrace *backtraces;
static uint32_t newest_backtrace;

#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_RELAXED)
#define STORE(place, value) __atomic_store_n(&(place), value, __ATOMIC_RELAXED)

static uint64_t first_ticks, first_nanoseconds;

bool heed_start_recording(void) {
    struct heed_event *present = NULL;
    if (!__atomic_load_n(&heed_events, __ATOMIC_ACQUIRE)) {
        // Never freed: other threads may still be writing after the recording was stopped.
        struct backtrace *made_backtraces = calloc(HEED_BACKTRACE_LIMIT, sizeof(struct backtrace));
        struct heed_event *made = calloc(HEED_EVENT_LIMIT, sizeof(struct heed_event));
        struct backtrace *none = NULL;
        if (!made || !made_backtraces) {
            free(made);
            free(made_backtraces);
            return false;
        }
        if (!__atomic_compare_exchange_n(&backtraces, &none, made_backtraces, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) free(made_backtraces);
        if (!__atomic_compare_exchange_n(&heed_events, &present, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) free(made);
    }
    uint64_t none = 0;
    uint64_t nanoseconds = heed_nanoseconds();
    if (__atomic_compare_exchange_n(&first_nanoseconds, &none, nanoseconds, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&first_ticks, heed_ticks(), __ATOMIC_RELEASE);
    }
    __atomic_store_n(&heed_recording, HEED_RECORDING, __ATOMIC_RELEASE);
    return true;
}

void heed_copy_first_start(uint64_t *ticks, uint64_t *nanoseconds) {
    *ticks = __atomic_load_n(&first_ticks, __ATOMIC_ACQUIRE);
    *nanoseconds = __atomic_load_n(&first_nanoseconds, __ATOMIC_ACQUIRE);
}

void heed_stop_recording(void) {
    unsigned char on = HEED_RECORDING;
    __atomic_compare_exchange_n(&heed_recording, &on, HEED_STOPPED_RECORDING, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

#if !defined(_WIN32) || defined(__clang__)
__attribute__((constructor)) static void start_if_asked(void) {
    const char *wish = getenv("HEED_INSPECT");
    if (wish && wish[0] == '1' && wish[1] == 0) heed_start_recording();
}
#endif

// MARK: Events

bool heed_copy_event(uint64_t number, struct heed_event *target) {
    struct heed_event *all = __atomic_load_n(&heed_events, __ATOMIC_ACQUIRE);
    if (!all) return false;
    struct heed_event *event = &all[number % HEED_EVENT_LIMIT];
    if (__atomic_load_n(&event->number, __ATOMIC_ACQUIRE) != number) return false;
    // Acquiring loads, so that the last look at the number comes after all of them.
    target->number = number;
    target->start = __atomic_load_n(&event->start, __ATOMIC_ACQUIRE);
    target->duration_and_observer = __atomic_load_n(&event->duration_and_observer, __ATOMIC_ACQUIRE);
    target->origin = __atomic_load_n(&event->origin, __ATOMIC_ACQUIRE);
    target->place = __atomic_load_n(&event->place, __ATOMIC_ACQUIRE);
    target->cause_and_backtrace = __atomic_load_n(&event->cause_and_backtrace, __ATOMIC_ACQUIRE);
    return LOAD(event->number) == number;
}

// MARK: Backtraces

uint32_t heed_record_backtrace(unsigned skipped) {
    uintptr_t end = heed_end_of_stack();
    struct backtrace *all = __atomic_load_n(&backtraces, __ATOMIC_ACQUIRE);
    if (!end || !all) return 0;
    uint32_t number = __atomic_add_fetch(&newest_backtrace, 1, __ATOMIC_RELAXED);
    if (number == 0) return 0;
    struct backtrace *backtrace = &all[number % HEED_BACKTRACE_LIMIT];
    STORE(backtrace->number, 0);
    uint32_t count = 0;
    // Each frame begins with the address of the one around it, and the address to return to. Code that was compiled without frame pointers may
    // have left anything there: it is only followed outwards, within the stack.
    const uintptr_t *frame = __builtin_frame_address(0);
    while (count < HEED_BACKTRACE_DEPTH) {
        if (skipped > 0) {
            skipped--;
        } else {
            STORE(backtrace->addresses[count], frame[1]);
            count++;
        }
        // Swift marks the frames of asynchronous functions with a bit.
        uintptr_t next = frame[0] & ~((uintptr_t)1 << (sizeof(uintptr_t) * 8 - 4));
        if (next <= (uintptr_t)frame || next > end - 2 * sizeof(uintptr_t) || next % sizeof(uintptr_t) != 0) break;
        frame = (const uintptr_t *)next;
    }
    STORE(backtrace->count, count);
    __atomic_store_n(&backtrace->number, number, __ATOMIC_RELEASE);
    return number;
}

size_t heed_copy_backtrace(uint32_t number, uintptr_t *addresses) {
    struct backtrace *all = __atomic_load_n(&backtraces, __ATOMIC_ACQUIRE);
    if (!all || number == 0) return 0;
    struct backtrace *backtrace = &all[number % HEED_BACKTRACE_LIMIT];
    if (__atomic_load_n(&backtrace->number, __ATOMIC_ACQUIRE) != number) return 0;
    size_t count = __atomic_load_n(&backtrace->count, __ATOMIC_ACQUIRE);
    if (count > HEED_BACKTRACE_DEPTH) return 0;
    for (size_t place = 0; place < count; place++) addresses[place] = __atomic_load_n(&backtrace->addresses[place], __ATOMIC_ACQUIRE);
    return LOAD(backtrace->number) == number ? count : 0;
}

// MARK: Time and threads

uint64_t heed_nanoseconds(void) {
    struct timespec now;
#if defined(_WIN32)
    timespec_get(&now, TIME_UTC);
#else
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#if !defined(__linux__)
static uint32_t newest_thread;
#endif

uint32_t heed_thread_number(void) {
    struct heed_thread *thread = heed_current_thread();
    if (__builtin_expect(thread->number == 0, 0)) {
#if defined(__linux__)
        thread->number = (uint32_t)syscall(SYS_gettid);
#else
        thread->number = __atomic_add_fetch(&newest_thread, 1, __ATOMIC_RELAXED);
#endif
    }
    return thread->number;
}
