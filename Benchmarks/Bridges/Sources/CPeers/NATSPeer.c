#include "CPeers.h"

#include "Clock.h"

#include <nats/nats.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static natsConnection *connect_to(const char *url) {
    natsOptions *options = NULL;
    natsConnection *connection = NULL;
    if (natsOptions_Create(&options) != NATS_OK) return NULL;
    natsOptions_SetURL(options, url);
    natsOptions_SetSendAsap(options, true);
    natsConnection_Connect(&connection, options);
    natsOptions_Destroy(options);
    return connection;
}

struct arrivals {
    int left;
    sem_t done;
};

static void count_down(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
    struct arrivals *arrivals = closure;
    natsMsg_Destroy(message);
    if (--arrivals->left == 0) sem_post(&arrivals->done);
}

double nats_throughput(const char *url, int count, int size) {
    natsConnection *sender = connect_to(url), *receiver = connect_to(url);
    if (!sender || !receiver) return -1;
    struct arrivals arrivals = {.left = count};
    sem_init(&arrivals.done, 0, 0);
    natsSubscription *subscription = NULL;
    natsConnection_Subscribe(&subscription, receiver, "bench.c", count_down, &arrivals);
    natsSubscription_SetPendingLimits(subscription, -1, -1);
    natsConnection_Flush(receiver);
    char *payload = calloc(1, size);
    double start = now();
    for (int i = 0; i < count; i++) natsConnection_Publish(sender, "bench.c", payload, size);
    sem_wait(&arrivals.done);
    double seconds = now() - start;
    free(payload);
    natsSubscription_Destroy(subscription);
    natsConnection_Destroy(sender);
    natsConnection_Destroy(receiver);
    return count / seconds;
}

static void send_back(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
    natsConnection_Publish(connection, "bench.fro", natsMsg_GetData(message), natsMsg_GetDataLength(message));
    natsMsg_Destroy(message);
}

static void note_arrival(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
    natsMsg_Destroy(message);
    sem_post(closure);
}

int nats_round_trips(const char *url, int count, double *durations) {
    natsConnection *here = connect_to(url), *there = connect_to(url);
    if (!here || !there) return -1;
    sem_t back;
    sem_init(&back, 0, 0);
    natsSubscription *answering = NULL, *listening = NULL;
    natsConnection_Subscribe(&answering, there, "bench.to", send_back, NULL);
    natsConnection_Subscribe(&listening, here, "bench.fro", note_arrival, &back);
    natsConnection_Flush(there);
    natsConnection_Flush(here);
    char payload[128] = {0};
    for (int i = 0; i < count; i++) {
        double start = now();
        natsConnection_Publish(here, "bench.to", payload, sizeof payload);
        sem_wait(&back);
        durations[i] = (now() - start) * 1e6;
    }
    natsSubscription_Destroy(answering);
    natsSubscription_Destroy(listening);
    natsConnection_Destroy(here);
    natsConnection_Destroy(there);
    return 0;
}

double nats_lasting(const char *url, const char *stream, int count, int size) {
    natsConnection *connection = connect_to(url);
    jsCtx *storage = NULL;
    if (!connection || natsConnection_JetStream(&storage, connection, NULL) != NATS_OK) return -1;
    char subject[64];
    snprintf(subject, sizeof subject, "%s.c", stream);
    const char *subjects[] = {subject};
    jsStreamConfig configuration;
    jsStreamConfig_Init(&configuration);
    configuration.Name = stream;
    configuration.Subjects = subjects;
    configuration.SubjectsLen = 1;
    if (js_AddStream(NULL, storage, &configuration, NULL, NULL) != NATS_OK) return -1;
    char *payload = calloc(1, size);
    double start = now();
    for (int i = 0; i < count; i++) {
        if (js_PublishAsync(storage, subject, payload, size, NULL) != NATS_OK) return -1;
    }
    js_PublishAsyncComplete(storage, NULL);
    double seconds = now() - start;
    free(payload);
    jsCtx_Destroy(storage);
    natsConnection_Destroy(connection);
    return count / seconds;
}

static void acknowledge(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
    natsMsg_Ack(message, NULL);
    count_down(connection, subscription, message, closure);
}

double nats_catch_up(const char *url, const char *stream, int count) {
    double start = now();
    natsConnection *connection = connect_to(url);
    jsCtx *storage = NULL;
    if (!connection || natsConnection_JetStream(&storage, connection, NULL) != NATS_OK) return -1;
    struct arrivals arrivals = {.left = count};
    sem_init(&arrivals.done, 0, 0);
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = stream;
    options.ManualAck = true;
    options.Config.AckPolicy = js_AckExplicit;
    options.Config.MaxAckPending = 256;
    char subject[64];
    snprintf(subject, sizeof subject, "%s.c", stream);
    natsSubscription *subscription = NULL;
    if (js_Subscribe(&subscription, storage, subject, acknowledge, &arrivals, NULL, &options, NULL) != NATS_OK) return -1;
    sem_wait(&arrivals.done);
    double seconds = now() - start;
    natsSubscription_Destroy(subscription);
    jsCtx_Destroy(storage);
    natsConnection_Destroy(connection);
    return seconds;
}
