// What Swift's Glibc leaves out, since it is not of POSIX.
#define _GNU_SOURCE
#include "CFuzz.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int fuzz_memory_file(void) { return memfd_create("fuzz", MFD_CLOEXEC); }

int fuzz_packet_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_DIRECT); }
