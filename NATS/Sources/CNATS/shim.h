#include <nats/nats.h>
#ifdef __linux__
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif
