#pragma once

// What Heed keeps for each thread. Swift can read a C thread-local only through a function, so each field has one; being inline, it
// costs one load.

#if defined(__cplusplus)
extern "C" {
#endif

struct heed_thread {
    // The innermost delivery that runs on this thread, or NULL.
    void *delivery;
    // The innermost record of which observable properties are read, or NULL.
    void *tracking;
    // The group that changes on this thread are collected in, or NULL.
    void *group;
};

extern _Thread_local struct heed_thread heed_this_thread;

static inline void *heed_current_delivery(void) { return heed_this_thread.delivery; }
static inline void heed_set_current_delivery(void *delivery) { heed_this_thread.delivery = delivery; }

static inline void *heed_current_tracking(void) { return heed_this_thread.tracking; }
static inline void heed_set_current_tracking(void *tracking) { heed_this_thread.tracking = tracking; }

static inline void *heed_current_group(void) { return heed_this_thread.group; }
static inline void heed_set_current_group(void *group) { heed_this_thread.group = group; }

// Tells threads apart while they live: an address, of use only for comparing.
static inline const void *heed_thread_identity(void) { return &heed_this_thread; }

#if defined(__cplusplus)
}
#endif
