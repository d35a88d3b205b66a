#pragma once
// Linked from libyaml.a, so that no start of any stage loads it: see docs/decisions/0040.
#include <yaml.h>
