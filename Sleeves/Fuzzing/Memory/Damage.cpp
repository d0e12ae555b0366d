// Gives damaged pictures and music to the C parts, which are compiled with the address and the undefined behaviour sanitizers.
//
//   damage MUTATIONS SAMPLE…    every kind of JPEG, made here, and the named files: each cut everywhere, and MUTATIONS changes in all
//
// One process a core. Before each case its description is written where the parent finds it, who names the case when a process dies, is ended
// by a sanitizer, or takes longer than ten seconds. The same numbers give the same cases.

#include "NoisyJPEG.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CTagLib.h"
extern "C" {
#include "CPictures.h"
}

/// Thumbnails of noise are then larger than any first buffer.
static const unsigned longestSide = 96;
static const unsigned smallSide = 96, largeSide = 600;

static bool isJPEG(const Bytes &bytes) { return bytes.size() > 2 && bytes[0] == 0xff && bytes[1] == 0xd8; }

static void decodePicture(int type, const Bytes &bytes)
{
    for (const unsigned side : {longestSide, 4 * largeSide}) {
        CPicturesPicture picture;
        cpictures_decode(type, bytes.data(), bytes.size(), side, 4000000, &picture);
        free(picture.pixels);
    }
}

static void readMusic(const Bytes &bytes, bool isNamedStream, bool isNamedMP4)
{
    const int descriptor = memfd_create("damage", MFD_CLOEXEC);
    if (write(descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) abort();
    const CTagLibFile file = {descriptor, static_cast<int64_t>(bytes.size()), isNamedStream, isNamedMP4};
    CTagLibTags *tags = nullptr;
    ctaglib_tags_read(file, "LABEL\tPUBLISHER\nBARCODE\nCOMPOSER", 4096, 64 << 10, 32 << 20, &tags);
    ctaglib_tags_free(tags);
    CTagLibPicture *picture = nullptr;
    ctaglib_picture_read(file, 32 << 20, &picture);
    ctaglib_picture_free(picture);
    close(descriptor);
}

/// Runs one case. The bytes are copied to a place of just their size, so that reading past their end is noticed.
static void run(const Sample &sample, const Bytes &bytes)
{
    const std::string fileExtension = std::filesystem::path(sample.name).extension();
    const Bytes exact(bytes);
    static const std::map<std::string, int> types = {
        {".png", CPICTURES_PNG}, {".webp", CPICTURES_WEBP}, {".gif", CPICTURES_GIF}, {".avif", CPICTURES_AVIF},
        {".heic", CPICTURES_HEIF}, {".bmp", CPICTURES_BMP}, {".tiff", CPICTURES_TIFF}};
    if (isJPEG(sample.bytes)) {
        cpictures_count_scans(exact.data(), exact.size());
        uint8_t *thumbnail = nullptr;
        size_t count = 0;
        if (cpictures_make_thumbnail(exact.data(), exact.size(), longestSide, 95, &thumbnail, &count)) free(thumbnail);
        decodePicture(CPICTURES_JPEG, exact);
    } else if (const auto type = types.find(fileExtension); type != types.end()) {
        decodePicture(type->second, exact);
    } else {
        readMusic(exact, fileExtension == ".mp3" || fileExtension == ".aac", fileExtension == ".m4a");
    }
}

/// Changes a few bytes: other values, zeros, markers, missing and repeated pieces.
static Bytes mutate(const Bytes &whole, uint32_t seed)
{
    uint32_t state = seed * 2654435761u + 1;
    auto random = [&state](size_t limit) { return ((state = state * 1664525u + 1013904223u) >> 8) % std::max<size_t>(limit, 1); };
    Bytes bytes = whole;
    for (size_t changes = 1 + random(3); changes > 0 && bytes.size() > 4; --changes) {
        // Half of the changes near the beginning, where the structure is.
        const size_t at = random(2) == 0 ? random(std::min<size_t>(bytes.size(), 1024)) : random(bytes.size());
        const auto place = bytes.begin() + static_cast<long>(at);
        const size_t length = std::min(1 + random(64), bytes.size() - at);
        switch (random(6)) {
        case 0: *place = static_cast<uint8_t>(random(256)); break;
        case 1: std::fill_n(place, length, 0); break;
        case 2: *place = 0xff; if (at + 1 < bytes.size()) place[1] = static_cast<uint8_t>(0xc0 + random(64)); break;
        case 3: bytes.erase(place, place + static_cast<long>(length)); break;
        case 4: { const Bytes piece(place, place + static_cast<long>(length)); bytes.insert(place, piece.begin(), piece.end()); break; }
        default: *place ^= static_cast<uint8_t>(1u << random(8)); break;
        }
    }
    return bytes;
}

struct Board {
    char text[256];
    long cases;
};

static void work(const std::vector<Sample> &small, const std::vector<Sample> &all, long mutations, long worker, long workers, Board *board)
{
    long number = 0;
    auto attempt = [&](const Sample &sample, const char *what, size_t detail, auto make) {
        if (number++ % workers != worker) return;
        snprintf(board->text, sizeof board->text, "%s, %s %zu", sample.name.c_str(), what, detail);
        ++board->cases;
        alarm(10);
        run(sample, make());
        alarm(0);
    };
    auto cut = [&](const Sample &sample, size_t step) {
        for (size_t length = 0; length <= sample.bytes.size(); length += step) {
            attempt(sample, "cut to", length, [&] {
                return Bytes(sample.bytes.begin(), sample.bytes.begin() + static_cast<long>(length));
            });
        }
    };
    // Few changes are for an emulator, which is slow.
    const size_t sparsity = mutations < 1000 ? 50 : 1;
    for (const Sample &sample : small) cut(sample, sample.rarity * sparsity);
    for (const Sample &sample : all) cut(sample, (sample.bytes.size() / 100 + 1) * (sample.rarity > 4 ? 8 : 1) * sparsity);
    for (long i = 0; i < mutations; ++i) {
        const size_t turn = static_cast<size_t>(i) / all.size();
        const Sample &next = all[static_cast<size_t>(i) % all.size()];
        const Sample &sample = turn % next.rarity == 0 ? next : all[turn % 6];
        attempt(sample, "change", static_cast<size_t>(i), [&] { return mutate(sample.bytes, static_cast<uint32_t>(i)); });
    }
}

int main(int count, char **arguments)
{
    if (count < 2) return 64;
    const long mutations = strtol(arguments[1], nullptr, 10);
    std::vector<Sample> small, all;
    for (const JPEGKind &kind : jpegKinds) {
        // Few bytes, because it is cut at each, and yet a thumbnail that is larger.
        small.push_back(makeJPEG(kind, smallSide, 15));
        all.push_back(makeJPEG(kind, largeSide, 60));
    }
    for (int i = 2; i < count; ++i) {
        std::ifstream file(arguments[i], std::ios::binary);
        const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
        if (bytes.empty()) { fprintf(stderr, "damage: %s cannot be read\n", arguments[i]); return 66; }
        all.push_back({arguments[i], bytes});
    }
    for (const std::vector<Sample> *samples : {&small, &all}) {
        // A corpus that nothing can read would find nothing.
        for (const Sample &sample : *samples) {
            uint8_t *thumbnail = nullptr;
            size_t size = 0;
            if (!isJPEG(sample.bytes) || sample.name.find("without") != std::string::npos) continue;
            const bool isMade = cpictures_make_thumbnail(sample.bytes.data(), sample.bytes.size(), longestSide, 95, &thumbnail, &size);
            if (isMade) free(thumbnail);
            if (!isMade || size < 4096) {
                fprintf(stderr, "damage: %s makes a thumbnail of %zu bytes, which finds little\n", sample.name.c_str(), size);
                return 70;
            }
        }
    }

    const long workers = sysconf(_SC_NPROCESSORS_ONLN);
    auto *const boards = static_cast<Board *>(mmap(
        nullptr, sizeof(Board) * static_cast<size_t>(workers), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    std::vector<pid_t> children;
    for (long worker = 0; worker < workers; ++worker) {
        const pid_t child = fork();
        if (child == 0) {
            work(small, all, mutations, worker, workers, &boards[worker]);
            // The leak checker speaks when a program ends, so not _exit.
            exit(0);
        }
        children.push_back(child);
    }
    const auto start = std::chrono::steady_clock::now();
    long cases = 0;
    bool isClean = true;
    for (long worker = 0; worker < workers; ++worker) {
        int status = 0;
        waitpid(children[static_cast<size_t>(worker)], &status, 0);
        cases += boards[worker].cases;
        if (status == 0) continue;
        isClean = false;
        const char *const what = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" : "fails";
        fprintf(stderr, "damage: %s at: %s\n", what, boards[worker].text);
    }
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start).count();
    printf("%ld damaged pictures and files of music in %ld s: %s\n", cases, seconds, isClean ? "no misuse of memory" : "FAILED");
    return isClean ? 0 : 1;
}
