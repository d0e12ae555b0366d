// The floor: what an import of a music folder costs at least, with nothing but the work itself.
//
//     floor FOLDER DATABASE THUMBNAILS [THREADS] [PIXELS]
//
// Walks the folder, reads every file's tags and first picture with TagLib, makes one JPEG thumbnail an album with libjpeg-turbo (decoded
// small, as that library can), and writes the files into SQLite in one transaction. It checks nothing, keeps nothing for the next time,
// and a single broken file may end it early.

#include <atomic>
#include <chrono>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <jpeglib.h>
#include <sqlite3.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/fileref.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/opusfile.h>
#include <taglib/tpropertymap.h>
#include <taglib/vorbisfile.h>
#include <taglib/xiphcomment.h>

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;

struct Track {
    std::string path, title, artist, album, date, genre, number;
    int seconds = 0;
};

static Bytes copy(const TagLib::ByteVector &bytes)
{
    return Bytes(bytes.begin(), bytes.end());
}

static Bytes firstPicture(TagLib::File *file)
{
    if (auto *mpeg = dynamic_cast<TagLib::MPEG::File *>(file)) {
        if (mpeg->hasID3v2Tag()) {
            for (auto *frame : mpeg->ID3v2Tag()->frameList("APIC")) {
                if (auto *picture = dynamic_cast<TagLib::ID3v2::AttachedPictureFrame *>(frame)) return copy(picture->picture());
            }
        }
    } else if (auto *flac = dynamic_cast<TagLib::FLAC::File *>(file)) {
        if (!flac->pictureList().isEmpty()) return copy(flac->pictureList().front()->data());
    } else if (auto *mp4 = dynamic_cast<TagLib::MP4::File *>(file)) {
        if (mp4->tag()->contains("covr")) {
            const auto covers = mp4->tag()->item("covr").toCoverArtList();
            if (!covers.isEmpty()) return copy(covers.front().data());
        }
    } else if (auto *comment = dynamic_cast<TagLib::Ogg::XiphComment *>(file->tag())) {
        if (!comment->pictureList().isEmpty()) return copy(comment->pictureList().front()->data());
    }
    return {};
}

struct JPEGError : jpeg_error_mgr {
    jmp_buf back;
};

/// A thumbnail of at most so many pixels on a side; empty where the picture is none.
static Bytes thumbnail(const Bytes &picture, unsigned pixels)
{
    JPEGError error;
    jpeg_decompress_struct in = {};
    jpeg_compress_struct out = {};
    unsigned char *encoded = nullptr;
    unsigned long length = 0;
    std::vector<unsigned char> large, small;
    in.err = out.err = jpeg_std_error(&error);
    error.error_exit = [](j_common_ptr info) { longjmp(static_cast<JPEGError *>(info->err)->back, 1); };
    error.emit_message = [](j_common_ptr, int) {};
    if (setjmp(error.back)) {
        jpeg_destroy_decompress(&in);
        jpeg_destroy_compress(&out);
        free(encoded);
        return {};
    }
    jpeg_create_decompress(&in);
    jpeg_mem_src(&in, picture.data(), picture.size());
    jpeg_read_header(&in, TRUE);
    const unsigned longest = std::max(in.image_width, in.image_height);
    in.scale_denom = 8;
    in.scale_num = 8;
    while (in.scale_num > 1 && longest * (in.scale_num / 2) / 8 >= pixels) in.scale_num /= 2;
    in.out_color_space = JCS_RGB;
    jpeg_start_decompress(&in);
    const unsigned width = in.output_width, height = in.output_height;
    large.resize(size_t(width) * height * 3);
    while (in.output_scanline < height) {
        JSAMPROW row = &large[size_t(in.output_scanline) * width * 3];
        jpeg_read_scanlines(&in, &row, 1);
    }
    jpeg_finish_decompress(&in);
    jpeg_destroy_decompress(&in);

    const double scale = std::min(1.0, double(pixels) / std::max(width, height));
    const unsigned newWidth = std::max(1u, unsigned(width * scale)), newHeight = std::max(1u, unsigned(height * scale));
    small.resize(size_t(newWidth) * newHeight * 3);
    for (unsigned y = 0; y < newHeight; ++y) {
        const double sourceY = y / scale;
        const unsigned y0 = unsigned(sourceY), y1 = std::min(y0 + 1, height - 1);
        const int weightY = int((sourceY - y0) * 256);
        for (unsigned x = 0; x < newWidth; ++x) {
            const double sourceX = x / scale;
            const unsigned x0 = unsigned(sourceX), x1 = std::min(x0 + 1, width - 1);
            const int weightX = int((sourceX - x0) * 256);
            for (unsigned c = 0; c < 3; ++c) {
                const int top = large[(size_t(y0) * width + x0) * 3 + c] * (256 - weightX) + large[(size_t(y0) * width + x1) * 3 + c] * weightX;
                const int bottom = large[(size_t(y1) * width + x0) * 3 + c] * (256 - weightX) + large[(size_t(y1) * width + x1) * 3 + c] * weightX;
                small[(size_t(y) * newWidth + x) * 3 + c] = (top * (256 - weightY) + bottom * weightY) >> 16;
            }
        }
    }

    jpeg_create_compress(&out);
    jpeg_mem_dest(&out, &encoded, &length);
    out.image_width = newWidth;
    out.image_height = newHeight;
    out.input_components = 3;
    out.in_color_space = JCS_RGB;
    jpeg_set_defaults(&out);
    jpeg_set_quality(&out, 88, TRUE);
    jpeg_start_compress(&out, TRUE);
    while (out.next_scanline < newHeight) {
        JSAMPROW row = &small[size_t(out.next_scanline) * newWidth * 3];
        jpeg_write_scanlines(&out, &row, 1);
    }
    jpeg_finish_compress(&out);
    jpeg_destroy_compress(&out);
    Bytes result(encoded, encoded + length);
    free(encoded);
    return result;
}

int main(int count, char **arguments)
{
    if (count < 4) {
        fprintf(stderr, "usage: floor FOLDER DATABASE THUMBNAILS [THREADS] [PIXELS]\n");
        return 64;
    }
    const std::string thumbnails = arguments[3];
    const unsigned threads = count > 4 ? std::stoul(arguments[4]) : 2;
    const unsigned pixels = count > 5 ? std::stoul(arguments[5]) : 200;
    fs::create_directories(thumbnails);

    std::vector<std::string> paths;
    std::map<std::string, std::string> coversBeside;
    for (auto entry = fs::recursive_directory_iterator(arguments[1], fs::directory_options::skip_permission_denied);
         entry != fs::recursive_directory_iterator(); ++entry) {
        std::error_code failed;
        if (!entry->is_regular_file(failed) || failed) continue;
        const std::string ending = entry->path().extension().string();
        for (const char *known : {".mp3", ".flac", ".ogg", ".opus", ".m4a"}) {
            if (ending == known) paths.push_back(entry->path().string());
        }
        if (entry->path().filename() == "cover.jpg") coversBeside[entry->path().parent_path().string()] = entry->path().string();
    }

    std::vector<std::optional<Track>> tracks(paths.size());
    std::map<std::string, bool> hasThumbnail;
    std::mutex lock;
    std::atomic<size_t> next{0};
    std::atomic<unsigned> made{0};
    auto work = [&] {
        while (true) {
            const size_t index = next++;
            if (index >= paths.size()) return;
            TagLib::FileRef file(paths[index].c_str(), true, TagLib::AudioProperties::Fast);
            if (file.isNull() || file.tag() == nullptr) continue;
            const TagLib::PropertyMap properties = file.file()->properties();
            const auto value = [&](const char *key) { return properties.value(key).toString(", ").to8Bit(true); };
            Track track{paths[index], value("TITLE"), value("ALBUMARTIST"), value("ALBUM"), value("DATE"), value("GENRE"), value("TRACKNUMBER")};
            if (track.artist.empty()) track.artist = value("ARTIST");
            if (file.audioProperties() != nullptr) track.seconds = file.audioProperties()->lengthInSeconds();
            Bytes picture = firstPicture(file.file());
            const std::string album = track.artist + "\n" + track.album;
            tracks[index] = std::move(track);
            if (picture.empty()) {
                const auto beside = coversBeside.find(fs::path(paths[index]).parent_path().string());
                if (beside == coversBeside.end()) continue;
                if (FILE *cover = fopen(beside->second.c_str(), "rb")) {
                    picture.resize(fs::file_size(beside->second));
                    if (fread(picture.data(), 1, picture.size(), cover) != picture.size()) picture.clear();
                    fclose(cover);
                }
            }
            {
                std::lock_guard guard(lock);
                if (!hasThumbnail.emplace(album, true).second) continue;
            }
            const Bytes small = thumbnail(picture, pixels);
            if (small.empty()) continue;
            if (FILE *out = fopen((thumbnails + "/" + std::to_string(made++) + ".jpg").c_str(), "wb")) {
                fwrite(small.data(), 1, small.size(), out);
                fclose(out);
            }
        }
    };
    std::vector<std::thread> workers;
    for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
    work();
    for (auto &worker : workers) worker.join();

    remove(arguments[2]);
    sqlite3 *database = nullptr;
    sqlite3_open(arguments[2], &database);
    sqlite3_exec(database, "PRAGMA journal_mode = WAL; CREATE TABLE track (path, title, artist, album, date, genre, number, seconds); BEGIN",
                 nullptr, nullptr, nullptr);
    sqlite3_stmt *insert = nullptr;
    sqlite3_prepare_v2(database, "INSERT INTO track VALUES (?, ?, ?, ?, ?, ?, ?, ?)", -1, &insert, nullptr);
    unsigned stored = 0;
    for (const auto &track : tracks) {
        if (!track) continue;
        int column = 0;
        for (const std::string *text : {&track->path, &track->title, &track->artist, &track->album, &track->date, &track->genre, &track->number}) {
            sqlite3_bind_text(insert, ++column, text->c_str(), int(text->size()), SQLITE_STATIC);
        }
        sqlite3_bind_int(insert, ++column, track->seconds);
        sqlite3_step(insert);
        sqlite3_reset(insert);
        ++stored;
    }
    sqlite3_finalize(insert);
    sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    printf("%zu files, %u read, %u thumbnails\n", paths.size(), stored, made.load());
}
