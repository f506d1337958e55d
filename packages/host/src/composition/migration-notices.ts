import type { MigrationNotice, OnMigration } from '@corridor/adapters-storage';
import type { Log } from '../logging/logging.js';

/** Log lines, each constant; the notice is in their fields. */
const LINES: Readonly<Record<MigrationNotice['step'], string>> = {
  start: 'migration rewrites the database',
  table: 'migration copied a table',
  indexes: 'migration built the indexes of a table',
  end: 'migration rewrote all tables',
};

export const logMigration =
  (log: Log): OnMigration =>
  ({ step, ...fields }) =>
    log.info(fields, LINES[step]);

/** Prints the notices for the operator of a command. */
export const printMigration =
  (print: (line: string) => void): OnMigration =>
  (notice) =>
    print(lineOf(notice));

function lineOf(notice: MigrationNotice): string {
  const { step, migration } = notice;
  switch (step) {
    case 'start': {
      const { databaseBytes, freeBytes, millionPayments } = notice;
      const free = freeBytes === null ? '' : ` (${gigabytes(freeBytes)} are free)`;
      return (
        `${migration} rewrites the database of ${gigabytes(databaseBytes)}: it takes about ` +
        `${minutes(notice.seconds)}, and needs ${gigabytes(notice.neededBytes)} of free disk space${free}. ` +
        `1,000,000 payments take about ${minutes(millionPayments.seconds)} and ${gigabytes(millionPayments.neededBytes)}`
      );
    }
    case 'table':
      return `${migration}: copied ${notice.rows} rows of ${notice.table} in ${notice.seconds} s`;
    case 'indexes':
      return `${migration}: built the indexes of ${notice.table} in ${notice.seconds} s`;
    case 'end':
      return `${migration}: rewrote all tables in ${notice.seconds} s`;
  }
}

const GIGABYTE = 1e9;
const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(bytes < GIGABYTE ? 2 : 1)} GB`;

const minutes = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
