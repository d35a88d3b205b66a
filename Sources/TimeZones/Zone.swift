/// Reads the system's TZif files.
