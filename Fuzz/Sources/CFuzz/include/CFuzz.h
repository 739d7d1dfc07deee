#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own mutation of `size` bytes, in place, to at most `most`; gives the new size.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/// A new, empty file in memory; -1 when there is none.
int fuzz_memory_file(void);

/// A pipe of which a read gets what one write wrote, `ends` its reading and its writing end; -1 when there is none.
int fuzz_packet_pipe(int ends[2]);
