#include "process.h"
#include "raw_font.h"
