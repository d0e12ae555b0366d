#include "CPeers.h"

#include "Clock.h"

#include <hiredis/hiredis.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// The number of commands that are sent before their answers are read.
enum { batch = 1000 };

static redisContext *connect_to(int port) {
    redisContext *context = redisConnect("127.0.0.1", port);
    if (context && !context->err) return context;
    if (context) redisFree(context);
    return NULL;
}

static void read_replies(redisContext *context, int count) {
    for (int i = 0; i < count; i++) {
        void *reply = NULL;
        if (redisGetReply(context, &reply) != REDIS_OK) return;
        freeReplyObject(reply);
    }
}

struct receiving {
    redisContext *context;
    int count;
};

static void *receive(void *closure) {
    struct receiving *receiving = closure;
    read_replies(receiving->context, receiving->count);
    return NULL;
}

double redis_throughput(int port, int count, int size) {
    redisContext *sender = connect_to(port), *receiver = connect_to(port);
    if (!sender || !receiver) return -1;
    freeReplyObject(redisCommand(receiver, "SUBSCRIBE bench"));
    struct receiving receiving = {receiver, count};
    pthread_t thread;
    char *payload = calloc(1, size);
    double start = now();
    pthread_create(&thread, NULL, receive, &receiving);
    for (int sent = 0; sent < count; sent += batch) {
        for (int i = 0; i < batch; i++) redisAppendCommand(sender, "PUBLISH bench %b", payload, (size_t)size);
        read_replies(sender, batch);
    }
    pthread_join(thread, NULL);
    double seconds = now() - start;
    free(payload);
    redisFree(sender);
    redisFree(receiver);
    return count / seconds;
}

struct answering {
    redisContext *listener, *sender;
    int count;
};

static void *answer(void *closure) {
    struct answering *answering = closure;
    for (int i = 0; i < answering->count; i++) {
        read_replies(answering->listener, 1);
        freeReplyObject(redisCommand(answering->sender, "PUBLISH fro x"));
    }
    return NULL;
}

int redis_round_trips(int port, int count, double *durations) {
    redisContext *sender = connect_to(port), *listener = connect_to(port);
    struct answering answering = {connect_to(port), connect_to(port), count};
    if (!sender || !listener || !answering.sender || !answering.listener) return -1;
    freeReplyObject(redisCommand(listener, "SUBSCRIBE fro"));
    freeReplyObject(redisCommand(answering.listener, "SUBSCRIBE to"));
    pthread_t thread;
    pthread_create(&thread, NULL, answer, &answering);
    char payload[128] = {0};
    for (int i = 0; i < count; i++) {
        double start = now();
        freeReplyObject(redisCommand(sender, "PUBLISH to %b", payload, sizeof payload));
        read_replies(listener, 1);
        durations[i] = (now() - start) * 1e6;
    }
    pthread_join(thread, NULL);
    redisFree(sender);
    redisFree(listener);
    redisFree(answering.sender);
    redisFree(answering.listener);
    return 0;
}

double redis_lasting(int port, const char *stream, int count, int size) {
    redisContext *context = connect_to(port);
    if (!context) return -1;
    char *payload = calloc(1, size);
    double start = now();
    for (int sent = 0; sent < count; sent += batch) {
        for (int i = 0; i < batch; i++) redisAppendCommand(context, "XADD %s * m %b", stream, payload, (size_t)size);
        read_replies(context, batch);
    }
    double seconds = now() - start;
    free(payload);
    redisFree(context);
    return count / seconds;
}

double redis_catch_up(int port, const char *stream, int count) {
    double start = now();
    redisContext *context = connect_to(port);
    if (!context) return -1;
    char last[64] = "0";
    for (int received = 0; received < count;) {
        redisReply *reply = redisCommand(context, "XREAD COUNT 256 STREAMS %s %s", stream, last);
        if (!reply || reply->type != REDIS_REPLY_ARRAY) return -1;
        redisReply *entries = reply->element[0]->element[1];
        received += entries->elements;
        strncpy(last, entries->element[entries->elements - 1]->element[0]->str, sizeof last - 1);
        freeReplyObject(reply);
    }
    redisFree(context);
    return now() - start;
}
