/* Makes the program's reads and opens fail on demand: loaded before the C library (LD_PRELOAD).
 *
 * FAULTS names a file that holds a `struct control`, which is mapped; FAULTS_FOLDER the folder whose files are
 * concerned. Used by the tests of faults and by the soak. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct control {
    uint64_t inode;
    int32_t reads_left, read_code, opens_to_fail, open_code, failing_one_in, delay, reads, faults, writes_left, write_code;
};
static struct control none, *control = &none;
static const char *folder;
static uint32_t noise = 12345, opens;

__attribute__((constructor)) static void start(void) {
    folder = getenv("FAULTS_FOLDER");
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int file = real(getenv("FAULTS"), O_RDWR);
    void *memory = mmap(0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) control = memory;
    close(file);
}

static int is_ours(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count < 0 || !folder) return 0;
    path[count] = 0;
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && (path[length] == '/' || path[length] == 0);
}

/* -1 to read as usual, else the result of the read. */
static ssize_t fault(int file) {
    struct stat status;
    if (!control->inode && !control->failing_one_in && control->reads_left < 0) return -1;
    if (!is_ours(file) || fstat(file, &status) || !S_ISREG(status.st_mode)) return -1;
    if (control->inode && control->inode != status.st_ino) return -1;
    __atomic_add_fetch(&control->reads, 1, __ATOMIC_SEQ_CST);
    if (control->delay) {
        struct timespec time = {control->delay / 1000, control->delay % 1000 * 1000000L};
        nanosleep(&time, 0);
    }
    if (control->failing_one_in) {
        uint32_t next = __atomic_add_fetch(&noise, 2654435761u, __ATOMIC_SEQ_CST);
        next ^= next >> 15; next *= 2246822519u; next ^= next >> 13;
        if (next % (uint32_t)control->failing_one_in == 0) {
            __atomic_add_fetch(&control->faults, 1, __ATOMIC_SEQ_CST);
            errno = EIO;
            return -2;
        }
    }
    if (control->reads_left < 0 || __atomic_fetch_sub(&control->reads_left, 1, __ATOMIC_SEQ_CST) > 0) return -1;
    __atomic_add_fetch(&control->faults, 1, __ATOMIC_SEQ_CST);
    if (!control->read_code) return 0;
    errno = control->read_code;
    return -2;
}

#define PREAD(name) ssize_t name(int file, void *to, size_t count, off_t offset) { \
    static ssize_t (*real)(int, void *, size_t, off_t); \
    if (!real) real = dlsym(RTLD_NEXT, #name); \
    ssize_t result = fault(file); \
    return result == -1 ? real(file, to, count, offset) : result == -2 ? -1 : result; }
PREAD(pread)
PREAD(pread64)

/* From a number of writes below the folder on, each fails. */
ssize_t write(int file, const void *from, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    if (!control->write_code || !is_ours(file)) return real(file, from, count);
    if (__atomic_fetch_sub(&control->writes_left, 1, __ATOMIC_SEQ_CST) > 0) return real(file, from, count);
    __atomic_add_fetch(&control->faults, 1, __ATOMIC_SEQ_CST);
    errno = control->write_code;
    return -1;
}

static int opening_fails(int directory, const char *path, int flags) {
    if (control->opens_to_fail <= 0 || (flags & (O_WRONLY | O_RDWR))) return 0;
    int ours = path[0] == '/' ? folder && !strncmp(path, folder, strlen(folder)) && path[strlen(folder)] : is_ours(directory);
    if (!ours || __atomic_add_fetch(&opens, 1, __ATOMIC_SEQ_CST) % 3) return 0;
    if (__atomic_fetch_sub(&control->opens_to_fail, 1, __ATOMIC_SEQ_CST) <= 0) return 0;
    __atomic_add_fetch(&control->faults, 1, __ATOMIC_SEQ_CST);
    errno = control->open_code;
    return 1;
}

#define OPENAT(name) int name(int directory, const char *path, int flags, ...) { \
    static int (*real)(int, const char *, int, ...); \
    if (!real) real = dlsym(RTLD_NEXT, #name); \
    va_list rest; va_start(rest, flags); mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; va_end(rest); \
    return opening_fails(directory, path, flags) ? -1 : real(directory, path, flags, mode); }
OPENAT(openat)
OPENAT(openat64)
