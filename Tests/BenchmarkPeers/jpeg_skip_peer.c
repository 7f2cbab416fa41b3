/* libjpeg-turbo's time from opening a JPEG to one row of tiles in its middle: the lines before are skipped.
   cc -O2 -o jpeg_skip_peer jpeg_skip_peer.c -ljpeg && ./jpeg_skip_peer FILE [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
/* After stdio.h, which it needs. */
#include <jpeglib.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int rounds = argc > 2 ? atoi(argv[2]) : 5;
    if (rounds < 1 || rounds > 1000) return 2;
    double times[1000];
    for (int round = 0; round < rounds; round++) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        FILE *file = fopen(argv[1], "rb");
        if (!file) return 1;
        struct jpeg_decompress_struct info;
        struct jpeg_error_mgr error;
        info.err = jpeg_std_error(&error);
        jpeg_create_decompress(&info);
        jpeg_stdio_src(&info, file);
        jpeg_read_header(&info, TRUE);
        info.dct_method = JDCT_ISLOW;
        jpeg_start_decompress(&info);
        JSAMPROW row = malloc((size_t)info.output_width * info.output_components);
        if (!row) return 1;
        JDIMENSION middle = info.output_height / 2 / 512 * 512;
        jpeg_skip_scanlines(&info, middle);
        for (int y = 0; y < 512 && info.output_scanline < info.output_height; y++) jpeg_read_scanlines(&info, &row, 1);
        jpeg_abort_decompress(&info);
        jpeg_destroy_decompress(&info);
        free(row);
        fclose(file);
        clock_gettime(CLOCK_MONOTONIC, &end);
        times[round] = (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6;
    }
    qsort(times, rounds, sizeof *times, ascending);
    printf("%.1f\n", times[rounds / 2]);
    return 0;
}
