/* A small source of chance with a seed: splitmix64. Not for secrets. */
#ifndef EXAMPLES_RANDOM_H
#define EXAMPLES_RANDOM_H

#include <stdint.h>

typedef struct Random {
  uint64_t state;
} Random;

static inline uint64_t random_bits(Random *random) {
  uint64_t bits = random->state += UINT64_C(0x9e3779b97f4a7c15);
  bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
  return bits ^ bits >> 31;
}

/* A number from 0 to bound - 1; bound is at least 1 and far below 2^32. */
static inline uint64_t random_below(Random *random, uint64_t bound) {
  return (random_bits(random) >> 32) * bound >> 32;
}

#endif
