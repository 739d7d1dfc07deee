#pragma once

#include <stdint.h>

// Swift's own atomics ask for macOS 15, these for nothing. A word that is read without a lock is written whole: relaxed where
// the word says all, acquire and release where it tells that other memory has been written.

static inline uint16_t hairspace_load_16(const uint16_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void hairspace_store_16(uint16_t *word, uint16_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline uint64_t hairspace_load_64(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void hairspace_store_64(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline uint64_t hairspace_acquire_64(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void hairspace_release_64(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
