import type { Taken } from './processes/load.js';
import type { HostUse } from '../service/probe.js';
import type { SoakService } from './service.js';

/** What was measured in a minute, and at its end. */
export interface Minute {
  readonly load: Taken;
  readonly host: HostUse;
  readonly databaseBytes: number;
  readonly jobs: number;
  readonly events: number;
}

const COUNT_JOBS = 'select count(*) as count from jobs';
const COUNT_EVENTS = `select count(*) as count from events where status = 'QUEUED'`;

export async function minuteOf(service: SoakService, load: Taken): Promise<Minute> {
  const count = async (sql: string): Promise<number> => Number((await service.database.query(sql))[0]!['count']);
  return {
    load,
    host: await service.probe.use(),
    databaseBytes: await service.databaseBytes(),
    jobs: await count(COUNT_JOBS),
    events: await count(COUNT_EVENTS),
  };
}

const MEBIBYTE = 1024 * 1024;
const mebibytes = (bytes: number): string => (bytes / MEBIBYTE).toFixed(1);

/** The name of a column, its width, and its value in a minute. */
const COLUMNS: readonly (readonly [string, number, (minute: Minute, number: number) => string])[] = [
  ['minute', 6, (_, number) => String(number)],
  ['operations/s', 12, ({ load }) => (load.operations / load.seconds).toFixed(1)],
  ['requests/s', 10, ({ load }) => (load.requests / load.seconds).toFixed(1)],
  ['p50 ms', 7, ({ load }) => load.p50.toFixed(1)],
  ['p99 ms', 7, ({ load }) => load.p99.toFixed(1)],
  ['max ms', 7, ({ load }) => load.max.toFixed(0)],
  ['RSS MiB', 7, ({ host }) => mebibytes(host.rss)],
  ['heap MiB', 8, ({ host }) => mebibytes(host.heap)],
  ['external MiB', 12, ({ host }) => mebibytes(host.external)],
  ['loop p99 ms', 11, ({ host }) => host.delayP99.toFixed(1)],
  ['handles', 7, ({ host }) => String(host.handles)],
  ['database MiB', 12, ({ databaseBytes }) => mebibytes(databaseBytes)],
  ['jobs', 5, ({ jobs }) => String(jobs)],
  ['events', 6, ({ events }) => String(events)],
  ['open', 4, ({ load }) => String(load.open)],
  ['errors', 6, ({ load }) => String(load.errors)],
];

export const HEAD = COLUMNS.map(([name, width]) => name.padStart(width)).join('  ');

export const lineOf = (minute: Minute, number: number): string =>
  COLUMNS.map(([, width, value]) => value(minute, number).padStart(width)).join('  ');
