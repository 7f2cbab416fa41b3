/* libpng's time to decode a PNG from memory to rows of its own samples at 8 bits, beside PNGBenchmark.swift.
   cc -O2 -o png_peer png_peer.c -lpng && ./png_peer FILE [ROUNDS] */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct input {
    const unsigned char *bytes;
    size_t count, offset;
};

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    struct input *input = png_get_io_ptr(png);
    if (count > input->count - input->offset) png_error(png, "end of file");
    memcpy(target, input->bytes + input->offset, count);
    input->offset += count;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int rounds = argc > 2 ? atoi(argv[2]) : 7;
    FILE *file = fopen(argv[1], "rb");
    if (!file || rounds < 1 || rounds > 1000) return 1;
    fseek(file, 0, SEEK_END);
    size_t count = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(count);
    if (!bytes || fread(bytes, 1, count, file) != count) return 1;
    fclose(file);
    double times[1000], pixels = 0;
    unsigned char *row = NULL;
    for (int round = 0; round < rounds; round++) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        struct input input = {bytes, count, 0};
        png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
        png_infop info = png_create_info_struct(png);
        if (setjmp(png_jmpbuf(png))) return 1;
        png_set_read_fn(png, &input, read_bytes);
        png_read_info(png, info);
        png_set_expand(png);
        png_set_strip_16(png);
        png_read_update_info(png, info);
        /* One row at a time, as the peer gives strips. */
        row = realloc(row, png_get_rowbytes(png, info));
        for (png_uint_32 y = 0; y < png_get_image_height(png, info); y++) png_read_row(png, row, NULL);
        png_read_end(png, NULL);
        pixels = (double)png_get_image_width(png, info) * png_get_image_height(png, info);
        png_destroy_read_struct(&png, &info, NULL);
        clock_gettime(CLOCK_MONOTONIC, &end);
        times[round] = (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6;
    }
    qsort(times, rounds, sizeof *times, ascending);
    printf("%.3f\n", times[rounds / 2]);
    fprintf(stderr, "libpng %s: median %.1f ms, %.1f MP/s\n", png_libpng_ver, times[rounds / 2],
            pixels / times[rounds / 2] / 1e3);
    return 0;
}
