// Functions that start, confine and communicate with a process that parses untrusted files, with system calls that Swift can't make directly.

#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptor of the process's socket.
#define CONFINED_SOCKET 3
/// The maximum number of descriptors per message.
#define CONFINED_DESCRIPTORS 64

/// Starts a program with a socket to it.
///
/// The program gets the environment, no standard streams, and its own process group, so that Control-C doesn't reach it.
/// Returns 0, or the system's error number.
int confined_start(const char *program, const char *argument, pid_t *process, int *socket);

/// Sends bytes, and descriptors with the first of them, without blocking. Returns the number of bytes sent, or -1 with `errno`.
ssize_t confined_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptorCount);

/// Receives bytes and at most `CONFINED_DESCRIPTORS` descriptors. Blocks. Returns 0 at the end, or -1 with `errno`.
ssize_t confined_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *descriptorCount);

/// The kernel's restrictions of a confined process.
#define CONFINED_LANDLOCK 1
#define CONFINED_SECCOMP 2

/// Returns the kernel's version of Landlock; below 1 if it has none.
long confined_landlock_version(void);

/// Permanently revokes everything that a reader doesn't need: opening files, the network, starting programs, access to other processes, and
/// memory beyond `hardMemory` bytes. Open descriptors stay open. The process ends with its parent.
///
/// Returns the restrictions that the kernel applied: `CONFINED_LANDLOCK` (Linux 5.13 and later) and `CONFINED_SECCOMP`.
int confined_enter_reader(size_t hardMemory);

/// Sets the limits of the next request: memory in bytes, and processor time, after which the process is ended. 0 removes the time limit.
void confined_limit(size_t memory, unsigned milliseconds);

/// Permanently forbids a player to change files and to use TCP. It can read files, and write to sound devices. Call it while there are no other
/// threads. Returns whether the kernel applied it (Linux 5.13 and later).
bool confined_forbid_writing(void);

/// Permanently forbids a player to start programs, to open connections, and to access other processes. Open connections stay open. Applies to
/// all threads. Returns whether the kernel applied it.
bool confined_forbid_starting(void);

/// Whether a reader may make a system call, perhaps with some arguments only.
bool confined_reader_allows(long call);

/// Whether a player may make a system call, perhaps with some arguments only.
bool confined_player_allows(long call);

/// Makes a system call with arguments that no call accepts, for tests. Returns its error's number; 0 if it succeeded.
int confined_try_call(long call);

/// Limits a player's memory, and forbids core dumps.
void confined_limit_player(void);

/// Returns the signal that ended a process, from the `status` of `waitpid`; 0 if it ended otherwise.
int confined_signal(int status);

#endif
