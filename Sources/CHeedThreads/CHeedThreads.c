// For pthread_getattr_np.
#define _GNU_SOURCE

#include "CHeedThreads.h"

#include <stdio.h>

_Thread_local struct heed_thread heed_this_thread;

#if defined(_WIN32)
struct heed_thread *heed_current_thread(void) { return &heed_this_thread; }
#endif

void heed_write_error(const void *text, size_t count) { fwrite(text, 1, count, stderr); }

// MARK: The stack

#if defined(_WIN32)
#include <windows.h>
#elif !defined(__wasi__)
#include <pthread.h>
#endif

// Finds the lowest and the highest address of this thread's stack.
static bool find_stack(uintptr_t *low, uintptr_t *high) {
#if defined(_WIN32)
    ULONG_PTR first, last;
    GetCurrentThreadStackLimits(&first, &last);
    *low = first;
    *high = last;
    return true;
#elif defined(__APPLE__)
    *high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    *low = *high - pthread_get_stacksize_np(pthread_self());
    return true;
#elif defined(__linux__) || defined(__ANDROID__)
    pthread_attr_t attributes;
    void *address;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
    bool is_known = pthread_attr_getstack(&attributes, &address, &size) == 0;
    pthread_attr_destroy(&attributes);
    *low = (uintptr_t)address;
    *high = *low + size;
    return is_known;
#else
    return false;
#endif
}

// If a stack is larger than this, or its bounds are unknown, deliveries use this much of it.
#define LARGEST_STACK ((uintptr_t)8 << 20)
// The space that every handler finds on its stack, if the stack is large enough.
#define SMALLEST_REST ((uintptr_t)64 << 10)

enum heed_stack heed_stack_left(long depth) {
    struct heed_thread *thread = heed_current_thread();
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (thread->stack_low == 0) {
        uintptr_t low, high;
        // Outside these bounds lies the stack of a coroutine, whose size is unknown.
        if (find_stack(&low, &high) && here > low && here <= high) {
            if (high - low > LARGEST_STACK) low = high - LARGEST_STACK;
            uintptr_t rest = (high - low) / 4;
            if (rest < SMALLEST_REST) rest = SMALLEST_REST;
            thread->stack_end = low;
            thread->stack_low = low + rest;
        } else {
            thread->stack_low = UINTPTR_MAX;
        }
    }
    uintptr_t rest = thread->stack_low - thread->stack_end;
    if (thread->stack_low == UINTPTR_MAX || here < thread->stack_end || here > thread->stack_end + 4 * rest) {
        return depth < 32 ? HEED_STACK_AMPLE : depth < 64 ? HEED_STACK_SOME : depth < 128 ? HEED_STACK_LOW : HEED_STACK_EMPTY;
    }
    if (here >= thread->stack_low + rest) return HEED_STACK_AMPLE;
    if (here >= thread->stack_low) return HEED_STACK_SOME;
    return here >= thread->stack_end + rest / 2 ? HEED_STACK_LOW : HEED_STACK_EMPTY;
}

uintptr_t heed_end_of_stack(void) {
    struct heed_thread *thread = heed_current_thread();
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (thread->stack_high == 0) {
        uintptr_t low, high;
        if (!find_stack(&low, &high) || here <= low || here > high) return 0;
        thread->stack_high = high;
        thread->stack_bottom = low;
    }
    return here > thread->stack_bottom && here <= thread->stack_high ? thread->stack_high : 0;
}

// MARK: Isolation

// The runtime's own answer, which never traps: without flags it says `false` if it doesn't know. Available since Swift 6.2; older systems
// that include the runtime lack it.
#if defined(__has_attribute)
#if __has_attribute(swiftcall)
#define HEED_SWIFTCALL __attribute__((swiftcall))
#endif
#endif
#if defined(HEED_SWIFTCALL) && !defined(_WIN32)
HEED_SWIFTCALL extern bool swift_task_isCurrentExecutorWithFlags(uintptr_t identity, uintptr_t implementation, uint64_t flags)
    __attribute__((weak));

bool heed_is_isolated_to(uintptr_t identity, uintptr_t implementation) {
    return swift_task_isCurrentExecutorWithFlags && swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
#else
bool heed_is_isolated_to(uintptr_t identity, uintptr_t implementation) { return false; }
#endif

// MARK: The thread sanitizer

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HEED_THREAD_SANITIZER 1
#endif
#endif

#if defined(HEED_THREAD_SANITIZER)
const bool heed_has_thread_sanitizer = true;
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void heed_lock_was_taken(void *lock) { __tsan_acquire(lock); }
void heed_lock_is_released(void *lock) { __tsan_release(lock); }
#else
const bool heed_has_thread_sanitizer = false;
void heed_lock_was_taken(void *lock) { (void)lock; }
void heed_lock_is_released(void *lock) { (void)lock; }
#endif

// MARK: The end of a thread

#if defined(_WIN32)

static void (*exit_function)(void *);
static DWORD exit_slot = FLS_OUT_OF_INDEXES;
static INIT_ONCE exit_once = INIT_ONCE_STATIC_INIT;

static void WINAPI thread_ends(void *value) {
    if (value) exit_function(value);
}

static BOOL CALLBACK make_slot(INIT_ONCE *once, void *function, void **context) {
    exit_function = (void (*)(void *))function;
    exit_slot = FlsAlloc(thread_ends);
    return TRUE;
}

void heed_at_thread_exit(void *value, void (*function)(void *)) {
    InitOnceExecuteOnce(&exit_once, make_slot, (void *)function, NULL);
    FlsSetValue(exit_slot, value);
}

#elif defined(__wasi__) && !defined(_REENTRANT)

// There is one thread, and it ends with the program.
void heed_at_thread_exit(void *value, void (*function)(void *)) {}

#else

static void (*exit_function)(void *);
static pthread_key_t exit_key;
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;

static void thread_ends(void *value) { __atomic_load_n(&exit_function, __ATOMIC_ACQUIRE)(value); }

static void make_key(void) { pthread_key_create(&exit_key, thread_ends); }

void heed_at_thread_exit(void *value, void (*function)(void *)) {
    // All threads would write the same value here.
    __atomic_store_n(&exit_function, function, __ATOMIC_RELEASE);
    pthread_once(&exit_once, make_key);
    pthread_setspecific(exit_key, value);
}

#endif
