#include "CHeedThreads.h"

_Thread_local struct heed_thread heed_this_thread;

#if defined(_WIN32)

#include <windows.h>

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

#include <pthread.h>

static void (*exit_function)(void *);
static pthread_key_t exit_key;
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;

static void thread_ends(void *value) { __atomic_load_n(&exit_function, __ATOMIC_ACQUIRE)(value); }

static void make_key(void) { pthread_key_create(&exit_key, thread_ends); }

void heed_at_thread_exit(void *value, void (*function)(void *)) {
    // Whoever comes first writes what all others would write too.
    __atomic_store_n(&exit_function, function, __ATOMIC_RELEASE);
    pthread_once(&exit_once, make_key);
    pthread_setspecific(exit_key, value);
}

#endif
