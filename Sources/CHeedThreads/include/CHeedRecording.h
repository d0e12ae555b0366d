#pragma once

// The recording of what observers do: a ring of events, which any thread writes to without waiting. While it is off, Heed only looks at one
// byte for each delivery.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum heed_event_kind {
    HEED_EVENT_CHANGE = 1,
    HEED_EVENT_HANDLER,
    HEED_EVENT_READING,
    HEED_EVENT_HOP,
    HEED_EVENT_FILTERED,
};

// The number of events that are kept, and of backtraces, and of calls in each of those.
enum { HEED_EVENT_LIMIT = 1 << 16, HEED_BACKTRACE_LIMIT = 1 << 12, HEED_BACKTRACE_DEPTH = 40 };

// What a thread is doing, as the recording has it. Six words, each of them atomic in the ring.
struct heed_event {
    // The event's number, starting at 1; 0 if there is none.
    uint64_t number;
    // The time of its beginning, by the counter of `heed_ticks`.
    uint64_t start;
    // The event's duration in units of 16 ticks, HEED_UNDER_WAY until it is known, in the lower half; the lower half of the number of the
    // observer in the upper one.
    uint64_t duration_and_observer;
    // See `heed_event_origin`.
    uint64_t origin;
    // The bits of the place of registration.
    uint64_t place;
    // The lower half of the number of the event that caused it, or 0, in the lower half; the number of its backtrace, or 0, in the upper one.
    uint64_t cause_and_backtrace;
};

#define HEED_UNDER_WAY UINT32_MAX

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HEED_LOWER_HALF 1
#else
#define HEED_LOWER_HALF 0
#endif

// Private to these functions. It is in the same image as its users, so that looking at it takes one load.
#if !defined(_WIN32)
__attribute__((visibility("hidden")))
#endif
extern unsigned char heed_recording;
enum { HEED_NEVER_RECORDED, HEED_RECORDING, HEED_STOPPED_RECORDING };

// Acquiring, so that a thread that sees the recording also sees its memory.
static inline bool heed_is_recording(void) {
    return __builtin_expect(__atomic_load_n(&heed_recording, __ATOMIC_ACQUIRE) == HEED_RECORDING, 0);
}

// Whether observers are noted: from the first recording on, so that what is known of them stays true while there is none.
static inline bool heed_is_indexing(void) {
    return __builtin_expect(__atomic_load_n(&heed_recording, __ATOMIC_ACQUIRE) != HEED_NEVER_RECORDED, 0);
}

// Where the flag is, for code that is compiled into other images. It is zero until the first recording.
const unsigned char *_Nonnull heed_recording_flag(void);

// Start to record, and stop. A recording that starts again continues with higher numbers. Returns false if there is no memory.
bool heed_start_recording(void);
void heed_stop_recording(void);

// The time of a steady clock, in nanoseconds.
uint64_t heed_nanoseconds(void);

// The running thread's number, as the system has it where it has one.
uint32_t heed_thread_number(void);

// A counter that grows steadily, at a rate that has to be found out.
static inline uint64_t heed_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return heed_nanoseconds();
#endif
}

// The kind, the thread, and the number of the source of events, in one word: for many events of one thread, it is made once.
static inline uint64_t heed_event_origin(enum heed_event_kind kind, uint32_t source) {
    return (uint64_t)source << 32 | (uint64_t)heed_thread_number() << 8 | (uint64_t)kind;
}

// The ring: its events, and the number of the newest. An event whose number is HEED_BUSY is being written; a thread that finds it leaves its own
// event out rather than wait. That happens only if a thread pauses in the middle while others record all the ring.
extern struct heed_event *HEED_NULLABLE heed_events;
extern uint64_t heed_newest_event;
#define HEED_BUSY UINT64_MAX

// Adds an event that starts at a time, and returns its number. Call it only once something was recorded.
static inline uint64_t heed_begin_event_at(uint64_t start, uint64_t origin, uint64_t observer, uint64_t place, uint64_t cause_and_backtrace) {
    uint64_t number = __atomic_add_fetch(&heed_newest_event, 1, __ATOMIC_RELAXED);
    struct heed_event *event = &__atomic_load_n(&heed_events, __ATOMIC_RELAXED)[number % HEED_EVENT_LIMIT];
    if (__builtin_expect(__atomic_exchange_n(&event->number, HEED_BUSY, __ATOMIC_ACQUIRE) == HEED_BUSY, 0)) return number;
    __atomic_store_n(&event->start, start, __ATOMIC_RELAXED);
    __atomic_store_n(&event->duration_and_observer, observer << 32 | HEED_UNDER_WAY, __ATOMIC_RELAXED);
    __atomic_store_n(&event->origin, origin, __ATOMIC_RELAXED);
    __atomic_store_n(&event->place, place, __ATOMIC_RELAXED);
    __atomic_store_n(&event->cause_and_backtrace, cause_and_backtrace, __ATOMIC_RELAXED);
    __atomic_store_n(&event->number, number, __ATOMIC_RELEASE);
    return number;
}

// Adds an event that starts now.
static inline uint64_t heed_begin_event(uint64_t origin, uint64_t observer, uint64_t place, uint64_t cause_and_backtrace) {
    return heed_begin_event_at(heed_ticks(), origin, observer, place, cause_and_backtrace);
}

// Sets the duration of an event that ends now. Does nothing if newer events have taken its place.
static inline void heed_end_event(uint64_t number) {
    struct heed_event *event = &__atomic_load_n(&heed_events, __ATOMIC_RELAXED)[number % HEED_EVENT_LIMIT];
    uint64_t present = number;
    if (!__atomic_compare_exchange_n(&event->number, &present, HEED_BUSY, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
    uint64_t units = (heed_ticks() - __atomic_load_n(&event->start, __ATOMIC_RELAXED)) >> 4;
    __atomic_store_n((uint32_t *)&event->duration_and_observer + HEED_LOWER_HALF, units < HEED_UNDER_WAY ? (uint32_t)units : HEED_UNDER_WAY - 1,
                     __ATOMIC_RELAXED);
    __atomic_store_n(&event->number, number, __ATOMIC_RELEASE);
}

// Adds an event that started earlier and ends now, and returns its number.
static inline uint64_t heed_add_event(uint64_t start, uint64_t origin, uint64_t observer, uint64_t place, uint64_t cause) {
    uint64_t number = heed_begin_event_at(start, origin, observer, place, (uint32_t)cause);
    heed_end_event(number);
    return number;
}

// The number of the newest event.
static inline uint64_t heed_count_events(void) { return __atomic_load_n(&heed_newest_event, __ATOMIC_RELAXED); }

// Copies the event with a number. Returns false if it is gone, or is being written.
bool heed_copy_event(uint64_t number, struct heed_event *HEED_NONNULL event);

// Records the calls around this one, outwards from the given number of them, and returns the record's number; 0 if the stack is unknown.
uint32_t heed_record_backtrace(unsigned skipped);

// Copies a record's return addresses, at most HEED_BACKTRACE_DEPTH, and returns how many there are; 0 if newer ones have taken its place.
size_t heed_copy_backtrace(uint32_t number, uintptr_t *HEED_NONNULL addresses);

// The moment when the first recording started, by the counter of `heed_ticks` and in nanoseconds; 0 before that.
void heed_copy_first_start(uint64_t *HEED_NONNULL ticks, uint64_t *HEED_NONNULL nanoseconds);

#if defined(__cplusplus)
}
#endif
