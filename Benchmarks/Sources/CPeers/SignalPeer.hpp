#pragma once

#include "CPeers.h"

#include <vector>

// What the C++ signal peers have in common: an object, its connections and its sum.
//
// `Subject` has `Connection`, `connect(handler)`, `disconnect(connection)` and `emit(number)`.
template <typename Subject> struct SignalPeer {
    struct Sum {
        int64_t value = 0;
    };

    Subject subject;
    Sum sum;
    std::vector<typename Subject::Connection> connections;
    double removal = 0;

    static void *make() { return new SignalPeer; }

    static void destroy(void *object) { delete static_cast<SignalPeer *>(object); }

    static void add(void *object, int64_t count, int adds_to_thread_sum) {
        auto self = static_cast<SignalPeer *>(object);
        auto sum = &self->sum;
        if (count > 1)
            self->connections.reserve(self->connections.size() + count);
        for (int64_t i = 0; i < count; ++i) {
            if (adds_to_thread_sum)
                self->connections.push_back(self->subject.connect([](int64_t number) { add_to_thread_sum(number); }));
            else
                self->connections.push_back(self->subject.connect([sum](int64_t number) { sum->value += number; }));
        }
    }

    static void post(void *object, int64_t times) {
        auto self = static_cast<SignalPeer *>(object);
        for (int64_t number = 0; number < times; ++number)
            self->subject.emit(number);
    }

    static void add_and_remove(void *object, int64_t times) {
        auto self = static_cast<SignalPeer *>(object);
        auto sum = &self->sum;
        for (int64_t i = 0; i < times; ++i) {
            auto connection = self->subject.connect([sum](int64_t number) { sum->value += number; });
            self->subject.disconnect(connection);
        }
    }

    static double remove_amid(void *object, int64_t count) {
        auto self = static_cast<SignalPeer *>(object);
        if (self->connections.empty()) {
            add(object, count / 2, 0);
            self->connections.push_back(self->subject.connect([self](int64_t) { self->remove_last(); }));
            add(object, count / 2, 0);
        }
        self->subject.emit(0);
        add(object, 1, 0);
        return self->removal;
    }

    void remove_last() {
        auto start = nanoseconds_now();
        subject.disconnect(connections.back());
        removal = nanoseconds_now() - start;
        connections.pop_back();
    }

    static int64_t read_sum(void *object) { return static_cast<SignalPeer *>(object)->sum.value; }

    static constexpr signal_peer face(const char *name, bool is_thread_safe) {
        return {name, is_thread_safe, make, destroy, add, post, add_and_remove, remove_amid, read_sum};
    }
};
