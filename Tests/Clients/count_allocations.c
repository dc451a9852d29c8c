/* Counts allocations of a process it is preloaded into, in a file that the test maps: see test_allocations.py. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic unsigned long unmapped;
static _Atomic unsigned long *count = &unmapped;
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

__attribute__((constructor)) static void map_count(void) {
  const char *path = getenv("ALLOCATION_COUNT");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *place = mmap(0, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place != MAP_FAILED) count = place;
  close(file);
}

void *malloc(size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  return __libc_calloc(members, size);
}

void *realloc(void *old, size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  return __libc_realloc(old, size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  *place = __libc_memalign(alignment, size);
  return *place ? 0 : 12;
}
