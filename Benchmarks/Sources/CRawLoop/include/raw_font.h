#include <stddef.h>
#include <stdint.h>

/// The baseline: a face in HarfBuzz as it comes, at a scale of its units per em, and one buffer.
typedef struct raw_font raw_font;

/// Opens the first face of a font file; NULL when the file cannot be read.
raw_font *raw_font_open(const char *path);

void raw_font_close(raw_font *font);

unsigned raw_font_units_per_em(const raw_font *font);

/// Shapes texts one after the other, and gives the sum of their advances in units.
///
/// Text i has the bytes from starts[i] to starts[i + 1], but for the line feed at its end. Its advance is stored in
/// advances[i], unless advances is NULL.
int64_t raw_font_measure(
  raw_font *font, const uint8_t *bytes, const int32_t *starts, size_t count, int32_t *advances);

/// HarfBuzz's release, such as "6.0.0".
const char *raw_harfbuzz_version(void);
