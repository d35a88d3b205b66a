#include "CCommit.h"

// Weak, so that the one that scripts/build links takes its place: no flag of any compilation changes with the commit.
__attribute__((weak)) const char *linefeed_commit(void) { return ""; }
