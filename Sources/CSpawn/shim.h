#pragma once
#include <spawn.h>

// The GNU C library has them since 2.9 and 2.34, but shows them only to those who ask for its extensions, which
// Swift does not.

/// Opens a pipe with flags, so that no child that is started meanwhile inherits it.
int pipe2(int ends[2], int flags);

/// Closes every descriptor from this one on in the child, those that are opened until then as well.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
