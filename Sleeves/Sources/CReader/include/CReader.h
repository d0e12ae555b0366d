// What a reader process is started, confined and talked to with: the system's calls that Swift cannot make as they are.

#ifndef CREADER_H
#define CREADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The socket that a reader process finds open.
#define CREADER_SOCKET 3
/// How many descriptors go with one message at most.
#define CREADER_DESCRIPTORS 64

/// Starts a program with a socket to it.
///
/// The program gets the environment, nothing as its standard streams, and a process group of its own, so that Control-C does not reach it.
/// Returns 0, or the system's error number.
int creader_start(const char *program, const char *argument, pid_t *process, int *socket);

/// Sends bytes, and descriptors with the first of them. Does not wait. Returns how many bytes went, or -1 with `errno`.
ssize_t creader_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptorCount);

/// Receives bytes, and at most `CREADER_DESCRIPTORS` descriptors. Waits. Returns 0 at the end, or -1 with `errno`.
ssize_t creader_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *descriptorCount);

/// What the kernel keeps a confined process from.
#define CREADER_LANDLOCK 1
#define CREADER_SECCOMP 2

/// The version of Landlock in this kernel; below 1 where it has none.
long creader_landlock_version(void);

/// Takes from this process, for good, all that a reader does not need: opening files, the network, starting programs, other processes, and
/// memory beyond `hardMemory` bytes. Everything that is open stays so. It ends when its parent does.
///
/// Returns what the kernel has granted: `CREADER_LANDLOCK` (Linux 5.13 and later) and `CREADER_SECCOMP`.
int creader_confine(size_t hardMemory);

/// Sets what the next piece of work may use: memory in bytes, and processor time, after which the process is ended. 0 takes the time limit away.
void creader_limit(size_t memory, unsigned milliseconds);

/// The process ends by a signal, which `waitpid` has put into `status`; 0 where it ended otherwise.
int creader_signal(int status);

#endif
