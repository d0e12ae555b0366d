#pragma once

#include <stddef.h>
#include <stdint.h>

// The peers that are written in C and C++, behind one face. What is measured is a loop on their side, as each Swift contender's loop is
// on its own side: nothing crosses the languages while the clock runs.

#if defined(__cplusplus)
extern "C" {
#endif

// Something that announces numbers to observers. Each observer adds the number to a sum.
struct signal_peer {
    const char *name;
    // Whether two threads may post on one object.
    int is_thread_safe;
    void *(*make)(void);
    void (*destroy)(void *object);
    // Adds observers, and keeps their connections with the object. Those that are told to add to the thread's sum share no memory
    // between threads.
    void (*add)(void *object, int64_t count, int adds_to_thread_sum);
    void (*post)(void *object, int64_t times);
    void (*add_and_remove)(void *object, int64_t times);
    // Posts once to half as many observers, one that removes a later one, and half as many again. Returns the nanoseconds that the removal
    // took. Observers that were added before are in the way: use an object of its own.
    double (*remove_amid)(void *object, int64_t count);
    int64_t (*sum)(void *object);
};

// An object with a number that can be observed.
struct property_peer {
    const char *name;
    void *(*make)(void);
    void (*destroy)(void *object);
    void (*add)(void *object, int64_t count);
    void (*get)(void *object, int64_t times);
    void (*set)(void *object, int64_t times);
    int64_t (*sum)(void *object);
};

extern const struct signal_peer boost_signal_peer;
extern const struct signal_peer gobject_signal_peer;
extern const struct signal_peer qt_signal_peer;
extern const struct signal_peer sigc_signal_peer;

extern const struct property_peer gobject_property_peer;
extern const struct property_peer qt_property_peer;

#if defined(__cplusplus)
extern thread_local int64_t thread_sum;
#else
extern _Thread_local int64_t thread_sum;
#endif

static inline void add_to_thread_sum(int64_t number) { thread_sum += number; }
static inline int64_t current_thread_sum(void) { return thread_sum; }

// Uses a value, and makes the compiler believe that all memory may have changed: a loop around it cannot be folded away or do its work
// only once. Costs nothing by itself.
__attribute__((always_inline)) static inline void keep(int64_t value) { __asm__ volatile("" : : "r"(value) : "memory"); }

// What a clock that only goes forward says.
double nanoseconds_now(void);

// The bytes that malloc has handed out and not got back, its own headers included.
size_t bytes_in_use(void);

#if defined(__cplusplus)
}
#endif
