#define _GNU_SOURCE
#include "CDatabaseLocks.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/// One of SQLite's descriptors of a locked file.
typedef struct Descriptor {
    int number;
    struct Descriptor *next;
} Descriptor;

/// A locked file. SQLite accounts for its connections itself, as if the process had the locks, so one description has all of them.
typedef struct LockedFile {
    dev_t device;
    ino_t inode;
    /// The description that has the locks; -1 if the process has them.
    int holder;
    Descriptor *descriptors;
    struct LockedFile *next;
} LockedFile;

// Protected by the mutex. The files are those that SQLite has locked since it opened them.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static LockedFile *files;

static int (*original_close)(int);

static LockedFile *file_of_descriptor(int number) {
    for (LockedFile *file = files; file; file = file->next)
        for (Descriptor *descriptor = file->descriptors; descriptor; descriptor = descriptor->next)
            if (descriptor->number == number) return file;
    return NULL;
}

static LockedFile *file_of_inode(int number) {
    struct stat status;
    if (fstat(number, &status) != 0) return NULL;
    for (LockedFile *file = files; file; file = file->next)
        if (file->device == status.st_dev && file->inode == status.st_ino) return file;
    LockedFile *file = calloc(1, sizeof *file);
    if (!file) return NULL;
    // Another description of the same file, with the same rights. Without /proc, SQLite's own locks stay.
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    int flags = fcntl(number, F_GETFL) & O_ACCMODE;
    *file = (LockedFile){status.st_dev, status.st_ino, open(path, flags | O_CLOEXEC), NULL, files};
    files = file;
    return file;
}

/// Returns the file of a descriptor, known or new; `NULL` without memory.
static LockedFile *locked_file(int number) {
    LockedFile *file = file_of_descriptor(number);
    if (file) return file;
    Descriptor *descriptor = malloc(sizeof *descriptor);
    if (!descriptor) return NULL;
    file = file_of_inode(number);
    if (!file) {
        free(descriptor);
        return NULL;
    }
    *descriptor = (Descriptor){number, file->descriptors};
    file->descriptors = descriptor;
    return file;
}

static int lock(int number, int command, struct flock *request) {
    pthread_mutex_lock(&mutex);
    LockedFile *file = locked_file(number);
    int result = -1;
    if (!file) {
        errno = ENOLCK;
    } else if (file->holder < 0) {
        result = fcntl(number, command, request);
    } else {
        struct flock copy = *request;
        copy.l_pid = 0;
        result = fcntl(file->holder, command == F_GETLK ? F_OFD_GETLK : F_OFD_SETLK, &copy);
        if (result == 0 && command == F_GETLK) *request = copy;
        if (result != 0 && errno == EINVAL) {
            // The file system has no such locks, so the description has none to lose.
            close(file->holder);
            file->holder = -1;
            result = fcntl(number, command, request);
        }
    }
    int error = errno;
    pthread_mutex_unlock(&mutex);
    errno = error;
    return result;
}

static int lasting_fcntl(int number, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    // SQLite never waits in the kernel.
    if (command == F_SETLK || command == F_GETLK) return lock(number, command, argument);
    return fcntl(number, command, argument);
}

/// Closes one of SQLite's descriptors, and the file's description with it if there is no other, which drops the locks.
static int lasting_close(int number) {
    pthread_mutex_lock(&mutex);
    LockedFile *file = file_of_descriptor(number);
    if (file) {
        Descriptor **place = &file->descriptors;
        while ((*place)->number != number) place = &(*place)->next;
        Descriptor *descriptor = *place;
        *place = descriptor->next;
        free(descriptor);
        if (!file->descriptors) {
            LockedFile **link = &files;
            while (*link != file) link = &(*link)->next;
            *link = file->next;
            if (file->holder >= 0) close(file->holder);
            free(file);
        }
    }
    // Before another thread may get the same number.
    int result = original_close(number);
    int error = errno;
    pthread_mutex_unlock(&mutex);
    errno = error;
    return result;
}

int sleeves_use_lasting_locks(void) {
#ifdef F_OFD_SETLK
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (!vfs || vfs->iVersion < 3) return SQLITE_OK;
    original_close = (int (*)(int))vfs->xGetSystemCall(vfs, "close");
    int code = vfs->xSetSystemCall(vfs, "close", (sqlite3_syscall_ptr)lasting_close);
    return code ? code : vfs->xSetSystemCall(vfs, "fcntl", (sqlite3_syscall_ptr)lasting_fcntl);
#else
    return SQLITE_OK;
#endif
}

void sleeves_count_no_memory(void) {
    // Another library may have begun to use SQLite. Then it goes on counting.
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
