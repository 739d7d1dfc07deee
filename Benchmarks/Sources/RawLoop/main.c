// The baseline as a whole process: raw-loop FONT FILE shapes each line of a file, and prints the sum of the advances.
#include <CRawLoop.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The whole file; NULL when it cannot be read.
static uint8_t *contents(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  uint8_t *bytes = size > 0 && size < INT32_MAX ? malloc((size_t)size) : NULL;
  *length = bytes ? fread(bytes, 1, (size_t)size, file) : 0;
  fclose(file);
  return bytes;
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: raw-loop FONT FILE\n");
    return 64;
  }
  raw_font *font = raw_font_open(words[1]);
  size_t length = 0;
  uint8_t *bytes = contents(words[2], &length);
  if (!font || !bytes) {
    fprintf(stderr, "%s: cannot be read\n", font ? words[2] : words[1]);
    return 66;
  }
  int64_t total = 0;
  const uint8_t *end = bytes + length;
  for (const uint8_t *line = bytes; line < end;) {
    const uint8_t *newline = memchr(line, '\n', (size_t)(end - line));
    if (!newline) newline = end;
    const int32_t starts[2] = {0, (int32_t)(newline - line) + 1};
    total += raw_font_measure(font, line, starts, 1, NULL);
    line = newline + 1;
  }
  printf("%" PRId64 "\n", total);
  return 0;
}
