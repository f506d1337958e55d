#!/bin/sh
# Writes a dump of the database to $1/corridor-TIME.dump, and deletes the dumps in $1 that are older than BACKUP_KEEP_DAYS
# (default 14). The settings of libpq name the database: PGHOST, PGUSER and PGDATABASE. DATABASE_PASSWORD_FILE has the
# password. A dump has its name only when it is whole.
set -eu
umask 077
keep=${BACKUP_KEEP_DAYS:-14}
case $keep in
  '' | *[!0-9]*)
    echo "BACKUP_KEEP_DAYS: must be a number of days, such as 14, not $keep" >&2
    exit 2
    ;;
esac
PGPASSWORD=$(cat "$DATABASE_PASSWORD_FILE")
export PGPASSWORD
file="$1/corridor-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$file.part"' EXIT
# The shell runs this at once, because it waits for a background process; the part is removed at the exit.
trap '[ -z "${!-}" ] || kill "$!" 2>/dev/null; exit 143' TERM INT
# A job that was killed has left its part.
find "$1" -maxdepth 1 -name 'corridor-*.dump.part' -mmin +1440 -delete
pg_dump --no-password --format custom --file "$file.part" &
wait "$!"
# Reads the dump to its end.
pg_restore --file /dev/null "$file.part" &
wait "$!"
mv "$file.part" "$file"
find "$1" -maxdepth 1 -name 'corridor-*.dump' -mtime "+$keep" -delete
echo "dumped to $file"
