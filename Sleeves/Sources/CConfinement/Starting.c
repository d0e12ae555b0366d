#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int confined_start(const char *program, const char *argument, pid_t *process, int *socket)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // If the end already has this number, this clears its close-on-exec flag.
    posix_spawn_file_actions_adddup2(&actions, ends[1], CONFINED_SOCKET);
    for (int stream = 0; stream < 3; ++stream) {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0);
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char *const arguments[] = {(char *)"sleeves", (char *)argument, NULL};
    const int failure = posix_spawn(process, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failure != 0) {
        close(ends[0]);
        return failure;
    }
    *socket = ends[0];
    return 0;
}

ssize_t confined_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptorCount)
{
    struct iovec piece = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(CONFINED_DESCRIPTORS * sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (descriptorCount > CONFINED_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    if (descriptorCount > 0) {
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(descriptorCount * sizeof(int));
        struct cmsghdr *const header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(descriptorCount * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, descriptorCount * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t confined_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *descriptorCount)
{
    struct iovec piece = {.iov_base = bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(CONFINED_DESCRIPTORS * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *descriptorCount = 0;
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC); while (received < 0 && errno == EINTR);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        const size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors, CMSG_DATA(header), found * sizeof(int));
        *descriptorCount = found;
    }
    return received;
}

int confined_signal(int status)
{
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}
