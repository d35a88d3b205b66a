#pragma once
// Linked from libdeflate.a, so that files do not depend on the version that a system has: see decision 138 in docs/decisions.
#include <libdeflate.h>
