/* The smallest possible program, to compare start times with. */
#include <stdio.h>

int main(void) { return puts("hello") < 0; }
