#pragma once

// What Heed keeps for each thread. Swift can read a C thread-local only through a function; being inline, it costs one load.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define HEED_NONNULL _Nonnull
#define HEED_NULLABLE _Nullable
#else
#define HEED_NONNULL
#define HEED_NULLABLE
#endif

#if defined(__cplusplus)
extern "C" {
#endif

struct heed_thread {
    // The innermost delivery that was started on this thread, or NULL.
    void *HEED_NULLABLE delivery;
    // The delivery whose handler runs on this thread, or NULL. Another one than `delivery` while an outer one is being completed.
    void *HEED_NULLABLE handling;
    // The deliveries that wait for stack space, and the loops that were cut; NULL unless there are any.
    void *HEED_NULLABLE backlog;
    // The number of the newest nested delivery.
    uint64_t deliveries;
    // Where the stack counts as nearly used up, and where it ends; 0 before the first nested delivery.
    uintptr_t stack_low;
    uintptr_t stack_end;
    // What the thread shows to others of its deliveries, or NULL if it has not made any.
    void *HEED_NULLABLE guards;
    // How many of its guards are in use.
    long guards_used;
    // The innermost record of which observable properties are read, or NULL.
    void *HEED_NULLABLE tracking;
    // The group that changes on this thread are collected in, or NULL.
    void *HEED_NULLABLE group;
};

#if defined(_WIN32)
// A DLL cannot share a thread-local with another, but a function that returns its address.
struct heed_thread *HEED_NONNULL heed_current_thread(void);
#else
extern _Thread_local struct heed_thread heed_this_thread;

static inline struct heed_thread *HEED_NONNULL heed_current_thread(void) { return &heed_this_thread; }
#endif

static inline void *HEED_NULLABLE heed_current_tracking(void) { return heed_current_thread()->tracking; }
static inline void heed_set_current_tracking(void *HEED_NULLABLE tracking) { heed_current_thread()->tracking = tracking; }

static inline void *HEED_NULLABLE heed_current_group(void) { return heed_current_thread()->group; }
static inline void heed_set_current_group(void *HEED_NULLABLE group) { heed_current_thread()->group = group; }

// How much of this thread's stack is left.
enum heed_stack {
    // More than half of what deliveries may use.
    HEED_STACK_AMPLE,
    HEED_STACK_SOME,
    // Less than a quarter of the stack: deliveries that can wait do.
    HEED_STACK_LOW,
    // So little that nothing more may be started.
    HEED_STACK_EMPTY,
};

// `depth` is how many deliveries are nested: it decides where the system does not tell where the stack ends.
enum heed_stack heed_stack_left(long depth);

// Whether the code that runs now is isolated to the actor with this executor, given by its two words. False if that is not known.
bool heed_is_isolated_to(uintptr_t identity, uintptr_t implementation);

// Whether the program is built with the thread sanitizer, which cannot see inside of `Synchronization.Mutex` and has to be told.
extern const bool heed_has_thread_sanitizer;

// Say that a lock was taken or is about to be released.
void heed_lock_was_taken(void *HEED_NONNULL lock);
void heed_lock_is_released(void *HEED_NONNULL lock);

// Tells threads apart while they live: an address, of use only for comparing.
static inline const void *HEED_NONNULL heed_thread_identity(void) { return heed_current_thread(); }

// Writes to standard error, at once.
void heed_write_error(const void *HEED_NULLABLE text, size_t count);

// Has a function called with a value when this thread ends. To be called once in a thread, always with the same function.
void heed_at_thread_exit(void *HEED_NONNULL value, void (*HEED_NONNULL function)(void *HEED_NONNULL));

#if defined(__cplusplus)
}
#endif
