#include "CGTFSRealtime.h"
