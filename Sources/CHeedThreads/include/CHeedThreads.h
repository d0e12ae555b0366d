#pragma once

// The data that Heed keeps for each thread. Swift can read a C thread-local only through a function; being inline, it costs one load.

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
    // The delivery whose handler runs on this thread, or NULL. Differs from `delivery` while an outer one is being completed.
    void *HEED_NULLABLE handling;
    // The deliveries that wait for stack space, and the loops that were stopped; NULL if there are none.
    void *HEED_NULLABLE backlog;
    // The number of the newest nested delivery.
    uint64_t deliveries;
    // The address below which the stack counts as nearly used up, and its end; 0 before the first nested delivery.
    uintptr_t stack_low;
    uintptr_t stack_end;
    // The deliveries that the thread publishes to others, or NULL if it has made none.
    void *HEED_NULLABLE guards;
    // The number of its guards in use.
    long guards_used;
    // The innermost record of observable properties being read, or NULL.
    void *HEED_NULLABLE tracking;
    // The group that collects changes on this thread, or NULL.
    void *HEED_NULLABLE group;
    // While a recording runs: the number of the change or handler that this thread is in, or 0; what is being registered, or NULL; and whether
    // a token is ending its registration, and how (`enum heed_ending`).
    uint64_t cause;
    const void *HEED_NULLABLE registering;
    uint32_t ending;
    // The thread's number; 0 until it is asked for.
    uint32_t number;
    // The bounds of the stack; 0 until they are asked for.
    uintptr_t stack_bottom, stack_high;
    // The object that a test steps this thread with, or NULL.
    void *HEED_NULLABLE stepped;
};

// How a token ends its registration.
enum heed_ending { HEED_NOT_ENDING, HEED_INVALIDATED, HEED_RELEASED };

#if defined(_WIN32)
// A DLL can't share a thread-local with another one, except through a function that returns its address.
struct heed_thread *HEED_NONNULL heed_current_thread(void);
#else
extern _Thread_local struct heed_thread heed_this_thread;

static inline struct heed_thread *HEED_NONNULL heed_current_thread(void) { return &heed_this_thread; }
#endif

static inline void *HEED_NULLABLE heed_current_tracking(void) { return heed_current_thread()->tracking; }
static inline void heed_set_current_tracking(void *HEED_NULLABLE tracking) { heed_current_thread()->tracking = tracking; }

static inline void *HEED_NULLABLE heed_current_group(void) { return heed_current_thread()->group; }
static inline void heed_set_current_group(void *HEED_NULLABLE group) { heed_current_thread()->group = group; }

// The amount of this thread's stack that is left.
enum heed_stack {
    // More than half of the space that deliveries may use.
    HEED_STACK_AMPLE,
    HEED_STACK_SOME,
    // Less than a quarter of the stack: deliveries that can wait do so.
    HEED_STACK_LOW,
    // Too little to start anything more.
    HEED_STACK_EMPTY,
};

// `depth` is the number of nested deliveries. It decides if the system doesn't report the end of the stack.
enum heed_stack heed_stack_left(long depth);

// The address after this thread's stack; 0 if it is unknown, or if the running code is on another stack.
uintptr_t heed_end_of_stack(void);

// Returns whether the running code is isolated to the actor with this executor, given by its two words. False if that is unknown.
bool heed_is_isolated_to(uintptr_t identity, uintptr_t implementation);

// Whether the program is built with the thread sanitizer, which can't see inside `Synchronization.Mutex` and needs annotations.
extern const bool heed_has_thread_sanitizer;

// Report that a lock was acquired or is about to be released.
void heed_lock_was_taken(void *HEED_NONNULL lock);
void heed_lock_is_released(void *HEED_NONNULL lock);

// Returns an address that distinguishes threads while they are alive. Use it only for comparison.
static inline const void *HEED_NONNULL heed_thread_identity(void) { return heed_current_thread(); }

// Writes to standard error, immediately.
void heed_write_error(const void *HEED_NULLABLE text, size_t count);

// Calls a function with a value when this thread ends. Call this once in a thread, always with the same function.
void heed_at_thread_exit(void *HEED_NONNULL value, void (*HEED_NONNULL function)(void *HEED_NONNULL));

#if defined(__cplusplus)
}
#endif

#include "CHeedRecording.h"
