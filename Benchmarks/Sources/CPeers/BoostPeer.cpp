#include "SignalPeer.hpp"

#include <boost/signals2/signal.hpp>

namespace {

// Boost.Signals2 as it comes: with its mutex.
struct BoostSubject {
    using Connection = boost::signals2::connection;

    boost::signals2::signal<void(int64_t)> signal;

    template <typename Handler> Connection connect(Handler handler) { return signal.connect(handler); }
    void disconnect(const Connection &connection) { connection.disconnect(); }
    void emit(int64_t number) { signal(number); }
};

} // namespace

const signal_peer boost_signal_peer = SignalPeer<BoostSubject>::face("Boost.Signals2", true);
