#pragma once
#include <sqlite3.h>

// A macro that Swift cannot import: sqlite3 copies what is bound.
static inline sqlite3_destructor_type linefeed_sqlite_transient(void) { return SQLITE_TRANSIENT; }
// sqlite3 reads what is bound where it lies; it must stay until the statement is reset.
static inline sqlite3_destructor_type linefeed_sqlite_static(void) { return SQLITE_STATIC; }
// sqlite3_db_config is variadic.
static inline int linefeed_sqlite_set_defensive(sqlite3 *db, int on) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, on, (int *)0);
}
static inline int linefeed_sqlite_trust_schema(sqlite3 *db, int on) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, on, (int *)0);
}
// sqlite3_config is variadic, too; it counts only before the library's first use.
static inline int linefeed_sqlite_leave_memory_uncounted(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
