#pragma once
// Linked from libyaml.a, so that no start of any stage loads it: see decision 6 in docs/decisions.
#include <yaml.h>
