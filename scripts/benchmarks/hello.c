/* The least that a program can do, to set starting up against. */
#include <stdio.h>

int main(void) { return puts("hello") < 0; }
