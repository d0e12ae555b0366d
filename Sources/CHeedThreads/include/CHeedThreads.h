#pragma once

// What Heed keeps for each thread. Swift can read a C thread-local only through a function; being inline, it costs one load.

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
    // How many handlers this thread is in the middle of.
    long depth;
    // What the thread shows to others of its deliveries, or NULL if it has not made any.
    void *HEED_NULLABLE guards;
    // How many of its guards are in use.
    long guards_used;
    // The innermost record of which observable properties are read, or NULL.
    void *HEED_NULLABLE tracking;
    // The group that changes on this thread are collected in, or NULL.
    void *HEED_NULLABLE group;
};

extern _Thread_local struct heed_thread heed_this_thread;

static inline struct heed_thread *HEED_NONNULL heed_current_thread(void) { return &heed_this_thread; }

static inline void *HEED_NULLABLE heed_current_tracking(void) { return heed_this_thread.tracking; }
static inline void heed_set_current_tracking(void *HEED_NULLABLE tracking) { heed_this_thread.tracking = tracking; }

static inline void *HEED_NULLABLE heed_current_group(void) { return heed_this_thread.group; }
static inline void heed_set_current_group(void *HEED_NULLABLE group) { heed_this_thread.group = group; }

// Tells threads apart while they live: an address, of use only for comparing.
static inline const void *HEED_NONNULL heed_thread_identity(void) { return &heed_this_thread; }

// Has a function called with a value when this thread ends. To be called once in a thread, always with the same function.
void heed_at_thread_exit(void *HEED_NONNULL value, void (*HEED_NONNULL function)(void *HEED_NONNULL));

#if defined(__cplusplus)
}
#endif
