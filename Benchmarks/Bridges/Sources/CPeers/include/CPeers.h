// What the engines themselves do, in C. Each function returns -1 if the server can't be used.

#include <stdint.h>

/// Publishes messages by one connection and receives them by another. Returns the messages per second.
double nats_throughput(const char *url, int count, int size);

/// Sends a message to and fro between two connections. Fills in the durations in microseconds.
int nats_round_trips(const char *url, int count, double *durations);

/// Publishes messages to a stream, and waits until all are acknowledged. Returns the messages per second.
double nats_lasting(const char *url, const char *stream, int count, int size);

/// Receives the messages of a stream, acknowledging each. Returns the seconds.
double nats_catch_up(const char *url, const char *stream, int count);

/// The same with Redis: PUBLISH, XADD and XREAD, many commands at a time.
double redis_throughput(int port, int count, int size);
int redis_round_trips(int port, int count, double *durations);
double redis_lasting(int port, const char *stream, int count, int size);
double redis_catch_up(int port, const char *stream, int count);
