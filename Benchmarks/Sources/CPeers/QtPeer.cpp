#include "SignalPeer.hpp"

// Without the macros that Qt makes of everyday words.
#define QT_NO_KEYWORDS
#include <QtCore/QObject>

#if !__has_include("QtPeer.moc")
#error "Qt's meta-object compiler has not run: use `make bench`, or run Benchmarks/generate first"
#endif

class QtSender : public QObject {
    Q_OBJECT

Q_SIGNALS:
    void posted(qint64 number);
};

class QtModel : public QObject {
    Q_OBJECT
    Q_PROPERTY(qint64 number READ number WRITE setNumber NOTIFY numberChanged)

public:
    qint64 number() const { return m_number; }
    void setNumber(qint64 number) {
        qint64 old = m_number;
        m_number = number;
        Q_EMIT numberChanged(old, number);
    }

    int64_t sum = 0;

Q_SIGNALS:
    void numberChanged(qint64 oldNumber, qint64 newNumber);

private:
    qint64 m_number = 0;
};

namespace {

struct QtSubject {
    using Connection = QMetaObject::Connection;

    QtSender sender;

    template <typename Handler> Connection connect(Handler handler) { return QObject::connect(&sender, &QtSender::posted, handler); }
    void disconnect(const Connection &connection) { QObject::disconnect(connection); }
    void emit(int64_t number) { Q_EMIT sender.posted(number); }
};

void *make() { return new QtModel; }

void destroy(void *object) { delete static_cast<QtModel *>(object); }

void add(void *object, int64_t count) {
    auto model = static_cast<QtModel *>(object);
    for (int64_t i = 0; i < count; ++i)
        QObject::connect(model, &QtModel::numberChanged, [model](qint64 oldNumber, qint64 newNumber) {
            model->sum += newNumber - oldNumber;
        });
}

// Not inlined, as on Swift's side.
__attribute__((noinline)) int64_t read(const QtModel *model) { return model->number(); }
__attribute__((noinline)) void write(QtModel *model, int64_t number) { model->setNumber(number); }

void get(void *object, int64_t times) {
    auto model = static_cast<QtModel *>(object);
    for (int64_t i = 0; i < times; ++i)
        keep(read(model));
}

void set(void *object, int64_t times) {
    auto model = static_cast<QtModel *>(object);
    for (int64_t number = 0; number < times; ++number)
        write(model, number);
}

int64_t sum(void *object) { return static_cast<QtModel *>(object)->sum; }

} // namespace

const signal_peer qt_signal_peer = SignalPeer<QtSubject>::face("Qt 5", true);

const property_peer qt_property_peer = {"Qt 5, setter and NOTIFY", make, destroy, add, get, set, sum};

#include "QtPeer.moc"
