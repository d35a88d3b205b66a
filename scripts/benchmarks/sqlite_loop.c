/* A floor for `ingest --sqlite`: writes rows of unpacked files into SQLite by prepared inserts, then makes the indexes.

   sqlite_loop DATABASE TABLES INDEXES FILE.txt...

   TABLES and INDEXES are SQL. Each file goes into the table of its name, and each cell into the column at its
   position: text unchanged, numbers as numbers, times as seconds, empty cells as NULL. The program uses one
   transaction, no journal and no syncing. It checks nothing, because it measures a floor. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 64 };
static sqlite3 *database;

static void need(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s: %s\n", what, database ? sqlite3_errmsg(database) : "");
    exit(1);
}

static void run(const char *sql) {
    need(sqlite3_exec(database, sql, 0, 0, 0) == SQLITE_OK, sql);
}

/* Parts a line at its commas, in place; returns the number of cells. */
static int parted(char *line, char **cells, int *lengths) {
    int count = 0;
    char *at = line;
    for (;;) {
        char *begin = at, *to = at;
        if (*at == '"') {
            begin = to = ++at;
            while (*at && (*at != '"' || at[1] == '"')) { if (*at == '"') at++; *to++ = *at++; }
            if (*at) at++;
        } else {
            while (*at && *at != ',') at++;
            to = at;
        }
        need(count < most, "too many columns");
        cells[count] = begin;
        lengths[count++] = to - begin;
        if (*at != ',') return count;
        *to = 0;
        at++;
    }
}

static void bind(sqlite3_stmt *insert, int i, char kind, const char *cell, int length) {
    if (length == 0) { sqlite3_bind_null(insert, i); return; }
    if (kind == 'T') { sqlite3_bind_text(insert, i, cell, length, SQLITE_STATIC); return; }
    if (kind == 'R') { sqlite3_bind_double(insert, i, strtod(cell, NULL)); return; }
    char *end;
    long long value = strtoll(cell, &end, 10);
    if (*end == ':') {
        value = value * 60 + strtoll(end + 1, &end, 10);
        value = value * 60 + strtoll(end + 1, &end, 10);
    }
    sqlite3_bind_int64(insert, i, value);
}

static void load(const char *path) {
    const char *slash = strrchr(path, '/');
    char name[128], sql[1024], kinds[most + 1], *cells[most], *line = NULL;
    int lengths[most], columns = 0;
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    *strrchr(name, '.') = 0;
    FILE *file = fopen(path, "rb");
    need(file != NULL, path);
    sqlite3_stmt *statement;
    snprintf(sql, sizeof sql, "PRAGMA table_info(\"%s\")", name);
    need(sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK, sql);
    while (sqlite3_step(statement) == SQLITE_ROW && columns < most)
        kinds[columns++] = sqlite3_column_text(statement, 2)[0];
    sqlite3_finalize(statement);
    int at = snprintf(sql, sizeof sql, "INSERT INTO \"%s\" VALUES (?", name);
    for (int i = 1; i < columns; i++) at += snprintf(sql + at, sizeof sql - at, ",?");
    snprintf(sql + at, sizeof sql - at, ")");
    need(sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK, sql);
    size_t room = 0;
    long length = getline(&line, &room, file);
    while ((length = getline(&line, &room, file)) > 0) {
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) line[--length] = 0;
        int count = parted(line, cells, lengths);
        for (int i = 0; i < columns; i++)
            bind(statement, i + 1, kinds[i], i < count ? cells[i] : "", i < count ? lengths[i] : 0);
        need(sqlite3_step(statement) == SQLITE_DONE, sql);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    free(line);
    fclose(file);
}

int main(int count, char **arguments) {
    if (count < 5) return 64;
    need(sqlite3_open(arguments[1], &database) == SQLITE_OK, arguments[1]);
    run("PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    run(arguments[2]);
    for (int i = 4; i < count; i++) load(arguments[i]);
    run(arguments[3]);
    run("COMMIT");
    return sqlite3_close(database) != SQLITE_OK;
}
