#pragma once

/// The commit that the program was built from, twelve digits of it, and `+changes` where there were any; empty where the
/// build did not say. scripts/build links another definition of it in.
const char *linefeed_commit(void);
