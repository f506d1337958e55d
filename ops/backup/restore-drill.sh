#!/bin/sh
# Proves that a backup can be restored: runs the command that restores it into a scratch database, and audits the result
# against a head of the seal chain that was kept outside the database before the backup.
#
#   CORRIDOR_DATA_DIR=/scratch CORRIDOR_MASTER_KEY=… ops/backup/restore-drill.sh HEAD COMMAND [ARGUMENT…]
#
# CORRIDOR_DATA_DIR, or CORRIDOR_DATABASE_URL, names the scratch database; CORRIDOR is the command of Corridor, by default
# `npx corridor`. Start no host on the scratch database: it would call rails and send webhooks a second time.
set -eu

if [ $# -lt 2 ] || ! printf '%s\n' "$1" | grep -Eq '^[0-9a-f]{64}$'; then
  echo "usage: $0 HEAD COMMAND [ARGUMENT…]; HEAD has 64 hexadecimal digits" >&2
  exit 2
fi
head=$1
shift
started=$(date +%s)
"$@"
echo "restored after $(($(date +%s) - started)) seconds"

report=$(mktemp)
trap 'rm -f "$report"' EXIT
if ! ${CORRIDOR:-npx corridor} audit --head "$head" --restored true > "$report"; then
  cat "$report"
  echo 'the audit of the restored database has findings: do not rely on this backup' >&2
  exit 1
fi
cat "$report"
if grep -q '^signatures of the seals: not checked' "$report"; then
  echo 'the master key is missing: a host cannot start on this backup without it' >&2
  exit 1
fi
echo "the backup is whole: restored and audited after $(($(date +%s) - started)) seconds"
