#include "raw_font.h"

#include <hb.h>
#include <stdlib.h>

struct raw_font {
  hb_font_t *font;
  hb_buffer_t *buffer;
};

raw_font *raw_font_open(const char *path) {
  hb_blob_t *blob = hb_blob_create_from_file_or_fail(path);
  if (!blob) return NULL;
  hb_face_t *face = hb_face_create(blob, 0);
  hb_blob_destroy(blob);
  raw_font *raw = malloc(sizeof *raw);
  if (!raw) abort();
  // The scale of a new font is its face's units per em.
  raw->font = hb_font_create(face);
  raw->buffer = hb_buffer_create();
  hb_face_destroy(face);
  return raw;
}

void raw_font_close(raw_font *raw) {
  hb_buffer_destroy(raw->buffer);
  hb_font_destroy(raw->font);
  free(raw);
}

unsigned raw_font_units_per_em(const raw_font *raw) {
  return hb_face_get_upem(hb_font_get_face(raw->font));
}

const char *raw_harfbuzz_version(void) { return hb_version_string(); }

/// The least that shaping a text takes.
static inline int32_t advance(const raw_font *raw, const char *text, int length) {
  hb_buffer_reset(raw->buffer);
  hb_buffer_add_utf8(raw->buffer, text, length, 0, length);
  hb_buffer_guess_segment_properties(raw->buffer);
  hb_shape(raw->font, raw->buffer, NULL, 0);
  unsigned count = 0;
  const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(raw->buffer, &count);
  int32_t sum = 0;
  for (unsigned index = 0; index < count; index++) sum += positions[index].x_advance;
  return sum;
}

int64_t raw_font_measure(
  raw_font *raw, const uint8_t *bytes, const int32_t *starts, size_t count, int32_t *advances) {
  int64_t total = 0;
  for (size_t index = 0; index < count; index++) {
    int32_t sum = advance(
      raw, (const char *)bytes + starts[index], starts[index + 1] - 1 - starts[index]);
    if (advances) advances[index] = sum;
    total += sum;
  }
  return total;
}
