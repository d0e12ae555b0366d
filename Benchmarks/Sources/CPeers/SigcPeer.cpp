#include "SignalPeer.hpp"

#include <sigc++/sigc++.h>

namespace {

struct SigcSubject {
    using Connection = sigc::connection;

    sigc::signal<void(int64_t)> signal;

    template <typename Handler> Connection connect(Handler handler) { return signal.connect(handler); }
    void disconnect(Connection &connection) { connection.disconnect(); }
    void emit(int64_t number) { signal.emit(number); }
};

} // namespace

const signal_peer sigc_signal_peer = SignalPeer<SigcSubject>::face("libsigc++ 3 (one thread only)", false);
