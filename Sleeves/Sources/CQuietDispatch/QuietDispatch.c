// Lets an idle program sleep.
//
// On Linux, libdispatch looks once a second whether the threads of its pool are all blocked, so that it can start others. It does so for as
// long as the program lives, also where the pool has no thread at all. Here its timer runs only while there are threads. They end by
// themselves after five idle seconds.
//
// Package.swift adds this to a program that contains libdispatch, and has the linker put these functions around libdispatch's own.

#include "QuietDispatch.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void dispatch_suspend(void *object);
void dispatch_resume(void *object);

void __real__dispatch_workq_worker_register(void *pool);
void __real__dispatch_workq_worker_unregister(void *pool);
void __real_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);

// Protected by the lock: the timer's source, the number of the pool's threads, whether the timer is suspended.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *timer;
static int threads;
static bool isSuspended;

// Whether this thread is about to enter the pool. The first one makes the timer.
static _Thread_local bool isEntering;

void __wrap_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
    if (isEntering && timer == NULL) timer = source;
    __real_dispatch_source_set_timer(source, start, interval, leeway);
}

void __wrap__dispatch_workq_worker_register(void *pool) {
    pthread_mutex_lock(&lock);
    isEntering = true;
    __real__dispatch_workq_worker_register(pool);
    isEntering = false;
    threads += 1;
    if (isSuspended) {
        dispatch_resume(timer);
        isSuspended = false;
    }
    pthread_mutex_unlock(&lock);
}

void __wrap__dispatch_workq_worker_unregister(void *pool) {
    __real__dispatch_workq_worker_unregister(pool);
    pthread_mutex_lock(&lock);
    threads -= 1;
    if (threads == 0 && timer != NULL) {
        dispatch_suspend(timer);
        isSuspended = true;
    }
    pthread_mutex_unlock(&lock);
}
